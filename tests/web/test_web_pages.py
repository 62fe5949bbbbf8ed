"""The pages over HTTP: who gets where, and that nobody says anything without a right to."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from hashlib import sha256
from importlib import resources

import pytest
from httpx import Client

from web.conftest import Served


def token(page: str) -> str:
    found = re.search(r'name="_csrf_token" value="([^"]+)"', page)
    assert found
    return found[1]


def open_table(host: Client, game: str = "lux-aeterna") -> str:
    """The address of a new table with that game's example."""
    form = {"ruleset": game, "example": "yes", "_csrf_token": token(host.get("/").text)}
    answer = host.post("/tables", data=form)
    assert answer.status_code == 200
    return answer.url.path


def say(client: Client, table: str, words: str, **more: str) -> str:
    form = {"words": words, "_csrf_token": token(client.get(table).text), **more}
    answer = client.post(f"{table}/say", data=form)
    assert answer.status_code == 200, answer.text
    return answer.text


def links(host: Client, table: str) -> dict[str, str]:
    """The link for each seat, by its name."""
    found = re.findall(r'<a href="[^"]+(/join/[^"]+)">Link for ([^<]+)</a>', host.get(f"{table}/invites").text)
    return {name: link for link, name in found}


def test_strangers_are_asked_for_their_invite(guest: Client) -> None:
    """Who did not start the server opens no tables, and sees none."""
    page = guest.get("/")
    assert page.status_code == 200
    assert "open the link" in page.text
    form = {"ruleset": "plain", "example": "yes", "_csrf_token": guest.cookies.get("csrftoken") or ""}
    assert guest.post("/tables", data=form).status_code == 403


def test_the_first_page_says_what_it_is_and_what_to_do(host: Client) -> None:
    page = host.get("/").text
    assert page.index("Turnwright keeps the turns of your game") < page.index("Try a fight")


def test_an_empty_table_says_how_it_begins(host: Client) -> None:
    """The form for those who take part is open; who has to be invited is told until a player has sat down."""
    table = open_table(host, "plain")
    assert "Nobody is here yet" not in host.get(table).text
    assert "No player has sat down yet" in host.get(table).text
    form = {"ruleset": "plain", "example": "", "_csrf_token": token(host.get("/").text)}
    empty = host.post("/tables", data=form).text
    assert "Nobody is here yet" in empty
    assert re.search(r'<details class="add"[^>]* open>', empty)


def test_the_invite_is_told_of_until_a_player_has_sat_down(host: Client, guest: Client) -> None:
    table = open_table(host)
    guest.get(links(host, table)["Milli"])
    assert "No player has sat down yet" not in host.get(table).text


def test_the_host_s_link_works_once(host: Client, guest: Client, served: Served) -> None:
    """The word in it is gone with its first use; an empty one is none."""
    assert guest.get(served.host_link).status_code == 403
    assert guest.get("/host/").status_code == 404
    assert guest.get("/host/x").status_code == 403


def test_an_invite_gives_one_seat_at_one_table(host: Client, guest: Client) -> None:
    """The link of a character leads to its page, and to no other table, nor to the game master's words."""
    table, other = open_table(host), open_table(host, "plain")
    assert guest.get(table).status_code == 403
    page = guest.get(links(host, table)["Milli"])
    assert page.url.path == table
    assert 'class="player"' in page.text
    assert "Milli" in page.text
    assert guest.get(other).status_code == 403
    assert guest.get(f"{table}/invites").status_code == 403
    assert "refused" in say(guest, table, "hp goblins -50")


def test_a_place_of_several_says_who_is_who(host: Client, guest: Client) -> None:
    """RAP-I2: a group has one place, in which each member has hit points of its own."""
    table = open_table(host, "reaction-ap")
    say(host, table, "group raiders")
    page = guest.get(links(host, table)["Ana"])
    strip = page.text.partition('<ol class="strip"')[2].partition("</ol>")[0]
    assert re.findall(r'<span class="who">([^<]+)</span>', strip) == ["Raider 1", "Raider 2", "Raider 3"]


