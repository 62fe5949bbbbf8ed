"""The command line. Each command imports what it needs when it runs, so that help stays quick."""

from __future__ import annotations

import sys
from pathlib import Path

import click

DONE, FAILED, BAD = 0, 1, 2


def _readable(context: click.Context, option: click.Parameter, text: str) -> str:
    if not text.isprintable():
        raise click.BadParameter("it holds letters that can't be read; type it anew")
    return text


def _spoken(context: click.Context, option: click.Parameter, language: str) -> str:
    if language == option.default:
        return language
    from turnwright.speech.catalogue import languages

    if language not in languages():
        raise click.BadParameter(f"{language!r} is not spoken here; choose one of {', '.join(languages())}")
    return language


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="turnwright")
@click.option(
    "--language",
    default="en",
    envvar="TURNWRIGHT_LANGUAGE",
    show_envvar=True,
    callback=_spoken,
    help="The language of what is told of a fight, such as de.",
)
@click.pass_context
def main(context: click.Context, language: str) -> None:
    """One engine for every tabletop game's turns. Alone it serves the live table, as `serve` does."""
    context.obj = language
    # Names of creatures and dice signs are not in every terminal's code page.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    if context.invoked_subcommand is None:
        context.invoke(serve)


_DATABASE = click.option(
    "--database", default="", metavar="PLACE", help="A file or postgresql://…, other than the usual one."
)


@main.command()
@click.option("--host", default="0.0.0.0", help="The address to listen at; 127.0.0.1 keeps it to this computer.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port to listen at (0: any that is free).")
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
@click.option("--seed", default="", callback=_readable, help="Make the dice of new fights follow from this text.")
@_DATABASE
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, help="So many processes; more than one on PostgreSQL."
)
@click.option(
    "--outside", default="", metavar="URL", help="Where people reach it, behind another server; links begin so."
)
@click.option("--hooks-inside", is_flag=True, help="Game masters may have this network's own servers told of changes.")
@click.pass_obj
def serve(
    language: str,
    host: str,
    port: int | None,
    browser: bool,
    seed: str,
    database: str,
    workers: int,
    outside: str,
    hooks_inside: bool,
) -> None:
    """Serve the live table: a page for the game master, and one for each player's phone."""
    from turnwright.cli.serve import serve_table
    from turnwright.web.app import Settings

    settings = Settings(seed, hooks_inside, language)
    sys.exit(serve_table(host, port, browser, database, workers, outside, settings))


@main.command()
@click.argument("what", required=False, default="")
@click.option("--seed", default="", callback=_readable, help="Make the dice of a new fight follow from this text.")
@click.option("--add", multiple=True, metavar="FILE", help="Add everybody whom a file lists.")
@click.option("--empty", is_flag=True, help="Begin a new fight with nobody.")
@click.option("--after", default="", metavar="NAME", help="With the party of a fight that is over.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Choose a reading of the ruleset.")
@click.option("--kind", default="", help="Choose a kind of encounter that the ruleset knows.")
@click.pass_obj
def play(
    language: str,
    what: str,
    seed: str,
    add: tuple[str, ...],
    empty: bool,
    after: str,
    options: tuple[str, ...],
    kind: str,
) -> None:
    """Run a fight: WHAT is a ruleset, a file (a ruleset, an encounter or a scenario), or the name of a saved fight.

    Alone it offers the last fight, or an example that is ready to play.
    """
    from turnwright.cli.table import Wanted, play_table

    sys.exit(play_table(what, Wanted(seed, add, empty, after, options, kind, language)))


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, one for each file.")
@click.option("--watch", is_flag=True, help="Run again whenever a file changes, until Ctrl+C.")
def run(paths: tuple[Path, ...], as_json: bool, watch: bool) -> None:
    """Run scenario files, and the files of folders.

    Exit code 0: all expectations hold; 1: one failed; 2: a file is bad.
    """
    if watch:
        from turnwright.cli.watch import watch_paths

        sys.exit(watch_paths(paths, as_json))
    from turnwright.cli.run import run_paths

    sys.exit(run_paths(paths, as_json))


