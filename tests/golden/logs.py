"""The logs of long examples, as files. Whoever changes on purpose what a log says renews them: make golden."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from turnwright.chronicle import as_jsonl, as_markdown, as_text
from turnwright.fight import Fight
from turnwright.scenario.play import Stage
from turnwright.scenario.read import read_scenario

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"

KEPT = (
    "lux-aeterna/goblin-ambush",
    "lux-aeterna/felled-and-restored",
    "reaction-ap/raiders-at-the-dam",
    "reaction-ap/deserters",
    "last-odyssey/tower-of-the-tyrant",
    "last-odyssey/fallen-eidolon",
    "edge-of-darkness/parking-garage",
    "edge-of-darkness/ready-for-the-next-turn",
)
"""The examples whose logs are kept."""


def _german(fight: Fight, title: str) -> str:
    return as_text(Fight(fight.first_book, fight.encounter, "de"))


FORMS: dict[str, Callable[[Fight, str], str]] = {
    "de": _german,
    "txt": lambda fight, title: as_text(fight),
    "jsonl": lambda fight, title: as_jsonl(fight),
    "md": lambda fight, title: as_markdown(fight, title, links=True),
}
"""How each form is written, by the ending of its file; ``de`` is the text in German."""


def played(file: Path) -> Stage:
    """A scenario that has been played to its end."""
    stage = Stage(read_scenario(file))
    stage.run()
    return stage


def fight(stage: Stage, language: str = "en") -> Fight:
    """What was played, as a fight that is spoken of in a language."""
    return Fight(stage.scenario.book, stage.encounter, language)


def log(name: str, form: str) -> tuple[Path, str]:
    """The file that a log is kept in, and what the log says now."""
    stage = played(EXAMPLES / f"{name}.yaml")
    file = HERE / name.partition("/")[0] / f"{name.partition('/')[2]}.{form}"
    return file, FORMS[form](fight(stage), stage.scenario.title) + "\n"


if __name__ == "__main__":
    for name in KEPT:
        for form in FORMS:
            file, text = log(name, form)
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