def test_whose_characters_have_left_is_told_so(host: Client, guest: Client) -> None:
    """ODY-F4: somebody who has fled is gone for this battle, and their player still has a seat."""
    table = open_table(host, "last-odyssey")
    guest.get(links(host, table)["Vael"])
    say(host, table, "remove Vael as fled")
    page = guest.get(table).text
    assert "Nobody of yours is in this fight now" in page
    assert "can give you a character" not in page


def test_a_renewed_link_voids_the_old_one(host: Client, guest: Client) -> None:
    """Old link and old session are refused, the new link works."""
    table = open_table(host)
    old = links(host, table)["Milli"]
    guest.get(old)
    page = host.get(f"{table}/invites").text
    renew = re.search(r'Link for Milli<.*?action="([^"]+/renew/[^"]+)"', page, re.DOTALL)
    assert renew
    assert host.post(renew[1], data={"_csrf_token": token(page)}).status_code == 200
    assert guest.get(table).status_code == 403
    assert guest.get(old).status_code == 403
    assert guest.get(links(host, table)["Milli"]).status_code == 200


def test_the_open_link_gives_a_free_seat(host: Client, guest: Client, person: Callable[[], Client]) -> None:
    """Whoever has it picks a character that nobody has taken, or comes under a name; once void, it gives nothing."""
    table = open_table(host)
    link = links(host, table)["everybody"]
    page = guest.get(link)
    assert "Who are you?" in page.text
    seat = re.search(r'name="characters" value="([^"]+)">Milli<', page.text)
    assert seat
    form = {"characters": seat[1], "_csrf_token": token(page.text)}
    assert "Milli" in guest.post(link, data=form).text
    second = person()
    page = second.get(link)
    assert ">Milli<" not in page.text
    assert second.post(link, data={**form, "_csrf_token": token(page.text)}).status_code == 403
    # Whoever lost the phone does not get a second seat of the name, but is told how to come back to the first.
    assert "There already: Milli." in page.text
    again = second.post(link, data={"name": "milli", "_csrf_token": token(page.text)})
    assert (again.status_code, "your own link" in again.text) == (400, True)
    assert second.post(link, data={"name": "Zoe", "_csrf_token": token(page.text)}).url.path == table
    assert "Link for Zoe" in host.get(f"{table}/invites").text
    page = host.get(f"{table}/invites")
    assert host.post(f"{table}/renew", data={"_csrf_token": token(page.text)}).status_code == 200
    assert person().get(link).status_code == 403
    assert guest.get(table).status_code == 200


@pytest.mark.parametrize("word", ["", "x", "WyJhIl0.bad", "%00", "../../etc"])
def test_a_forged_link_is_refused(guest: Client, word: str) -> None:
    """Only what this server has signed is a seat."""
    assert guest.get(f"/join/{word}").status_code in (403, 404)


def test_nothing_is_said_without_the_page_s_token(host: Client) -> None:
    """Another site can't speak in somebody's name (CSRF)."""
    table = open_table(host)
    before = host.get(table).text
    assert host.post(f"{table}/say", data={"words": "hp milli -5"}).status_code == 403
    assert re.sub(r'value="[^"]+"', "", host.get(table).text) == re.sub(r'value="[^"]+"', "", before)


def test_names_are_shown_as_they_are_and_run_nothing(host: Client) -> None:
    """A name may hold markup: it is text."""
    table = open_table(host)
    told = say(host, table, 'add "<img src=x onerror=alert(1)>" hp 5')
    assert "<img" not in told
    page = host.get(table).text
    assert "<img" not in page
    assert "&lt;img" in page


def test_pages_run_our_own_files_alone_and_leak_no_links(host: Client) -> None:
    """The policy of each page: no foreign script, no frame, no referrer; pages are kept by nobody."""
    table = open_table(host)
    for path in ("/", table, f"{table}/invites", "/t/nowhere"):
        headers = host.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
    assert host.get(table).headers["cache-control"] == "no-store"
    assert "<script>" not in host.get(table).text


