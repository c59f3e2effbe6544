"""A receiver of webhooks on this machine, over HTTP or HTTPS, that answers as a test says."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import json
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass
class Receiving:
    """What came, oldest first, as headers and body. `answers`: the statuses of the next answers; then 200."""

    url: str = ""
    answers: list[int] = field(default_factory=list)
    came: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events of all deliveries, in the order in which they came."""
        return [event for _, body in self.came for event in json.loads(body)["events"]]

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = {"": head[0]} | {k.lower(): v for k, v in (line.split(": ", 1) for line in head[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.came.append((headers, body))
        status = self.answers.pop(0) if self.answers else 200
        more = "location: http://127.0.0.1:1/\r\n" if status == 302 else ""
        writer.write(f"HTTP/1.1 {status} x\r\n{more}content-length: 0\r\nconnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    @staticmethod
    @asynccontextmanager
    async def opened(tls: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> AsyncIterator[Receiving]:
        """A running receiver."""
        receiving = Receiving()
        server = await asyncio.start_server(receiving._answer, "127.0.0.1", 0, ssl=tls)
        port = server.sockets[0].getsockname()[1]
        receiving.url = f"{'https' if tls else 'http'}://{host}:{port}/hook?x=1"
        async with server:
            yield receiving


def certified(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Contexts of a server with a certificate for a name, and of a client that trusts it."""
    key, subject = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    try:
        names: list[x509.GeneralName] = [x509.IPAddress(ipaddress.ip_address(name))]
    except ValueError:
        names = [x509.DNSName(name)]
    made = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1)).add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True).sign(key, hashes.SHA256())
    )  # fmt: skip
    pem = folder / f"{name}.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    pem.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(pem)
    return server, ssl.create_default_context(cafile=pem)
