"""Verbs about who takes part and what their sheets say."""

from __future__ import annotations

import re
from collections.abc import Iterable

from turnwright.engine.base import Command
from turnwright.engine.mechanics.cast import (
    Add,
    GiveItem,
    Hide,
    Remove,
    Rename,
    Set,
    SetCondition,
    SetSide,
    now_and_top,
)
from turnwright.engine.mechanics.lives import ShowLife
from turnwright.engine.mechanics.surprise import Surprise
from turnwright.engine.state import SURPRISED
from turnwright.formula import Number, is_name
from turnwright.formula.normal import plain
from turnwright.speech.cursor import check_formula
from turnwright.speech.errors import SpeechError
from turnwright.speech.line import Line, in_quotes, written
from turnwright.speech.names import fold_word
from turnwright.speech.verb import Verb
from turnwright.speech.verbs.swallowed import check_name, check_rest, check_text, known_words
from turnwright.speech.writer import Writer

_COUNT = re.compile(r"(\d+|\d*d\d+(?:[-+]\d+)?)[x×]?", re.IGNORECASE)
_TIMES = re.compile(r"\s+[x×]\s*(\d{1,9})$", re.IGNORECASE)
_VALUE = re.compile(r"[-+=]?[\d½⅓⅔¼¾(]|d\d", re.IGNORECASE)
_MARKS = ("side", "score", "is", "item", "hidden", "group", "with", "belongs")


# ---- adding


def read_add(line: Line, scored: bool = False) -> Add:
    """How many, the name, and what the sheet says, to the end of the line.

    ``scored`` tells that a number behind the name may be what they have for initiative. Refuses what
    `check_name` and `check_text` refuse.
    """
    count, name = _named(line, scored)
    side, hidden, group, score, belongs_to = "", False, False, None, ""
    values: dict[str, str] = {}
    conditions: list[str] = []
    items: dict[str, Number] = {}
    line.word("with")
    while not line.done():
        line.sign(",")
        if line.word("side"):
            side = _text(line, "side", _sides(line))
        elif line.word("hidden"):
            hidden = True
        elif line.word("group"):
            group = True
        elif line.word(*_score_words(line)):
            score = line.number()
        elif line.word("belongs to"):
            belongs_to = line.name()
        elif line.word("is"):
            conditions.append(_text(line, "condition", line.rules.conditions))
        elif line.word("item"):
            item = _up_to_key(line, "item", number_ends=True)
            items[item] = line.number()
        else:
            values.update((_value(line),))
    return Add(
        name,
        side=side,
        count=count,
        values=values,
        items=items,
        conditions=tuple(conditions),
        belongs_to=belongs_to,
        hidden=hidden,
        score=score,
        group=group,
    )


def _score_words(line: Line) -> tuple[str, ...]:
    """What a score is called: ``initiative`` too, unless the game has a stat of that name."""
    return ("score",) if "initiative" in line.rules.stats else ("score", "initiative")


def _named(line: Line, scored: bool) -> tuple[int | str, str]:
    """How many there are, ahead of the name or behind it, and the name."""
    count = _count(line)
    start = line.skip()
    bare = line.text[start : start + 1].isalnum()
    name = _new_name(line)
    times = _TIMES.search(name) if bare and count == 1 else None
    if times:
        count, name = int(times[1]), name[: times.start()]
    if bare:
        check_name(line, start, name, count != 1, scored)
    return count, name


def _count(line: Line) -> int | str:
    word, stop = line.peek()
    counted = _COUNT.fullmatch(plain(word))
    if not line.text[stop:].strip() or _key_at(line, stop):
        return 1
    if not counted:
        if line.fork(line.at).maybe_number() is not None:
            line.fail("count.bounds", count=word, least=1, most=100)
        return 1
    line.at = stop
    return int(counted[1]) if counted[1].isdecimal() and len(counted[1]) < 10 else counted[1]


def _new_name(line: Line) -> str:
    """The name, up to the first word of the sheet that a value follows."""
    start = line.skip()
    quoted = line.quoted()
    if quoted is not None:
        return quoted
    if line.done():
        line.fail("missing", what="name", known="")
    if _key_at(line, start):
        line.fail("name.forgotten", rest=line.left(), whole=in_quotes(line.left()))
    _, at = line.peek(start)
    at = max(at, start + 1)
    while at < len(line.text) and not _key_at(line, at):
        _, stop = line.peek(_over_spaces(line, at))
        at = max(stop, at + 1)
    _want_keys(line, start)
    _check_name(line, start, at)
    line.at = at
    return line.text[start:at].strip().removesuffix(",").strip()