def test_a_fight_is_played_by_what_the_buttons_say(host: Client, guest: Client) -> None:
    """The game master begins with one press; a player attacks with a typed amount; undo takes it back."""
    table = open_table(host)
    guest.get(links(host, table)["Milli"])
    say(host, table, "score milli 60")
    say(host, table, "roll\nstart")
    assert "Your turn, Milli" in guest.get(table).text
    assert "refused" not in say(guest, table, "Milli: attack", target="Goblin Archer", **{"for": "4"})
    say(host, table, "resolve")
    assert "<b>5</b>/9" in host.get(table).text
    say(host, table, "undo\nundo")
    assert "<b>9</b>/9" in host.get(table).text


def test_what_is_refused_is_told_and_changes_nothing(host: Client) -> None:
    """The notice says why; of several lines the rest is not said."""
    table = open_table(host)
    assert "attack" in say(host, table, "help attack")
    told = say(host, table, "hp nobody -3\nhp milli -3")
    assert "refused" in told
    assert "nobody" in told
    assert "<b>20</b>/20" in host.get(table).text


def test_vendored_files_are_what_they_were() -> None:
    """Third-party scripts are as published: their sums are kept beside them."""
    folder = resources.files("turnwright.web") / "static" / "vendor"
    for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, name = line.split()
        assert sha256((folder / name).read_bytes()).hexdigest() == digest


def test_the_game_master_makes_tokens_and_voids_them(host: Client, guest: Client) -> None:
    """A token is shown on the page that makes it, and not again; a player makes none."""
    table = open_table(host)
    page = host.get(f"{table}/invites").text
    form = {"seat": "gm", "name": "<b>bot", "_csrf_token": token(page)}
    made = re.search(r"<code>(tw\.[^<]+)</code>", host.post(f"{table}/tokens", data=form).text)
    assert made
    bearer = {"Authorization": f"Bearer {made[1]}"}
    assert guest.get("/api/v1/me", headers=bearer).json()["seat"]["id"] == "gm"
    page = host.get(f"{table}/invites").text
    assert made[1] not in page
    assert "&lt;b&gt;bot, for GM" in page
    void = re.search(r'action="([^"]+/withdraw/[^"]+)"', page)
    assert void
    assert host.post(void[1], data={"_csrf_token": token(page)}).status_code == 200
    assert guest.get("/api/v1/me", headers=bearer).status_code == 401
    guest.get(links(host, table)["Milli"])
    form["_csrf_token"] = guest.cookies.get("csrftoken") or ""
    assert guest.post(f"{table}/tokens", data=form).status_code == 403


def test_a_fight_that_was_deleted_leaves_the_table(host: Client, served: Served) -> None:
    """Another program deletes a fight that is on a table: its page says so, and another fight can be begun."""
    table = open_table(host)
    page = host.get(f"{table}/fights").text
    served.hall.store.delete("Goblins in ambush")
    gone = host.get(table)
    assert gone.status_code == 409
    assert "begin another under Fights" in gone.text
    form = {"ruleset": "plain", "title": "Anew", "_csrf_token": token(page)}
    assert "Anew" in host.post(f"{table}/fights", data=form).text


def test_the_last_fight_stays_on_the_table(host: Client, served: Served) -> None:
    """A table without any fight could show nothing."""
    table = open_table(host)
    fight = next(iter(served.hall.table(table.removeprefix("/t/")).seats.fights))  # type: ignore[union-attr]
    form = {"_csrf_token": token(host.get(f"{table}/fights").text)}
    assert host.post(f"{table}/fights/{fight}/lift", data=form).status_code == 200
    assert host.get(table).status_code == 200


def test_no_other_log_passes_for_what_was_made_ready(host: Client) -> None:
    """An address names a party or an encounter, and no fight or table."""
    table = open_table(host)
    for name in ("Goblins in ambush", table.removeprefix("/t/")):
        assert host.get(f"/casts/{name}").status_code == 404


