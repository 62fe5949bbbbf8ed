"""The log in a database of any kind, by the same statements."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from zlib import crc32

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from turnwright.store.api import FIGHT, New, Saved, Store
from turnwright.store.errors import StoreError
from turnwright.store.hints import Hints
from turnwright.store.migrate import check, migrate
from turnwright.store.names import clean, key, taken, unknown
from turnwright.store.schema import ENCOUNTER, HEADER, NEWEST, RECORD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sqlalchemy import Connection, Row, Select

    from turnwright.store.database import Database

# So many records are fetched at once: no lock is held and no snapshot kept open while a reader thinks.
_PAGE = 500

# Made once: to build a statement takes longer than to run it.
_E, _R = ENCOUNTER.c, RECORD.c
_ROW = select(_E.id, _E.name, _E.last).where(_E.key == bindparam("key"))
# Whoever else wants to change this encounter waits. SQLite lets one change anything at a time anyway.
_ROW_TO_CHANGE = _ROW.with_for_update()
_ROW_AND_HEADER = (
    select(_E.name, HEADER.c.body, HEADER.c.crc).outerjoin_from(ENCOUNTER, HEADER).where(_E.key == bindparam("key"))
)
_NAMES = (
    select(_E.name, _E.created, _E.changed, _E.last)
    .where(_E.kind == bindparam("kind"))
    .order_by(_E.changed.desc(), _E.id.desc())
)
_TAKEN = select(_E.name).where(_E.key == bindparam("key"), _E.id != bindparam("except_id"))
_RECORDS = (
    select(_R.seq, _R.body, _R.crc)
    .where(_R.encounter == bindparam("encounter"), _R.seq > bindparam("after"), _R.seq <= bindparam("last"))
    .order_by(_R.seq)
    .limit(bindparam("page"))
)
_NEW, _NEW_HEADER, _NEW_RECORD = insert(ENCOUNTER), insert(HEADER), insert(RECORD)
_CHANGED = update(ENCOUNTER).where(_E.id == bindparam("of")).values(last=bindparam("to"), changed=bindparam("now"))


Asked = TypeVar("Asked")


class _Row(NamedTuple):
    id: int
    name: str
    last: int


class SqlStore(Store):
    """A `Store` in a database, which is brought up to date. Made by `open_store`."""

    def __init__(self, database: Database, clock: Callable[[], datetime] | None) -> None:
        self.shown = database.shown
        self.for_many = database.for_many
        self.formats = (migrate(database), NEWEST)
        self._database = database
        self._clock = clock or _now
        self._hints = Hints(database)
        self._closed = False
        self._rows: dict[str, _Row] = {}
        """The rows of logs, by their keys, as they have been since the database had that version."""
        self._version: int | None = None

    def create_many(self, logs: Iterable[New]) -> None:
        ready = [(clean(log.name), log, crc32(log.header)) for log in logs]
        with self._writing() as db:
            self._database.alone(db)
            for name, log, crc in ready:
                self._refuse_taken(db, name)
                now = self._stamp()
                row = {"name": name, "key": key(name), "created": now, "changed": now, "kind": log.kind}
                made = db.execute(_NEW, row).inserted_primary_key
                assert made is not None
                db.execute(_NEW_HEADER, {"encounter": made[0], "body": log.header, "crc": crc})
                if log.payloads:
                    self._insert(db, made[0], list(enumerate(log.payloads, 1)))
                self._database.hint(db, name)

    def header(self, name: str) -> bytes:
        found = self._asked(lambda db: self._found(db, _ROW_AND_HEADER, name))
        body: bytes | None = found.body
        if body is None or crc32(body) != found.crc:
            raise self._damaged(f'the header of "{found.name}" is')
        return body

    def append_many(self, name: str, seq: int, payloads: Iterable[bytes]) -> None:
        records = list(enumerate(payloads, seq))
        with self._writing() as db:
            # Nobody else can change it any more: where nobody has, it is as it was found or left here.
            row = self._known().get(key(name)) or self._row(db, name, to_change=True)
            if seq != row.last + 1:
                raise _conflict(row, seq)
            if not records:
                return
            self._insert(db, row.id, records)
            self._database.hint(db, row.name)
            self._rows[key(name)] = row._replace(last=records[-1][0])

    def read(self, name: str, after: int = 0) -> Iterator[tuple[int, bytes]]:
        return self._records(self._standing(name), max(after, 0))

    def last(self, name: str) -> int:
        return self._standing(name).last

    def _standing(self, name: str) -> _Row:
        """The row of a log as it is now: where nobody else has written since, as it was found or left here."""
        with self._using():
            known = self._known().get(key(name))
        return known or self._asked(lambda db: self._noted(db, name))

    def _known(self) -> dict[str, _Row]:
        """The rows that need not be looked for again."""
        version = self._database.version()
        if version is None:
            return {}
        if version != self._version:
            self._rows, self._version = {}, version
        return self._rows

    def _noted(self, db: Connection, name: str) -> _Row:
        # Looked for ahead of the row: what others write in between is found with the next version.
        known = self._known()
        row = known[key(name)] = self._row(db, name)
        return row

    def names(self, kind: str = FIGHT) -> list[Saved]:
        rows = self._asked(lambda db: db.execute(_NAMES, {"kind": kind}).all())
        try:
            return [
                Saved(name, datetime.fromisoformat(created), datetime.fromisoformat(changed), last)
                for name, created, changed, last in rows
            ]
        except ValueError as error:
            raise self._damaged("a time in the list of what is kept is") from error

    def rename(self, name: str, new: str) -> None:
        new = clean(new)
        with self._writing() as db:
            self._rows = {}
            self._database.alone(db)
            row = self._row(db, name, to_change=True)
            self._refuse_taken(db, new, row.id)
            db.execute(update(ENCOUNTER).where(_E.id == row.id), {"name": new, "key": key(new)})
            self._database.hint(db, row.name)
            self._database.hint(db, new)

    def delete(self, name: str) -> None:
        with self._writing() as db:
            self._rows = {}
            row = self._row(db, name, to_change=True)
            db.execute(delete(ENCOUNTER).where(_E.id == row.id))
            self._database.hint(db, row.name)

    def watch(self, told: Callable[[str | None], None]) -> Callable[[], None]:
        with self._using():
            return self._hints.add(told)

    def close(self) -> None:
        self._hints.end()
        with self._database.turn:
            self._closed = True
            self._database.close()

    def _insert(self, db: Connection, encounter: int, records: list[tuple[int, bytes]]) -> None:
        rows = [{"encounter": encounter, "seq": seq, "body": body, "crc": crc32(body)} for seq, body in records]
        # One row alone goes quicker than a list of one.
        db.execute(_NEW_RECORD, rows if len(rows) > 1 else rows[0])
        db.execute(_CHANGED, {"of": encounter, "to": records[-1][0], "now": self._stamp()})

    def _records(self, row: _Row, after: int) -> Iterator[tuple[int, bytes]]:
        while after < row.last:
            for seq, body, crc in self._asked(partial(self._page, row, after)):
                after += 1
                if seq != after:
                    raise self._damaged(f'record {after} of "{row.name}" is missing and the rest')
                if crc32(body) != crc:
                    raise self._damaged(f'record {seq} of "{row.name}" is')
                yield seq, body

    def _page(self, row: _Row, after: int, db: Connection) -> Sequence[Row[int, bytes, int]]:
        page = db.execute(_RECORDS, {"encounter": row.id, "after": after, "last": row.last, "page": _PAGE}).all()
        if page:
            return page
        if db.execute(select(_E.id).where(_E.id == row.id)).first():
            raise self._damaged(f'record {after + 1} of "{row.name}" is missing and the rest')
        raise self._unknown(db, row.name)

    def _row(self, db: Connection, name: str, *, to_change: bool = False) -> _Row:
        return _Row._make(self._found(db, _ROW_TO_CHANGE if to_change else _ROW, name))

    def _found(self, db: Connection, statement: Select[Any], name: str) -> Row[Any]:
        found = db.execute(statement, {"key": key(name)}).first() if _storable(name) else None
        if found is None:
            raise self._unknown(db, name)
        return found

    def _unknown(self, db: Connection, name: str) -> StoreError:
        return unknown(name, [row.name for row in db.execute(_NAMES, {"kind": FIGHT})])

    def _refuse_taken(self, db: Connection, name: str, except_id: int = 0) -> None:
        found = db.execute(_TAKEN, {"key": key(name), "except_id": except_id}).first()
        if found:
            raise taken(found.name)

    def _stamp(self) -> str:
        # One zone and one width: sorted as text they are sorted in time.
        return self._clock().astimezone(UTC).isoformat(timespec="microseconds")

    def _asked(self, ask: Callable[[Connection], Asked]) -> Asked:
        """What the database answers to something that changes nothing."""
        with self._using():
            try:
                with self._database.reader.connect() as db:
                    return ask(db)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            # The connection had broken since it was used last; the others were dropped with it, and this one is new.
            with self._database.reader.connect() as db:
                return ask(db)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._using(), self._begun() as db:
            try:
                yield db
                db.commit()
            except BaseException:
                self._rows = {}
                raise

    def _begun(self) -> Connection:
        """A transaction in which something may be changed."""
        try:
            return self._checked(self._database.writer.connect())
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        return self._checked(self._database.writer.connect())

    def _checked(self, db: Connection) -> Connection:
        try:
            # Not only when something is asked for the first time: from here on nobody else writes to a SQLite file.
            db.begin()
            # A later version may have brought it forward while it was open here.
            check(self._database, db)
        except BaseException:
            db.close()
            raise
        return db

    @contextmanager
    def _using(self) -> Iterator[None]:
        """Use the database, and raise what it has to say as `StoreError`."""
        with self._database.turn:
            if self._closed:
                raise StoreError("closed", f"{self._database.shown} was closed before.")
            try:
                yield
            except self._database.errors as error:
                raise self._database.told(error) from error

    def _damaged(self, what: str) -> StoreError:
        return self._database.damaged(f"{self._database.shown}: {what} damaged.")


def _storable(name: str) -> bool:
    """Whether it could be the name of something; databases don't even look for some that can't."""
    try:
        return b"\0" not in name.encode()
    except UnicodeEncodeError:
        return False


def _conflict(row: _Row, seq: int) -> StoreError:
    there = f"its last record is {row.last}" if row.last else "it has no records yet"
    message = f'Record {seq} is not the next of "{row.name}": {there}, so {row.last + 1} is next.'
    return StoreError("conflict", message, "Read what was added and decide again.", last=row.last)


def _now() -> datetime:
    return datetime.now(UTC)