def _text(line: Line, what: str, known: Iterable[str]) -> str:
    """A side or a condition, up to the next word of the sheet."""
    start = line.skip()
    bare = line.text[start : start + 1].isalnum()
    text = _up_to_key(line, what, own_words=line.rules.ruleset.open_sheet)
    if bare:
        check_text(line, start, text, known, what)
    return text


def _sides(line: Line) -> tuple[str, ...]:
    """The sides that there are."""
    return tuple(dict.fromkeys((*line.rules.ruleset.sides, *(c.side for c in line.cast.here if c.side))))


def _check_name(line: Line, start: int, stop: int) -> None:
    """Refuse ``sheet.no_value`` for a word of the sheet within a name: a number was meant there, and is none.

    A whole word at the end may be part of a name (``Lady Luck``), an abbreviation (``HP``) is not.
    """
    numbers = {word: key for word, key in line.sheet_words().items() if key not in line.rules.traits}
    known = {**numbers, **{word: word for word in _score_words(line)}}
    before, at = line.peek(start)
    while (at := _over_spaces(line, at)) < stop:
        ahead = line.fork(at)
        key = _whole(ahead, known)
        value = line.text[ahead.at : stop].strip(" ,:=-")
        said = line.text[at : ahead.at].strip(" :=-")
        label = line.rules.pools[key].label if key in line.rules.pools else ""
        if key and ahead.at <= stop and (value or before.isdecimal() or label.isupper()):
            line.at = at
            line.fail("sheet.no_value", key=said, value=value.partition(" ")[0])
        before, after = line.peek(at)
        at = max(after, at + 1)


def _want_keys(line: Line, start: int) -> None:
    """After a name that has begun, the last word of the line may become a word of the sheet."""
    last = max(line.text.rfind(" ") + 1, start)
    if last > start:
        line.at = last
        line.want((*_MARKS, *line.sheet_words()))


def _over_spaces(line: Line, at: int) -> int:
    while at < len(line.text) and line.text[at].isspace():
        at += 1
    return at


def _key_at(line: Line, at: int) -> str:
    """The word of the sheet that stands here with a value after it, or nothing."""
    ahead = line.fork(at)
    ahead.wanted = None
    if ahead.sign(",") and line.rules.ruleset.open_sheet and _own_word(ahead, *ahead.peek()):
        return "own"
    if ahead.word("hidden", "group") and (ahead.done() or _key_at(ahead, ahead.at)):
        return "hidden"
    if ahead.word("side", "is", "item", "belongs to"):
        return "" if ahead.done() else "side"
    key = ahead.word(*_score_words(line), "with") or _whole(ahead, line.sheet_words())
    if key == "with":
        return key if not ahead.done() else ""
    if not key:
        return ""
    if key in line.rules.traits:
        return key if not ahead.done() else ""
    return key if _VALUE.match(plain(ahead.left())) else ""


def _whole(line: Line, known: dict[str, str]) -> str:
    """The key whose whole name stands here."""
    start = line.skip()
    by_form = {fold_word(word): key for word, key in known.items()}
    ends: list[int] = []
    at = start
    while len(ends) < 4:
        word, stop = line.peek(at)
        if not word:
            break
        ends.append(stop)
        at = _over_spaces(line, stop)
    # A value may be written on: hp=7, hp:7.
    cuts = {start + cut for sign in ":=" if (cut := line.text[start : ends[-1] if ends else start].find(sign)) > 0}
    for end in sorted({*ends, *cuts}, reverse=True):
        key = by_form.get(fold_word(line.text[start:end].rstrip(":")))
        if key:
            line.at = end + (line.text[end : end + 1] == ":")
            return key
    return ""


def _up_to_key(line: Line, what: str, number_ends: bool = False, own_words: bool = False) -> str:
    """A text in quotation marks, or the words up to the next word of the sheet.

    With ``number_ends`` it ends at a number, with ``own_words`` at a word that the ruleset doesn't know too.
    """
    quoted = line.quoted()
    if quoted is not None:
        return quoted
    if line.done():
        line.fail("missing", what=what, known="")
    if what == "side":
        line.want(_sides(line))
    start = at = line.at
    while at < len(line.text) and (at == start or not _key_at(line, at)):
        begin = _over_spaces(line, at)
        word, stop = line.peek(begin)
        if at > start and (not word or (number_ends and _is_number(word))):
            break
        if own_words and at > start and _own_word(line, word, stop):
            break
        at = max(stop, begin + 1)
    line.at = at
    return line.text[start:at].strip()