def test_everybody_is_answered_in_their_language(host: Client, guest: Client, person: Callable[[], Client]) -> None:
    """As their browser asks, or as they chose; and the game master in another one at the same table."""
    table = open_table(host)
    assert '<html lang="en">' in guest.get("/").text
    german = person()
    german.headers["Accept-Language"] = "de-AT,de;q=0.9,en;q=0.5"
    page = german.get(links(host, table)["Milli"]).text
    assert '<html lang="de">' in page
    assert "Verlauf" in page
    form = {"language": "en", "back": table, "_csrf_token": token(page)}
    assert "Verlauf" not in german.post("/language", data=form).text
    assert german.post("/language", data={**form, "back": "//elsewhere.example"}).url.path == "/"
    assert "Log" in host.get(table).text


def test_what_was_meant_for_a_fight_that_is_gone_is_not_done_in_another(host: Client) -> None:
    """A page that still shows a fight which was taken off the table does nothing to the one that is shown now."""
    table = open_table(host)
    page = host.get(f"{table}/fights").text
    form = {"ruleset": "plain", "title": "At the mill", "_csrf_token": token(page)}
    host.post(f"{table}/fights", data=form)
    (gone,) = re.findall(r"/fights/(\w+)/lift", host.get(f"{table}/fights").text)
    cursor = re.search(r'id="cursor" value="([^"]+)"', host.get(f"{table}?fight={gone}").text)
    assert cursor
    host.post(f"{table}/fights/{gone}/lift", data={"_csrf_token": token(page)})
    for meant in ({"fight": gone}, {"cursor": cursor[1]}):
        assert "not before you any more" in say(host, table, "hp milli -7", **meant)
    shown = host.get(table).text
    assert "Goblin Archer" in shown
    assert "loses 7 HP" not in shown


def test_a_form_says_no_more_than_people_do(host: Client) -> None:
    """Neither lines without end, nor a name of a request that fills the log."""
    table = open_table(host)
    form = {"_csrf_token": token(host.get(table).text)}
    for more in ({"words": "note a\n" * 101}, {"words": "note a", "request": "a" * 81}):
        assert host.post(f"{table}/say", data={**form, **more}).status_code == 400
    assert host.post(f"{table}/say", data={**form, "words": "a" * 1_000_001}).status_code == 413
    assert "note remove" not in host.get(table).text


def test_a_title_that_cannot_be_kept_is_told_so(host: Client) -> None:
    """It is the sender's fault, and nothing of the store's."""
    table = open_table(host)
    form = {"ruleset": "plain", "title": "a\u202eb", "_csrf_token": token(host.get(table).text)}
    answer = host.post(f"{table}/fights", data=form)
    assert answer.status_code == 400
    assert "U+202E" in answer.text


@pytest.mark.parametrize("name", ["Bob!", "Goblin #2", "a, b", "{x}", "Milli"])
def test_what_whoever_is_up_can_do_stands_first_whatever_their_name(host: Client, name: str) -> None:
    """Also a name that is typed in quotation marks; and its buttons do what they say."""
    table = open_table(host, "plain")
    say(host, table, f'add "{name}" side heroes score 99 hp 5')
    say(host, table, "roll\nstart")
    page = html.unescape(host.get(table).text)
    own = page[page.index('class="deeds"') : page.index("table-deeds")]
    words = re.search(r'name="words" value="("?' + re.escape(name) + '"?: attack)"', own)
    assert words
    assert "refused" not in say(host, table, words[1], target="Bandit 1")


def test_what_many_can_do_is_looked_at_one_by_one(host: Client) -> None:
    """What the page of all that can be done weighs grows with the people, not with the square of their number."""
    table = open_table(host)
    few = host.get(f"{table}/more").text
    assert 'class="deed act' in few
    weighs = []
    for _ in range(2):
        say(host, table, "\n".join(f"add 10 Rat{letter} side goblins hp 3" for letter in "abc"))
        weighs.append(len(host.get(f"{table}/more").text))
    say(host, table, "roll\nstart")
    page = html.unescape(host.get(f"{table}/more").text)
    assert 'class="deed ' not in page
    found = re.findall(rf'hx-get="({re.escape(table)}/more\?[^"]+who=[^"]+)"[^>]*><b>([^<]+)</b>', page)
    assert len(found) > 60
    assert len({name for _, name in found}) == len(found)
    address, name = found[-1]
    shown = html.unescape(host.get(address).text)
    assert 'class="deed ' in shown
    assert f"{name}: " in shown
    assert len(shown) < 100_000
    assert weighs[1] < 3 * weighs[0]


