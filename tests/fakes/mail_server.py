"""A real mail server for tests: Dovecot in the foreground, with one person, over TLS with a certificate of its own.

with MailServer() as mails:
    mails.location()                    # imaps://127.0.0.1:…/INBOX
    mails.put(b"Subject: …")            # into INBOX, by IMAP; its number (UID)
    mails.mark_deleted(1); mails.remove(1)
"""

import datetime
import imaplib
import ipaddress
import os
import pwd
import shutil
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from urllib.parse import quote

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.free_port import find_free_port

DOVECOT = shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
MISSING = "Dovecot is not installed. On Debian: apt-get install dovecot-imapd"
USER, PASSWORD = "poststelle", 'geheim: äöü "\\ {x}'
SECONDS_TO_START = 20
CONFIGURATION = """
base_dir = {folder}/run
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = {internal}
default_internal_group = {internal_group}
default_login_user = {login}
ssl = required
ssl_cert = <{folder}/certificate.pem
ssl_key = <{folder}/key.pem
auth_mechanisms = plain
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {folder}/people
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/home
}}
mail_location = maildir:{folder}/home/Maildir
first_valid_uid = 1
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {plain}
  }}
  inet_listener imaps {{
    port = {encrypted}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


class MailServer:
    def __enter__(self) -> "MailServer":
        # Not below pytest's own folder, which only its owner may enter: the server gives its rights away.
        self.folder = Path(tempfile.mkdtemp(prefix="auskunft-mail-"))
        self.folder.chmod(0o755)
        self.plain, self.encrypted = find_free_port(), find_free_port()
        self._write_certificate()
        self._configure()
        self.process = subprocess.Popen([str(DOVECOT), "-F", "-c", str(self.folder / "dovecot.conf")])
        self._wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    def entry(self, scheme: str = "imaps") -> str:
        return f"127.0.0.1:{self.encrypted if scheme == 'imaps' else self.plain}"

    def location(self, name: str = "INBOX", scheme: str = "imaps") -> str:
        return f"{scheme}://{self.entry(scheme)}/{quote(name)}"

    def connection(self) -> imaplib.IMAP4_SSL:
        client = imaplib.IMAP4_SSL("127.0.0.1", self.encrypted, ssl_context=self._trusting())
        client.authenticate("PLAIN", lambda _: f"\0{USER}\0{PASSWORD}".encode())
        return client

    def put(self, mail: bytes, folder: str = "INBOX") -> int:
        with self.connection() as client:
            _ok, said = client.append(folder, "", "", mail)
            return int(said[0].split(b"]")[0].split()[-1])

    def put_all(self, mails: Iterable[bytes]) -> None:
        with self.connection() as client:
            for mail in mails:
                client.append("INBOX", "", "", mail)

    def sign_ins(self) -> int:
        """How often somebody has signed in so far."""
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace").count("Login: user=")

    def make_folder(self, name: str) -> None:
        """`name` as the protocol writes it."""
        with self.connection() as client:
            client.create(name)

    def mark_deleted(self, number: int) -> None:
        with self.connection() as client:
            client.select("INBOX")
            client.uid("STORE", str(number), "+FLAGS", r"(\Deleted)")
            # Closing the folder would remove it.
            client.unselect()

    def remove(self, number: int) -> None:
        self.mark_deleted(number)
        with self.connection() as client:
            client.select("INBOX")
            client.expunge()

    def flags(self, number: int) -> bytes:
        with self.connection() as client:
            client.select("INBOX", readonly=True)
            return bytes(client.uid("FETCH", str(number), "(FLAGS)")[1][0])

    def count_anew(self) -> None:
        """The folder's numbers mean something else from now on (UIDVALIDITY), as after a move to another server."""
        folder = self.folder / "home/Maildir"
        for name in ("dovecot.index", "dovecot.index.log", "dovecot.index.cache"):
            (folder / name).unlink(missing_ok=True)
        numbers = folder / "dovecot-uidlist"
        version, validity, _next, folder_id = numbers.read_text("ascii").splitlines()[0].split()
        numbers.write_text(f"{version} V{int(validity[1:]) + 1} N1 {folder_id}\n", "ascii")

    def _trusting(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def _configure(self) -> None:
        root = os.geteuid() == 0
        person = pwd.getpwnam("nobody") if root else pwd.getpwuid(os.geteuid())
        own = pwd.getpwuid(os.geteuid())
        home = self.folder / "home"
        home.mkdir()
        os.chown(home, person.pw_uid, person.pw_gid)
        (self.folder / "people").write_text(f"{USER}:{{PLAIN.b64}}{b64(PASSWORD)}\n", encoding="utf-8")
        (self.folder / "people").chmod(0o644)
        text = CONFIGURATION.format(
            folder=self.folder, plain=self.plain, encrypted=self.encrypted, uid=person.pw_uid, gid=person.pw_gid,
            internal="dovecot" if root else own.pw_name, internal_group="dovecot" if root else own.pw_name,
            login="dovenull" if root else own.pw_name,
        )  # fmt: skip
        (self.folder / "dovecot.conf").write_text(text, encoding="utf-8")

    def _write_certificate(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
        now = datetime.datetime.now(datetime.UTC)
        made = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=2))
            .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
            .sign(key, hashes.SHA256())
        )
        self.certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        (self.folder / "key.pem").write_bytes(private)

    def _wait(self) -> None:
        deadline = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                self.connection().logout()
            except OSError:
                time.sleep(0.05)
            else:
                return
        log = self.folder / "log"
        said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
        self.__exit__(None, None, None)
        raise AssertionError(f"The mail server did not start:\n{said}")


def b64(text: str) -> str:
    import base64

    return base64.b64encode(text.encode()).decode()