def _is_number(word: str) -> bool:
    """Whether a count begins here: a plus belongs to what something is called (``sword +1``)."""
    return plain(word).removeprefix("-")[:1].isdigit()


def _own_word(line: Line, word: str, stop: int) -> bool:
    """Whether a word of the table's own stands here, with a number after it: no formula goes on like that."""
    number = line.text[_over_spaces(line, stop) :][:1]
    return is_name(word.rstrip(":")) and number.isdigit()


def _value(line: Line) -> tuple[str, str]:
    line.want(line.sheet_words())
    key = _whole(line, line.sheet_words())
    if not key:
        word, stop = line.peek()
        if not (line.rules.ruleset.open_sheet and is_name(word.rstrip(":"))):
            line.fail("sheet.unknown", key=word.rstrip(":") or line.left(), known=known_words(line))
        key = word.rstrip(":")
        line.at = stop
    line.sign("=")
    if key in line.rules.traits:
        among = line.rules.traits[key].among
        return key, line.choice(among, key) if among else _up_to_key(line, key)
    start = line.skip()
    text = _up_to_key(line, key, own_words=True)
    for part in now_and_top(text):
        if part.strip():
            check_formula(part.strip(), start)
    return key, text


def _write_add(writer: Writer, command: Add) -> str | None:
    if command.acts or command.roles:
        return None
    count = f" {command.count}" if command.count != 1 else ""
    # A name that begins or ends as a number does would be read as how many.
    counted = not count and (_COUNT.fullmatch(plain(command.name.partition(" ")[0])) or _TIMES.search(command.name))
    parts = [f"add{count} {in_quotes(command.name) if counted else _written_name(writer, command.name)}"]
    parts += [f"{fold_word(key)} {value}" for key, value in command.values.items()]
    parts += [f"score {writer.number(command.score)}"] if command.score is not None else []
    parts += [f"item {writer.word(item)} {writer.number(left)}" for item, left in command.items.items()]
    parts += [f"is {writer.word(condition)}" for condition in command.conditions]
    parts += [f"side {writer.word(command.side)}"] if command.side else []
    parts += [f"belongs to {_owner(writer, command.belongs_to)}"] if command.belongs_to else []
    parts += ["hidden"] if command.hidden else []
    parts += ["group"] if command.group else []
    return " ".join(parts)


def _written_name(writer: Writer, name: str) -> str:
    """A new name, in quotation marks where it holds words that would be read as the sheet's."""
    text = written(name)
    try:
        whole = _new_name(Line(writer.rules, writer.state, text)) == name
    except SpeechError:
        whole = False
    return text if whole else in_quotes(name)


def _owner(writer: Writer, who: str) -> str:
    return writer.name(who) if who in writer.state.combatants else written(who)


# ---- changing


def _set(line: Line) -> Command:
    who = line.subjects or line.names()
    words = line.sheet_words()
    at = line.skip()
    found = line.option(words)
    if found:
        key = words[found]
    elif line.rules.ruleset.open_sheet and not line.done() and is_name(line.peek()[0]):
        key, line.at = line.peek()
    else:
        line.at = at
        key = words[line.choice(words, "sheet")]
    line.word("to")
    line.sign("=")
    if key in line.rules.traits and line.rules.traits[key].among:
        return Set(who, key, line.choice(line.rules.traits[key].among, key))
    return Set(who, key, line.rest("value"))


def _give(line: Line) -> Command:
    """``give Sol potion``, ``give Sol, Rhea potion 2``: to their end, or to a number, an item of any name."""
    who = line.who()
    known = (*line.rules.ruleset.items, *(item for c in line.cast.here for item in c.items))
    start = line.skip()
    item = line.option(dict.fromkeys(known))
    if not item or not (line.done() or _is_number(line.peek()[0])):
        # What goes on is not the item that its first words begin.
        line.at = start
        item = _up_to_key(line, "item", number_ends=True)
    return GiveItem(who, item, 1 if line.done() else line.number())