def test_nothing_keeps_a_refusal(guest: Client) -> None:
    """A page that tells somebody to ask for an invite is not shown again once they have it."""
    for path in ("/t/x", "/join/x", "/nope"):
        answer = guest.get(path)
        assert answer.status_code in (403, 404)
        assert answer.headers["cache-control"] == "no-store"


def outcome(client: Client, table: str, words: str) -> str:
    """What its giver is told of something that was done."""
    found = re.search(r'class="fine" data-passing>\s*<p>(.*?)</p>', say(client, table, words), re.DOTALL)
    assert found
    return html.unescape(found[1])


def test_whoever_does_something_is_told_what_came_of_it(host: Client, guest: Client) -> None:
    """In one line, also of an answer by one press; what was only looked up stays until it is closed."""
    table = open_table(host)
    guest.get(links(host, table)["Milli"])
    assert outcome(host, table, "score leader 40\nroll\nstart").endswith("Goblin Leader is up")
    assert "attack" in outcome(host, table, "leader: attack milli for 6")
    told = outcome(guest, table, "Milli: defend")
    assert "defend" in told
    assert "Milli loses 6 HP" in told
    assert outcome(host, table, "end").endswith("Goblin Leader's turn ends · Milli is up")
    assert "data-passing" not in say(host, table, "why")
    assert "data-passing" not in say(guest, table, "choices")
    assert "data-passing" not in say(guest, table, "Roan: delay")


def test_the_log_names_for_whom_the_game_master_acted(host: Client, guest: Client) -> None:
    """Where the player of whom it is sits at the table; what nobody sits for is the game master's to do anyway."""
    table = open_table(host)
    guest.get(links(host, table)["Milli"])
    for words in ("score leader 40", "roll", "start", "leader: attack milli for 6", "milli: defend", "end"):
        say(host, table, words)
    lines = [html.unescape(line) for line in re.findall(r"<li>([^<]+)</li>", guest.get(table).text)]
    meant = [line for line in lines if "(the GM for " in line]
    assert len(meant) == 1
    assert "defend" in meant[0]
    assert meant[0].endswith("(the GM for Milli)")
    other = open_table(host, "last-odyssey")
    for words in ("start", "answer 1: 3"):
        say(host, other, words)
    assert "the GM answers for Rhea: 3" in html.unescape(host.get(other).text)


def test_what_a_page_shows_is_not_sent_again(host: Client) -> None:
    """Its stream says that it is there, and sends the screen once that is another; without a cursor it sends it."""
    table = open_table(host)
    cursor = re.search(r'id="cursor" value="([^"]+)"', host.get(table).text)
    assert cursor
    with host.stream("GET", f"{table}/stream", params={"had": cursor[1]}) as heard:
        lines = heard.iter_lines()
        assert next(lines) == "event: beat"
        say(host, table, "hp milli -1")
        assert next(line for line in lines if line.startswith("id: ")) != f"id: {cursor[1]}"
        assert "Milli loses 1 HP" in next(lines)
    with host.stream("GET", f"{table}/stream", params={"had": cursor[1]}) as heard:
        assert next(heard.iter_lines()).startswith("id: ")
    with host.stream("GET", f"{table}/stream") as heard:
        assert next(heard.iter_lines()).startswith("id: ")


def test_the_next_step_means_what_its_giver_saw(host: Client) -> None:
    """SEM-20: of two presses with the same screen in view the second does nothing, and is told so."""
    table = open_table(host)
    say(host, table, "roll\nstart")
    seen = re.search(r'id="cursor" value="([^"]+)"', host.get(table).text)
    assert seen
    assert "data-passing" in say(host, table, "", cursor=html.unescape(seen[1]))
    up = host.get(table).text
    assert "is over by now" in say(host, table, "", cursor=html.unescape(seen[1]))
    assert re.findall("Now: [^<]+", host.get(table).text) == re.findall("Now: [^<]+", up)