@main.group(invoke_without_command=True)
@click.pass_context
def rules(context: click.Context) -> None:
    """List rulesets; show, check or begin one."""
    if context.invoked_subcommand is None:
        from turnwright.cli.shelf import list_rulesets

        sys.exit(list_rulesets())


@rules.command()
@click.argument("name")
def show(name: str) -> None:
    """Show what a ruleset says, its choices and its example."""
    from turnwright.cli.rules import show_ruleset

    sys.exit(show_ruleset(name))


@rules.command()
@click.argument("file")
def check(file: str) -> None:
    """Check a ruleset file and every option in it; tell all that is wrong, with line and column."""
    from turnwright.cli.rules import check_ruleset

    sys.exit(check_ruleset(file))


@rules.command()
@click.option("--overlay", is_flag=True, help="For a file that extends another.")
def schema(overlay: bool) -> None:
    """Print the JSON Schema of ruleset files, for editors."""
    from turnwright.cli.rules import print_schema

    sys.exit(print_schema(overlay))


@rules.command()
@click.argument("file", type=click.Path(path_type=Path))
def new(file: Path) -> None:
    """Write a commented template for a ruleset of one's own to FILE."""
    from turnwright.cli.rules import write_template

    sys.exit(write_template(file))


@main.group()
def token() -> None:
    """Tokens by which programs act for you at the live table."""


@token.command(name="new")
@click.argument("name", callback=_readable)
@_DATABASE
def new_token(name: str, database: str) -> None:
    """Make a token; NAME says what it is for."""
    from turnwright.cli.token import make_token

    sys.exit(make_token(name, database))


@token.command(name="list")
@_DATABASE
def list_tokens(database: str) -> None:
    """List the tokens that there are, with their ids."""
    from turnwright.cli.token import list_tokens

    sys.exit(list_tokens(database))


@token.command(name="withdraw")
@click.argument("id")
@_DATABASE
def withdraw_token(id: str, database: str) -> None:
    """Void the token of this ID."""
    from turnwright.cli.token import withdraw_token

    sys.exit(withdraw_token(id, database))


@main.command()
@click.argument("formula")
@click.option("--seed", default="", callback=_readable, help="Make the faces follow from this text.")
def roll(formula: str, seed: str) -> None:
    """Roll a FORMULA such as 2d20kh1+5, and show every die."""
    from turnwright.cli.roll import roll_formula

    sys.exit(roll_formula(formula, seed))


@main.command()
@click.argument("name")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl", "markdown", "scenario"]),
    default="text",
    help="What the log is written as.",
)
@click.option("--links", is_flag=True, help="Markdown with [[wiki links]] for names.")
@click.pass_obj
def log(language: str, name: str, form: str, links: bool) -> None:
    """Print the log of a saved fight."""
    from turnwright.cli.log import print_log

    sys.exit(print_log(name, form, links, language))


@main.command()
@click.argument("table")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--database", default="", metavar="PLACE", help="A file or postgresql://…, other than the usual one.")
def backup(table: str, file: Path, database: str) -> None:
    """Write a TABLE, by its title or id, with its fights to a new FILE."""
    from turnwright.cli.backup import save_table

    sys.exit(save_table(table, file, database))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--database", default="", metavar="PLACE", help="A file or postgresql://…, other than the usual one.")
def restore(file: Path, database: str) -> None:
    """Make a table of a FILE that `backup` wrote, beside what is there."""
    from turnwright.cli.backup import restore_table

    sys.exit(restore_table(file, database))


@main.group()
def store() -> None:
    """See to where the fights are kept."""


@store.command()
@_DATABASE
def upgrade(database: str) -> None:
    """Make the tables, or bring them to this version's format; every other command does so too where it may."""
    from turnwright.cli.store import upgrade_store

    sys.exit(upgrade_store(database))
