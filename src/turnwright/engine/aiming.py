"""At whom something can be aimed, so far as rules about targets speak against it."""

from __future__ import annotations

from turnwright.engine.base import Refused
from turnwright.engine.doings import Intent
from turnwright.engine.play import Play
from turnwright.rules.words.act import Doing


def can_aim(play: Play, intent: Intent, word: Doing, target: str) -> bool:
    """Whether no rule objects to this target that does not object to doing it at all."""
    anyway = set(_against(play, intent, word)) if play.rules.objections else set()
    return anyway.issuperset(_against(play, intent._replace(targets=(target,)), word))


def _against(play: Play, intent: Intent, word: Doing) -> frozenset[str]:
    found = (refusal.code for object_to in play.rules.objections for refusal in object_to(play, intent, word))
    try:
        return frozenset(found)
    except Refused as refused:
        return frozenset((refused.refusal.code,))