def test_tables_are_listed_by_what_was_played_last(host: Client) -> None:
    """A step of the fight counts, though nothing about the table changed by it."""
    first, second = open_table(host), open_table(host)
    assert re.findall(r'class="big" href="(/t/[^"]+)"', host.get("/").text)[:2] == [second, first]
    say(host, first, "hp milli -1")
    assert re.findall(r'class="big" href="(/t/[^"]+)"', host.get("/").text)[:2] == [first, second]


def test_the_host_renames_and_deletes_tables(host: Client, guest: Client) -> None:
    """From the first page, to which each table leads back; same-named tables are told apart by game and day."""
    table = open_table(host)
    link = links(host, table)["Milli"]
    guest.get(link)
    assert '<a href="/">‹ All tables</a>' in host.get(table).text
    assert "All tables" not in guest.get(table).text
    form = {"title": "Friday's <game>", "_csrf_token": token(host.get("/").text)}
    assert guest.post(f"{table}/rename", data={**form, "_csrf_token": guest.cookies["csrftoken"]}).status_code == 403
    page = html.unescape(host.post(f"{table}/rename", data=form).text)
    assert "Friday's <game></b> <span>Lux Aeterna · last used 20" in page
    assert guest.post(f"{table}/delete", data={"_csrf_token": guest.cookies["csrftoken"]}).status_code == 403
    assert guest.get(table).status_code == 200
    page = host.post(f"{table}/delete", data=form).text
    assert table not in page
    assert guest.get(table).status_code == 404
    assert guest.get(link).status_code == 403
    assert host.post(f"{table}/delete", data=form).status_code == 200


def test_seats_that_nobody_named_are_called_in_the_reader_s_language(host: Client) -> None:
    table = open_table(host)
    german = host.get(f"{table}/invites", headers={"Accept-Language": "de"}).text
    assert "Link für Zuschauende" in german
    assert "spectator" not in re.sub(r"<[^>]*>", "", german)
    assert "Link for spectator" in host.get(f"{table}/invites").text


def test_what_is_wrong_is_told_in_the_reader_s_language(host: Client, guest: Client) -> None:
    """What a page is refused for, an address that there is not, a form that is old, a list that is not understood."""
    german = {"Accept-Language": "de"}
    table = open_table(host)
    form = {"_csrf_token": token(host.get(table).text)}

    def sent(where: str, **fields: str) -> str:
        return host.post(f"{table}/{where}", headers=german, data={**form, **fields}).text

    asked = (
        (guest.get("/nothing/here", headers=german).text, "Unter dieser Adresse gibt es nichts"),
        (guest.post("/t/x/say", headers=german).text, "Diese Seite ist älter"),
        (guest.get("/join/nonsense", headers=german).text, "Dieser Link gilt nicht mehr"),
        (sent("tokens", seat="x"), "Diesen Platz gibt es nicht"),
        (sent("tokens"), "passt nicht zu dem"),
        (sent("fights", title="a\u202eb"), "und nicht U+202E"),
        (sent("add", text="Orc, hp x"), "Zeile 1"),
    )
    for answer, said in asked:
        assert said in html.unescape(answer), answer


def test_languages_are_called_as_they_call_themselves(host: Client) -> None:
    page = host.get("/").text
    assert re.search(r'<option value="de" lang="de">Deutsch</option>', page)
    assert re.search(r'<option value="en" lang="en" selected>English</option>', page)


def test_the_code_of_a_game_master_s_seat_is_folded_away(host: Client) -> None:
    """Whoever looks over a shoulder at the codes takes no game master's seat by one."""
    table = open_table(host)
    form = {"name": "Zoe", "role": "gm", "_csrf_token": token(host.get(table).text)}
    page = host.post(f"{table}/seats", data=form).text
    seat = page[page.index("<h3>Zoe</h3>") :]
    assert seat.index("<details>") < seat.index("<svg") < seat.index("</details>")


