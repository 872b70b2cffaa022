"""Correctly signed webhooks, and webhooks that must be refused."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time
from typing import Any

import pytest
from agate_sdk import (
    WebhookAnswer,
    WebhookVerificationError,
    receive_webhook,
    receive_webhook_async,
    verify_webhook,
)

KEY = b"0123456789abcdef0123456789abcdef"
SECRET = "whsec_" + base64.b64encode(KEY).decode()
EVENT = {"id": "evt_1", "type": "session.success", "note": "größer"}
BODY = json.dumps(EVENT, ensure_ascii=False)


def sign(body: str = BODY, at: float | None = None, key: bytes = KEY) -> dict[str, str]:
    timestamp = str(int(time.time() if at is None else at))
    signed = f"evt_1.{timestamp}.{body}".encode()
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return {
        "Webhook-Id": "evt_1",
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,b3RoZXI= v2,x v1,{signature}",
    }


def test_a_signed_one_is_read_as_bytes_and_as_text() -> None:
    assert verify_webhook(BODY, sign(), SECRET) == EVENT
    assert verify_webhook(BODY.encode(), sign(), SECRET) == EVENT


@pytest.mark.parametrize(
    ("body", "headers", "secret"),
    [
        (BODY + " ", sign(), SECRET),
        (BODY, sign(key=b"x"), SECRET),
        (BODY, sign(at=time.time() - 301), SECRET),
        (BODY, sign(at=time.time() + 600), SECRET),
        (BODY, {**sign(), "webhook-timestamp": "x"}, SECRET),
        (BODY, {**sign(), "webhook-timestamp": "٣"}, SECRET),
        (BODY, {**sign(), "webhook-signature": ""}, SECRET),
        (BODY, {**sign(), "webhook-signature": "v1,é"}, SECRET),
        (BODY, {}, SECRET),
        (BODY, sign(), "secret"),
        (BODY, sign(), "whsec_"),
        (BODY, sign(), None),
        ("no json", sign("no json"), SECRET),
    ],
)
def test_everything_else_is_refused(body: str, headers: dict[str, str], secret: str | None) -> None:
    with pytest.raises(WebhookVerificationError):
        verify_webhook(body, headers, secret)


def test_a_receiver_hands_events_on_and_answers_challenges() -> None:
    seen: list[Any] = []

    async def on_event(event: Any) -> None:
        seen.append(event)

    challenge = json.dumps({"type": "endpoint.challenge", "challenge": "abc"})
    for body, headers, secret, answer in [
        (BODY, sign(), SECRET, WebhookAnswer(204, "")),
        (challenge, sign(challenge), SECRET, WebhookAnswer(200, "abc")),
        (BODY, sign(key=b"x"), SECRET, WebhookAnswer(400, "No signature matches.")),
        (BODY, sign(), None, WebhookAnswer(500, "The endpoint has no secret.")),
    ]:
        assert receive_webhook(body, headers, secret=secret, on_event=seen.append) == answer
        receiving = receive_webhook_async(body, headers, secret=secret, on_event=on_event)
        assert asyncio.run(receiving) == answer
    assert seen == [EVENT, EVENT]

    def fail(_event: Any) -> None:
        raise RuntimeError("down")

    with pytest.raises(RuntimeError):
        receive_webhook(BODY, sign(), secret=SECRET, on_event=fail)
