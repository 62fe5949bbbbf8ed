"""Every mechanic of the four games has its button or form, on the page of whoever uses it, when it can be used."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import httpx
import pytest
from msgspec.structs import replace

from turnwright.fight import Fight
from turnwright.scenario.play import Stage
from turnwright.scenario.read import Scenario, read_scenario
from turnwright.scenario.steps import Said
from turnwright.table.live import Table
from web.conftest import Served
from web.play import Form, choose, forms_on, meant

EXAMPLES = Path(__file__).parents[2] / "examples"

# ruff: noqa: E501 (the lines are those of the examples)

LUX, RAP, ODY, EOD = "lux-aeterna", "reaction-ap", "last-odyssey", "edge-of-darkness"
MILL, DAM, TOWER, GARAGE = (
    f"{LUX}/mill-by-night",
    f"{RAP}/raiders-at-the-dam",
    f"{ODY}/tower-of-the-tyrant",
    f"{EOD}/parking-garage",
)

BUTTON, PICKED, WORDS = "deed", "many", "stack"
"""A button of what can be done now, the panel for those picked, a form under all words."""

MECHANICS = (
    (
        "LUX-T1 a scene is named",
        f"{LUX}/free-scene",
        "start free called The gate, purpose to get past the guard",
        WORDS,
    ),
    ("LUX-T1 a scene ends", MILL, "scene end", BUTTON),
    ("LUX-T2 from free to ordered", MILL, "mode initiative", BUTTON),
    ("LUX-T2 passing in a free round", MILL, "Leader: pass", BUTTON),
    ("LUX-T2 closing a free round", f"{LUX}/free-scene", "round close", BUTTON),
    ("LUX-T3 ending a turn", MILL, "Milli: end", BUTTON),
    ("LUX-I1 real dice", MILL, "roll Milli 12", BUTTON),
    ("LUX-I3 delaying", MILL, "Roan: delay", BUTTON),
    ("LUX-I3 stepping in", MILL, "Roan: enter", BUTTON),
    ("LUX-A2 an attack", MILL, "Leader: attack Milli for 6", BUTTON),
    ("LUX-A3 a half action", MILL, "Roan: item", BUTTON),
    ("LUX-A4 another cost, by the game master", f"{LUX}/what-things-cost", "Milli: talk costs ½", WORDS),
    ("LUX-A4 a free action", MILL, "Milli: talk", BUTTON),
    ("LUX-A6 a reaction", MILL, "Milli: defend changes amount / 2", BUTTON),
    (
        "LUX-A7 a trap with a kind of its own",
        f"{LUX}/trap-with-a-reflex",
        "trigger trap on Milli as reflex for 5",
        WORDS,
    ),
    ("LUX-S2 paying upkeep", MILL, "Pau: answer pay", BUTTON),
    ("LUX-S2 an effect with upkeep", MILL, "effect ward on Milli, costs 1 mana, sustained, from Pau", WORDS),
    (
        "LUX-S3 an effect until a turn",
        f"{LUX}/felled-and-restored",
        "effect curse on Pau, gives cursed, until the end of Pau's next turn",
        WORDS,
    ),
    ("LUX-A8 a sustained action", f"{LUX}/concentration", "Milli: sustain", BUTTON),
    (
        "LUX-A8 a sustained action, letting go of another",
        f"{LUX}/concentration",
        "effect march on Pau, sustained, from Milli, letting go",
        WORDS,
    ),
    ("LUX-A8 letting go", f"{LUX}/concentration", "Milli: letgo of song on Pau", BUTTON),
    ("LUX-A8 the game master rules that it holds", f"{LUX}/concentration", "holdon hum on Pau", WORDS),
    ("LUX-A8 what breaks it", f"{LUX}/concentration", "condition Milli wounded", WORDS),
    (
        "LUX-N1 milestones",
        f"{LUX}/reforging-the-sword",
        'track The sword by Graye goal 8 step reforge the blade step fit the hilt after 3 days step last touches after 4 days success "whole again" failure "lost for ever"',
        WORDS,
    ),
    ("LUX-N2 a milestone is rolled", f"{LUX}/reforging-the-sword", "Graye: advance by 2", BUTTON),
    ("LUX-R1 a short rest", MILL, "rest short", BUTTON),
    ("LUX-R1 spending Resolve", MILL, "Roan: resting recover 1 for 6", BUTTON),
    ("LUX-R1 looting", MILL, "Milli: resting loot", BUTTON),
    ("LUX-R2 a full rest", f"{LUX}/rests", "rest full", BUTTON),
    ("LUX-R3 its end", MILL, "rest end after 20 min", BUTTON),
    ("LUX-C13 broken", f"{LUX}/rests", "rest break after 3 h", BUTTON),
    ("LUX-C13 resumed", f"{LUX}/rests", "rest resume after 10 min", BUTTON),
    ("RAP-I1 real dice", DAM, "roll Ana 6", BUTTON),
    ("RAP-I1 real dice for those of the game master", DAM, "roll Chief 1", BUTTON),
    ("RAP-I2 a group is made", f"{RAP}/deserters", "group Raider 1, Raider 2, Raider 3 as Gang", WORDS),
    ("RAP-I2 a member acts", DAM, "Raider 3: attack Bo for 2 costs 2", BUTTON),
    ("RAP-C4 a member leaves", DAM, "split Raider 2", BUTTON),
    ("RAP-I3 places of a mixed tie", DAM, "answer 1: Ana, Raider, Bo, Cy", BUTTON),
    ("RAP-I3 the players' order", DAM, "Ana: answer Bo, Ana, Cy", BUTTON),
    ("RAP-I4 a roll-off", DAM, "rolloff", BUTTON),
    ("RAP-A1 points are spent", DAM, "Bo: attack Raider 1 for 3 costs 2", BUTTON),
    ("RAP-A3 Reaction changes", DAM, "set Ana reaction 1", WORDS),
    ("RAP-A3 points by hand", f"{RAP}/points", "ap Ana =2", WORDS),
    ("RAP-A4 points off one's turn", DAM, "Ana: act costs 2", BUTTON),
    ("ODY-X2 the call", TOWER, "Rhea: answer 3", BUTTON),
    ("ODY-X3 rows", TOWER, "Vael: answer front", BUTTON),
    ("ODY-X3 the game master's rows", TOWER, "answer front", BUTTON),
    ("ODY-X3 a first strike", f"{ODY}/first-strike", "ambush antagonists", WORDS),
    ("ODY-T5 paradigm actions", TOWER, "Tyrant: paradigm action", BUTTON),
    ("ODY-T5 switching roles", TOWER, "Sol: choose healer", BUTTON),
    ("ODY-R2 recording a formation", TOWER, "formation record Bulwark", WORDS),
    ("ODY-R2 calling for one", TOWER, "formation Storm", BUTTON),
    ("ODY-R2 confirming it", TOWER, "confirm Sol", BUTTON),
    ("ODY-A3 an item", TOWER, "Sol: use item potion on Rhea for +2", BUTTON),
    ("ODY-A3 an item for oneself", f"{ODY}/what-a-turn-allows", "Rhea: use item potion on Rhea for +1", BUTTON),
    ("ODY-A3 an object", f"{ODY}/drawbridge", "object drawbridge takes 2 turns", WORDS),
    ("ODY-A3 interacting", f"{ODY}/drawbridge", "Rhea: interact lever", BUTTON),
    ("ODY-H1 holding", TOWER, "Vael: hold", BUTTON),
    ("ODY-C3 the held turn", TOWER, "enter Vael", BUTTON),
    ("ODY-F1 changing rows", TOWER, "Tyrant: move", BUTTON),
    ("ODY-F2 a player would advance", TOWER, "Rhea: answer advance", BUTTON),
    ("ODY-F2 the game master sets it", TOWER, "answer advance", BUTTON),
    ("ODY-F4 flight", TOWER, "Tyrant: flee", BUTTON),
    ("ODY-F5 flight forbidden", f"{ODY}/flight", "forbid flee", WORDS),
    ("ODY-E1 summoning", TOWER, "Sol: summon eidolon", BUTTON),
    ("ODY-E1 the eidolon acts", f"{ODY}/eidolon-in-ambush", "Ifrit: claw Orc", BUTTON),
    ("ODY-E3 its upkeep", f"{ODY}/fallen-eidolon", "Sol: answer keep", BUTTON),
    (
        "ODY-T4 a lasting effect",
        f"{ODY}/classes-of-effects",
        "effect prayer on Sol, class healing, does hp +4, from Rhea",
        WORDS,
    ),
    ("ODY-X7 hasted", TOWER, "effect hasted on Vael", PICKED),
    ("EOD-T1 a move beside the action", GARAGE, "Lurker: move costs 5", BUTTON),
    ("EOD-I3 surprise", f"{EOD}/surprise", "surprise Thug", PICKED),
    ("EOD-D1 delay left open", GARAGE, "Jonah: delay", BUTTON),
    ("EOD-D1 until a value", GARAGE, "Lurker: delay until 3", BUTTON),
    ("EOD-D1 before somebody", GARAGE, "Mara: delay before Lurker", BUTTON),
    ("EOD-D2 after somebody", GARAGE, "Lurker: delay after Mara", BUTTON),
    ("EOD-D4 into the next turn", GARAGE, "Thug: hold-over", BUTTON),
    ("EOD-D4 the action that was held over", GARAGE, "Thug: enter", BUTTON),
    ("EOD-D5 prepared", GARAGE, "Mara: prepare attack Thug for 3 if Thug attacks", BUTTON),
    ("EOD-D5 prepared until a moment", GARAGE, "Mara: prepare attack Lurker for 4 if Lurker attacks until 3", BUTTON),
    (
        "EOD-D5 prepared into the next turn",
        f"{EOD}/unused-is-lost",
        "Vic: prepare over attack Thug if Thug attacks",
        BUTTON,
    ),
    (
        "EOD-D5 in one's own words",
        f"{EOD}/ready-for-the-next-turn",
        "Mara: prepare over attack Thug for 3 until 2 when the lamp goes out",
        BUTTON,
    ),
    ("EOD-D5 it takes place", f"{EOD}/prepared", "Mitch: fire", BUTTON),
    ("EOD-X4 it is let go by", GARAGE, "Mara: pass", BUTTON),
    ("EOD-C1 the game master decides", f"{EOD}/level-the-gm-says", "answer Jonah, Mara", BUTTON),
    ("EOD-C6 the moment is named", f"{EOD}/moments-are-declared", "Mara: delay until 7", BUTTON),
    ("EOD-C7 what was interrupted is spoilt", f"{EOD}/interrupted", "Mitch: fire spoils", BUTTON),
    ("EOD-X3 a dodge", GARAGE, "Lurker: dodge", BUTTON),
)


def before(served: Served, file: str, line: str) -> tuple[Table, Said]:
    """A table on which an example has come to the step that says this line; and that step."""
    scenario = read_scenario(EXAMPLES / f"{file}.yaml")
    spoken = [step for step in scenario.play if isinstance(step, Said)]
    step = next(one for one in spoken if line in (one.text, f"{one.who}: {one.text}"))
    stage = Stage(_until(scenario, step))
    outcome = stage.run()
    assert outcome.passed, outcome
    fight = Fight(scenario.book, stage.encounter)
    return served.hall.open(fight, scenario.title), step


def _until(scenario: Scenario, step: Said) -> Scenario:
    steps = scenario.play[: scenario.play.index(step)]
    return replace(scenario, play=steps, dice=None)


@pytest.mark.parametrize(("file", "line", "how"), [pytest.param(*row[1:], id=row[0]) for row in MECHANICS])
def test_a_mechanic_has_its_button(
    served: Served, host: httpx.Client, guest: httpx.Client, file: str, line: str, how: str
) -> None:
    """It is there where and when it can be used; pressing it does it."""
    table, step = before(served, file, line)
    fight = table.fight()
    heroes = {one.owns[0]: one for one in table.seats.tickets.values() if one.role == "player" and one.owns}
    wanted = meant(fight.rules, fight.state, step, heroes)
    client = host
    if "costs ½" in line:
        wanted = wanted._replace(by="")
    if wanted.by:
        invites = host.get(f"/t/{table.id}/invites").text
        link = re.search(rf'href="([^"]+)">Link for {re.escape(wanted.by)}<', invites)
        assert link
        client = guest
        client.get(unescape(link[1]))
    page = client.get(f"/t/{table.id}").text
    forms = forms_on(page)
    if how == BUTTON and not wanted.by:
        forms += forms_on(client.get(f"/t/{table.id}/more").text)
    if how == WORDS:
        forms = _words(client, table, wanted.lines)
    found = choose(fight.rules, fight.state, [form for form in forms if form.kind in (how, "")], wanted)
    assert found is not None, [form.words for form in forms]
    token = re.search(r'name="_csrf_token" value="([^"]+)"', page)
    cursor = re.search(r'id="cursor" value="([^"]+)"', page)
    assert token
    assert cursor
    written = fight.encounter.revision
    sent: dict[str, list[str]] = {"words": [found.words], "_csrf_token": [token[1]], "cursor": [unescape(cursor[1])]}
    for name, value in found.pairs:
        sent.setdefault(name, []).append(value)
    answer = client.post(f"/t/{table.id}/say", data=sent)
    assert answer.status_code == 200
    assert fight.encounter.revision == written + 1, answer.text


def _words(client: httpx.Client, table: Table, lines: tuple[str, ...]) -> list[Form]:
    listed = re.findall(r'word=([^"&]+)"', client.get(f"/t/{table.id}/words").text)
    said = {line.split(": ")[-1].casefold() for line in lines}
    words = [word for word in map(unquote, listed) if any(re.match(rf"{re.escape(word)}\b", line) for line in said)]
    pages = [client.get(f"/t/{table.id}/words", params={"word": word}).text for word in words]
    return [form for html in pages for form in forms_on(html)]
