"""A real S3 server for tests: moto's, in a process of its own, which checks signatures.

with S3Server(port) as store:
    store.put("akten", "2024/a.pdf", data)
    store.location("akten")                            # http://127.0.0.1:…/akten

moto's packages do not go together with ours: `bin/setup test` gives it an environment of its own. MOTO_PYTHON names the
interpreter of another one. 5.2.1 calculates another signature than Amazon does where a key or a query has escaped
characters; 5.2.5 does not.
"""

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from urllib.parse import quote, urlencode
from urllib.request import urlopen

import requests
from requests_aws4auth import AWS4Auth

HERE = Path(sys.prefix) / "s3-server" / "bin" / "python"
PYTHON = os.environ.get("MOTO_PYTHON") or (str(HERE) if HERE.exists() else sys.executable)
PROGRAM = """
import logging, sys
logging.disable(logging.CRITICAL)
from moto.server import main
main(["-p", sys.argv[1]])
"""
RULE = '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}'


TRIAL = "import moto.server, flask_cors, sys; sys.exit(tuple(map(int, moto.__version__.split('.')[:3])) < (5, 2, 5))"


def is_there() -> bool:
    return subprocess.run([PYTHON, "-c", TRIAL], capture_output=True).returncode == 0


class S3Server:
    def __init__(self, port: int) -> None:
        self.port = port

    def __enter__(self) -> "S3Server":
        # Three calls without a check of the signature: they make the person who may read.
        self._process = subprocess.Popen(
            [PYTHON, "-c", PROGRAM, str(self.port)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            env=os.environ | {"INITIAL_NO_AUTH_ACTION_COUNT": "3"},
        )  # fmt: skip
        self._wait()
        self.access_key, self.secret = self._make_person()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait(30)

    @property
    def entry(self) -> str:
        return f"127.0.0.1:{self.port}"

    def location(self, bucket: str, path: str = "") -> str:
        return f"http://{self.entry}/{bucket}{path}"

    def make_bucket(self, bucket: str) -> None:
        self._send("PUT", f"/{bucket}")

    def put(self, bucket: str, key: str, data: bytes) -> None:
        self._send("PUT", f"/{bucket}/{quote(key, safe='/-_.~')}", data)

    def delete(self, bucket: str, key: str) -> None:
        self._send("DELETE", f"/{bucket}/{quote(key, safe='/-_.~')}")

    def _send(self, method: str, path: str, data: bytes = b"") -> None:
        sign = AWS4Auth(self.access_key, self.secret, "us-east-1", "s3")
        answer = requests.request(method, f"http://{self.entry}{path}", data=data, auth=sign, timeout=60)
        assert answer.status_code < 300, answer.text

    def _make_person(self) -> tuple[str, str]:
        self._ask_people(Action="CreateUser", UserName="leser")
        self._ask_people(Action="PutUserPolicy", UserName="leser", PolicyName="alles", PolicyDocument=RULE)
        key = self._ask_people(Action="CreateAccessKey", UserName="leser")
        return key.split("<AccessKeyId>")[1].split("<")[0], key.split("<SecretAccessKey>")[1].split("<")[0]

    def _ask_people(self, **form: str) -> str:
        answer = requests.post(
            f"http://{self.entry}/", data=urlencode(form | {"Version": "2010-05-08"}), timeout=60,
            auth=AWS4Auth("anyone", "anything", "us-east-1", "iam"),
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        )  # fmt: skip
        assert answer.status_code == 200, answer.text
        return answer.text

    def _wait(self) -> None:
        for _ in range(600):
            with contextlib.suppress(OSError):
                urlopen(f"http://{self.entry}/moto-api/", timeout=2).close()
                return
            time.sleep(0.1)
        raise TimeoutError
