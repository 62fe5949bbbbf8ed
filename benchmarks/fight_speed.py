"""How fast a long fight runs on the shipped path, against boardgame.io doing the same.

Six combatants; each turn is one action that changes HP and one end of turn. Events, causes, JSON records and undo are
on. Prints commands a second for 1,000 and 5,000 rounds, how the last tenth compares with the first, replayed events a
second and, where a folder with boardgame.io is given, the ratio against its client in the same run. Both sides must
come to the same hit points.

Run: python benchmarks/fight_speed.py [--rounds 1000 5000] [--times 3] [--peer FOLDER]
The peer's folder: npm install boardgame.io in an empty folder.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import time
from pathlib import Path

from turnwright.engine import Encounter, Record, codec, compile_rules, read_record
from turnwright.engine.frames import Turn
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.scenes import End, Start
from turnwright.rules.load import load

FIGHTERS = 6
HP = 1_000_000


def play(rounds: int) -> tuple[Encounter, list[bytes], list[float]]:
    """A fight of so many rounds: the encounter, its records as JSON, and the seconds that each tenth took."""
    log: list[bytes] = []
    encounter = Encounter.new(compile_rules(load("plain")), "bench", lambda record: log.append(codec.encode(record)))
    for number in range(FIGHTERS):
        encounter.do(Add(f"Fighter {number}", values={"hp": str(HP)}))
    who = list(encounter.state.combatants)
    for number, one in enumerate(who):
        encounter.do(SetScore(one, 100 - number))
    encounter.do(Start())
    tenths: list[float] = []
    for _ in range(10):
        began = time.perf_counter()
        for _ in range(rounds // 10):
            for number in range(FIGHTERS):
                target = who[(number + 1) % FIGHTERS]
                done = encounter.do(Act(who[number], "attack", (target,), amount="-1"))
                turn = encounter.state.agenda[-1]
                assert isinstance(done, Record), done
                assert isinstance(turn, Turn)
                encounter.do(End(turn.id))
        tenths.append(time.perf_counter() - began)
    return encounter, log, tenths


def replay(log: list[bytes]) -> tuple[float, float, int]:
    """Seconds to read all records, seconds to fold them, and how many events there are."""
    began = time.perf_counter()
    records = [read_record(data) for data in log]
    read = time.perf_counter()
    Encounter.load(compile_rules(load("plain")), records)
    return read - began, time.perf_counter() - read, sum(len(record.events) for record in records)


PEER = """
const { Client } = require('boardgame.io/client');
const rounds = +process.argv[2], N = 6;
const game = { setup: () => ({ hp: Array(N).fill(1000000) }),
  moves: { attack: ({ G }, t) => { G.hp[t] -= 1; } } };
const client = Client({ game, numPlayers: N, debug: false });
client.start();
const began = process.hrtime.bigint();
for (let r = 0; r < rounds; r++) for (let p = 0; p < N; p++) {
  client.moves.attack((p + 1) % N); client.events.endTurn();
}
const seconds = Number(process.hrtime.bigint() - began) / 1e9;
console.log(JSON.stringify({ seconds, hp: client.getState().G.hp }));
"""


def peer(folder: Path, rounds: int) -> dict[str, object]:
    """The same fight in boardgame.io's client."""
    run = subprocess.run(
        ["node", "-e", PEER.replace("process.argv[2]", str(rounds))],
        cwd=folder,
        env={"PATH": __import__("os").environ["PATH"], "NODE_ENV": "production"},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(run.stdout.strip().splitlines()[-1]))


def best(rounds: int, folder: Path | None, times: int) -> tuple[float, float, list[object]]:
    """The fewest seconds that each side took, in turns, and the hit points that the other side came to."""
    ours, theirs, hp = [], [0.0], []
    for _ in range(times):
        gc.collect()
        ours.append(sum(play(rounds)[2]))
        if folder:
            other = peer(folder, rounds)
            theirs.append(float(str(other["seconds"])))
            hp.append(other["hp"])
    return min(ours), min(theirs[1:], default=0.0), hp


def main() -> int:
    """Measure and print; the exit code is 1 when the two sides did not do the same work."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, nargs="+", default=[1000, 5000])
    parser.add_argument("--times", type=int, default=3, help="how often each side plays; the fastest counts")
    parser.add_argument("--peer", type=Path)
    options = parser.parse_args()
    same = True
    for rounds in options.rounds:
        encounter, log, tenths = play(rounds)
        seconds, peer_seconds, others = best(rounds, options.peer, options.times)
        commands = rounds * FIGHTERS * 2
        read, fold, events = replay(log)
        hp = [c.pools["hp"] for c in encounter.state.combatants.values()]
        print(f"{rounds} rounds: {commands / seconds:,.0f} commands/s;", end=" ")
        print(f"last tenth {tenths[-1] / tenths[0]:.2f} times the first;")
        print(f"  {events / commands:.1f} events a command, {sum(map(len, log)) / commands:.0f} bytes;", end=" ")
        print(f"replay {events / fold:,.0f} events/s (with reading JSON {events / (read + fold):,.0f}); hp {hp}")
        if options.peer:
            same = same and all(other == hp for other in others)
            theirs = commands / peer_seconds
            print(f"  boardgame.io: {theirs:,.0f} commands/s; ratio {peer_seconds / seconds:.1f}; same work: {same}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
