"""Two wishes at the same moment are one."""

from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Thread
from typing import Any

import pytest
from django.db import connection

from apps.chat.models import Subscription
from apps.chat.subscriptions import start_and_end_subscription as subscribe_module
from apps.chat.subscriptions.start_and_end_subscription import NotSubscribedError, subscribe
from tests.chat.subscriptions.conftest import Answered


@pytest.mark.parametrize(("way", "address"), [("mail", "opfer@stadt.example"), ("feed", "")])
def test_the_same_wish_at_the_same_moment_is_one_subscription_and_one_mail(
    answered: Answered, way: str, address: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_HOST = "localhost"
    turn, both, check = answered(), Barrier(2, timeout=1), subscribe_module.check_limits

    def check_at_the_same_time(*arguments: Any) -> None:
        check(*arguments)
        with suppress(BrokenBarrierError):
            both.wait()

    def begin() -> None:
        try:
            subscribe(turn, way, address, None)
        except NotSubscribedError:
            pass
        finally:
            connection.close()

    monkeypatch.setattr(subscribe_module, "check_limits", check_at_the_same_time)
    clicks = [Thread(target=begin) for _number in range(2)]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join(30)
    assert Subscription.objects.count() == 1
