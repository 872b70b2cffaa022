"""Tests the SDK against a running service at AGATE_URL, with the test key in AGATE_SECRET_KEY."""

from __future__ import annotations

import asyncio
import time
import uuid

import pytest
from agate_sdk import Agate, AgateError, AsyncAgate

RETURN = "https://shop.example/return"


def test_a_whole_check(running: dict[str, str]) -> None:
    order = f"order-{uuid.uuid4()}"
    with Agate(running["AGATE_SECRET_KEY"], base_url=running["AGATE_URL"]) as agate:
        request = {"callback_url": RETURN, "min_age": 18, "user_id": order}
        made = agate.verifications.init(**request, idempotency_key=order)  # type: ignore[arg-type]
        again = agate.verifications.init(
            callback_url=RETURN, min_age=18, user_id=order, idempotency_key=order
        )
        assert made == again
        assert made["verify_url"].startswith(running["AGATE_URL"])
        settled = agate.sandbox.settle(made["token"], status="success")
        result = agate.verifications.result(settled["token"])
        assert (result["verified"], result.get("external_user_id")) == (True, order)
        assert agate.verifications.read(settled["token"])["purpose"] == "age_verification"
        event = _event_of(agate, settled["token"])
        # The queue consumer writes the list row right after the event.
        listed = agate.verifications.list(external_user_id=order)
        assert [one["token"] for one in listed] == [settled["token"]]
        assert [one["token"] for one in agate.verifications.all(external_user_id=order)] == [
            settled["token"]
        ]
        assert agate.events.resend(event)["event_id"] == event
        with pytest.raises(AgateError) as ended:
            agate.verifications.cancel(settled["token"])
        assert (ended.value.code, ended.value.status) == ("CONFLICT", 409)
        assert ended.value.request_id is not None
        with pytest.raises(AgateError) as wrong:
            agate.verifications.init(callback_url="shop", min_age=18)
        assert [one["field"] for one in wrong.value.details] == ["callback_url"]


def _event_of(agate: Agate, token: str) -> str:
    for _ in range(60):
        for event in agate.events.all():
            if event["type"] != "face_2fa.completed" and event["data"]["token"] == token:
                return event["id"]
        time.sleep(0.5)
    raise AssertionError("The event did not come.")


def test_the_same_with_asyncio(running: dict[str, str]) -> None:
    async def run() -> None:
        key, url = running["AGATE_SECRET_KEY"], running["AGATE_URL"]
        async with AsyncAgate(key, base_url=url) as agate:
            made = await agate.verifications.init(callback_url=RETURN, min_age=18)
            canceled = await agate.verifications.cancel(made["token"])
            assert canceled["status"] == "canceled"
            user = f"u-{uuid.uuid4()}"
            assert (await agate.faces.user(user))["enrolled"] is False
            sent = await agate.webhooks.send_test()
            assert sent["event_id"].startswith("evt_")
            assert isinstance(await agate.requests.list(), list)
            assert await agate.blacklist.list() == []

    asyncio.run(run())


def test_a_live_key_of_nobody(running: dict[str, str]) -> None:
    with Agate("sk_live_nobody", base_url=running["AGATE_URL"]) as agate:
        with pytest.raises(AgateError) as refused:
            agate.verifications.result("xtk_a")
    assert refused.value.code == "UNAUTHORIZED"