def _write_give(writer: Writer, command: GiveItem) -> str:
    count = f" {writer.number(command.count)}" if command.count != 1 else ""
    return f"give {writer.names(command.who)} {writer.word(command.item)}{count}"


def _remove(line: Line) -> Command:
    who = line.subjects or line.names()
    return Remove(who, line.rest("reason")) if line.word("as") else Remove(who)


def _write_remove(writer: Writer, command: Remove) -> str:
    why = f" as {writer.text(command.why)}" if command.why != "removed" else ""
    return f"remove {writer.names(command.who)}{why}"


def _rename(line: Line) -> Command:
    who = line.one()
    line.word("to", "as")
    return Rename(who, line.rest("name"))


def _hide(line: Line) -> Command:
    return Hide(line.who())


def _show(line: Line) -> Command:
    """``show Goblin 1``; ``show hp words for goblins``."""
    start = line.skip()
    label = line.rules.pools[line.vital].label if line.vital in line.rules.pools else ""
    if not line.subjects and line.word("hp", *filter(None, (line.vital.casefold(), label.casefold()))):
        how = line.word("numbers", "words", "nothing")
        if how:
            return ShowLife(how, line.names() if line.word("for", "of") else ())  # type: ignore[arg-type]
    line.at = start
    return Hide(line.who(), hidden=False)


def _write_hide(writer: Writer, command: Hide) -> str:
    return f"{'hide' if command.hidden else 'show'} {writer.names(command.who)}"


def _write_life(writer: Writer, command: ShowLife) -> str:
    return f"show hp {command.how}" + (f" for {writer.names(command.who)}" if command.who else "")


def _side(line: Line) -> Command:
    who = line.who()
    return SetSide(who, line.option(_sides(line)) or _rest(line, "side"))


def _rest(line: Line, what: str) -> str:
    """The rest of the line as a new side or condition; refuses what `check_rest` refuses."""
    start = line.skip()
    bare = line.text[start : start + 1].isalnum()
    text = line.rest(what)
    if bare:
        check_rest(line, start, text, what)
    return text


def _condition(line: Line) -> Command:
    who = line.who()
    on = not line.word("not", "no longer")
    found = line.option(line.rules.conditions)
    if not found:
        found = _rest(line, "condition")
        if found.endswith(" off"):
            return SetCondition(who, found.removesuffix(" off").strip(), False)
    elif line.word("off"):
        on = False
    if line.rules.ruleset.surprise is not None and found.casefold() == SURPRISED:
        # What people mean is the game's own surprise, with all that comes of it.
        return Surprise(who, on)
    return SetCondition(who, found, on)


def _write_condition(writer: Writer, command: SetCondition) -> str:
    return f"condition {writer.names(command.who)} {'' if command.on else 'not '}{writer.word(command.condition)}"


VERBS = (
    Verb(
        "add",
        "add [NUMBER] NAME [STAT NUMBER] [POOL 14/20] [side SIDE] [score NUMBER] [is CONDITION] [belongs to NAME] "
        "[hidden] [group]",
        read_add,
        writes={Add: _write_add},
    ),
    Verb(
        "set",
        "set NAMES STAT VALUE",
        _set,
        writes={Set: lambda w, c: f"set {w.names(c.who)} {w.word(c.key)} {w.text(c.value)}"},
        many=True,
    ),
    Verb("give", "give NAMES ITEM [NUMBER]", _give, writes={GiveItem: _write_give}, many=True),
    Verb("remove", "remove NAMES [as REASON]", _remove, ("delete", "kill"), writes={Remove: _write_remove}),
    Verb(
        "rename",
        "rename NAME to NAME",
        _rename,
        writes={Rename: lambda w, c: f"rename {w.name(c.who)} to {w.text(c.name)}"},
    ),
    Verb("hide", "hide NAMES", _hide, writes={Hide: _write_hide}, many=True),
    Verb(
        "show",
        "show NAMES, show hp (numbers | words | nothing) [for NAMES]",
        _show,
        writes={ShowLife: _write_life},
        many=True,
    ),
    Verb(
        "side",
        "side NAMES SIDE",
        _side,
        ("joins",),
        writes={SetSide: lambda w, c: f"side {w.names(c.who)} {w.word(c.side)}"},
        many=True,
    ),
    Verb(
        "condition",
        "condition NAMES [not] CONDITION",
        _condition,
        ("is", "are"),
        writes={SetCondition: _write_condition},
        many=True,
    ),
)
