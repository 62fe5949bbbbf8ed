"""The servers with https that docs/hosting.md puts in front, as it configures them: what is pushed comes at once."""

from __future__ import annotations

import datetime
import json
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.sync.client import connect

from web.conftest import Served
from web.programs import host_of, program, token_for
from web.test_web_pages import links, open_table, say

NAME = "table.example.org"

DOCS = Path(__file__).parents[2] / "docs" / "hosting.md"


def shown(begin: str) -> str:
    """The block of the page that begins so."""
    blocks = (block.partition("\n")[2] for block in DOCS.read_text(encoding="utf-8").split("```")[1::2])
    return next(block for block in blocks if block.startswith(begin))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def certificate(folder: Path) -> None:
    """A certificate for the name, signed by itself."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "table.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "table.key").write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain))


def nginx(folder: Path, port: int, inner: str) -> tuple[list[str], Path]:
    """What runs it, and the certificate that it shows or that signs that."""
    certificate(folder)
    server = shown("server {").replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    server = server.replace("/etc/ssl", str(folder)).replace("127.0.0.1:8642", inner)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    around = (
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}} http {{ access_log off; {temporary}"
    )
    (folder / "nginx.conf").write_text(f"{around}\n{server}}}", encoding="utf-8")
    return ["nginx", "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"], folder / "table.pem"


def caddy(folder: Path, port: int, inner: str) -> tuple[list[str], Path]:
    site = shown(NAME).replace(NAME, f"{NAME}:{port}").replace("127.0.0.1:8642", inner)
    options = f"{{\nadmin off\nauto_https disable_redirects\nlocal_certs\nskip_install_trust\nhttps_port {port}\n}}\n"
    (folder / "Caddyfile").write_text(options + site, encoding="utf-8")
    root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    return ["caddy", "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"], root


@contextmanager
def running(
    made: Callable[[Path, int, str], tuple[list[str], Path]], folder: Path, inner: str
) -> Iterator[tuple[int, Path]]:
    """A server in front: its port, and the certificate to trust."""
    port = free_port()
    command, trusted = made(folder, port, inner)
    if shutil.which(command[0]) is None:
        if os.environ.get("CI"):
            raise AssertionError(f"{command[0]} is not installed")
        pytest.skip(f"NO {command[0].upper()}: install it (apt-get install {command[0]})")
    surroundings = {**os.environ, "XDG_DATA_HOME": str(folder), "HOME": str(folder)}
    with subprocess.Popen(command, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(200):
                with socket.socket() as probe:
                    if trusted.exists() and probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            yield port, trusted
        finally:
            process.terminate()


@pytest.mark.parametrize("made", [nginx, caddy], ids=["nginx", "caddy"])
def test_a_server_in_front_as_the_page_shows_it(
    made: Callable[[Path, int, str], tuple[list[str], Path]],
    served: Served,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pages, streams, WebSockets and cookies work; what somebody writes into a header is no other address."""
    found = socket.getaddrinfo

    def find(host: Any, *given: Any, **more: Any) -> Any:
        return found("127.0.0.1" if host in (NAME, NAME.encode()) else host, *given, **more)

    folder = tmp_path / "front"
    folder.mkdir()
    with running(made, folder, served.url.removeprefix("http://")) as (port, trusted):
        monkeypatch.setattr(socket, "getaddrinfo", find)
        context = ssl.create_default_context(cafile=trusted)
        outside = f"https://{NAME}:{port}"
        served.app.state.outside = f"{outside}/"
        with httpx.Client(base_url=outside, verify=context, follow_redirects=True, timeout=20) as host:
            first = host.get(served.host_link.replace(served.url, ""))
            assert first.status_code == 200
            cookies = first.history[0].headers.get_list("set-cookie")
            assert cookies
            assert all("; Secure" in one for one in cookies)
            table = open_table(host)
            assert links(host, table)
            assert f'href="{outside}/join/' in host.get(f"{table}/invites").text
            with host.stream("GET", f"{table}/stream") as stream:
                lines = stream.iter_lines()
                assert "<b>20</b>/20" in next(line for line in lines if line.startswith("data: "))
                say(host, table, "hp milli -1")
                # It is sent on at once: nothing else comes by this stream but signs that it is there.
                assert "<b>19</b>/20" in next(line for line in lines if line.startswith("data: <"))
        at = f"/tables/{table[3:]}"
        with program(served, host_of(served)) as gm:
            key = token_for(gm, at, "gm")
        headers = {"Authorization": f"Bearer {key}"}
        with connect(
            f"wss://{NAME}:{port}/api/v1{at}/socket", ssl=context, additional_headers=headers, proxy=None
        ) as ws:
            assert json.loads(ws.recv(timeout=20))["type"] == "seen"
            ws.send(json.dumps({"words": "hp milli -1"}))
            assert {json.loads(ws.recv(timeout=20))["type"] for _ in range(2)} == {"answered", "seen"}
        with httpx.Client(base_url=outside, verify=context, timeout=20) as guest:
            codes = [guest.get("/join/x", headers={"X-Forwarded-For": f"9.9.9.{n}"}).status_code for n in range(70)]
            assert (codes[0], codes[-1]) == (403, 429)
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.9", verify=context)
        with httpx.Client(base_url=outside, transport=elsewhere, timeout=20) as other:
            assert other.get("/join/x").status_code == 403