def test_whoever_is_added_without_hit_points_is_named(host: Client) -> None:
    table = open_table(host)
    form = {"text": "2 Wolf\nBear, hp 20", "_csrf_token": token(host.get(table).text)}
    told = html.unescape(host.post(f"{table}/add", data=form).text)
    assert "Wolf 1 and Wolf 2: no HP given" in told
    assert "Bear" not in told


def test_what_is_drawn_for_all_tables_speaks_of_each(host: Client) -> None:
    """Two tables with the same fight look alike, and each sends to itself."""
    pages = {table: host.get(table).text for table in (open_table(host), open_table(host))}
    one, other = pages
    for table, page in pages.items():
        assert len(re.findall(rf'hx-post="{table}/say"', page)) > 5
        assert (other if table == one else one) not in page
        assert "\0" not in page


def test_a_game_master_overrules_by_a_button(host: Client) -> None:
    """What a rule bars stands in a list of its own; pressing it there is a ruling."""
    table = open_table(host)
    for words in ("score milli 40", "roll", "start", "milli: move", "milli: open"):
        say(host, table, words)
    page = host.get(f"{table}/more", params={"against": "rules"}).text
    form = page[page.index('value="Milli: move"') :]
    assert '<input type="hidden" name="force" value="yes">' in form[: form.index("</form>")]
    assert "refused" in say(host, table, "Milli: move")
    assert "data-passing" in say(host, table, "Milli: move", force="yes")
    assert "Ruling by the GM" in host.get(table).text


def test_a_player_lets_all_reactions_go_by_until_they_say_otherwise(host: Client, guest: Client) -> None:
    table = open_table(host)
    guest.get(links(host, table)["Milli"])
    page = guest.get(table).text
    assert 'value="Milli: alwayspass">' in page
    assert 'aria-pressed="false"' in page
    say(guest, table, "Milli: alwayspass")
    page = guest.get(table).text
    assert 'value="Milli: alwayspass not">' in page
    assert 'aria-pressed="true"' in page


def test_a_player_who_may_change_their_own_has_the_forms_for_it(host: Client, guest: Client) -> None:
    table = open_table(host)
    guest.get(links(host, table)["Milli"])
    assert "word=condition" not in guest.get(f"{table}/words").text
    invites = host.get(f"{table}/invites").text
    seat = re.search(r'action="(/t/[^"]+/seats/[^"]+)"[^>]*>(?:(?!</form>).)*value="Milli"', invites, re.DOTALL)
    assert seat
    form = {"name": "Milli", "characters": "Milli", "edits": "yes", "_csrf_token": token(invites)}
    assert host.post(seat[1], data=form).status_code == 200
    assert "word=condition" in guest.get(f"{table}/words").text
    page = guest.get(f"{table}/words", params={"word": "condition"}).text
    assert 'value="Milli"' in page
    assert "refused" not in say(guest, table, "condition", names="Milli", _="numb")
    assert "refused" in say(guest, table, "condition", names="Roan", _="numb")


def test_the_usual_fields_of_an_effect_come_first(host: Client) -> None:
    page = host.get(f"{open_table(host)}/words", params={"word": "effect"}).text
    first, _, rest = page.partition("<details>")
    assert len(re.findall(r"<span>|<legend>", first)) == 4
    assert len(re.findall(r"<span>|<legend>", rest)) > 6


def test_rap_a4_what_can_be_done_in_another_s_turn_is_called_so(host: Client, guest: Client) -> None:
    """AP that is left can be used until the next turn of one's own, and the phone says that it is now, too."""
    table, text = open_table(host, "reaction-ap"), "It is not your turn, but this can be done now:"
    phone = links(host, table)["Ana"]
    scores = {"ana": 60, "bo": 50, "cy": 40, "raider 1": 30, "raider 2": 20, "raider 3": 10}
    for words in (*(f"score {name} {score}" for name, score in scores.items()), "start"):
        say(host, table, words)
    assert "AP: you say how much" in guest.get(phone).text
    assert text not in guest.get(table).text
    say(host, table, "end")
    assert text in guest.get(table).text
