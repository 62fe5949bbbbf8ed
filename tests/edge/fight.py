"""A fight in Edge of Darkness in which people say what they do, with the dice that fall."""

from __future__ import annotations

from ties.scripted import Faces, Scripted

from turnwright.engine import Event, Record, Refusal
from turnwright.engine.mechanics.scenes import Start
from turnwright.engine.waiting import rank_of
from turnwright.speech import parse


class Fight(Scripted):
    """Everybody by name, with total and modifier: ``Fight(Mara=(14, 4))``; characters but for those of `FOES`."""

    FOES = ("Larry", "Thug", "Lurker")

    def __init__(self, options: dict[str, str] | None = None, /, **cast: tuple[int, int]) -> None:
        super().__init__("edge-of-darkness", **(options or {}))
        for name, (total, modifier) in cast.items():
            side = "creatures" if name in self.FOES else "characters"
            self.add(name, side, score=total, initmod=modifier, health=7)
        if cast:
            self.do(Start())

    def say(self, who: str, *texts: str, dice: tuple[int, ...] = (), player: bool = False) -> tuple[Event, ...]:
        """Somebody says these, one after another; the last with these dice."""
        for text in texts:
            done = self._say(who, text, dice if text is texts[-1] else (), player)
            assert isinstance(done, Record), f"{who}: {text}: {done}"
            self.events = done.events
        return self.events

    def no(self, who: str, text: str, *, player: bool = False) -> str:
        """The rule, else the code, for which this is refused; nothing has changed by it."""
        before = self.state
        done = self._say(who, text, (), player)
        assert isinstance(done, Refusal), f"{who}: {text} was accepted"
        assert self.state is before
        return done.ref or done.code

    def _say(self, who: str, text: str, faces: tuple[int, ...], player: bool) -> Record | Refusal:
        by = self.id(who) if who else ""
        said = parse(self.rules, self.state, text, by or None)
        dice = Faces(*faces)
        done = self.encounter.do(said.command, dice=dice, force=said.force, owns=frozenset({by}) if player else None)
        assert not dice.left, f"not rolled: {dice.left}"
        return done

    def rank(self, name: str) -> object:
        """The label at which somebody stands."""
        return rank_of(self.state.entries[self.entry(name)])

    @property
    def waiting(self) -> list[str]:
        """Who waits."""
        return [e.name for e in self.state.entries.values() if e.wait is not None]

    def health(self, name: str) -> object:
        """What somebody has left."""
        return self.pool(name, "health")


def three(**options: str) -> Fight:
    """Mara on 14, Jonah on 10, the Thug on 5; Mara and Jonah with equal modifiers."""
    return Fight(options, Mara=(14, 4), Jonah=(10, 4), Thug=(5, 2))
