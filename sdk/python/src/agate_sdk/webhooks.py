"""Verifies webhook signatures (Standard Webhooks), and builds the responses to webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Awaitable, Callable, Literal, Mapping, NamedTuple, TypedDict, Union, cast

from .errors import WebhookVerificationError
from .wire import AgateEvent

_PREFIX = "whsec_"
# How old a webhook may be, and how far in the future its timestamp may be.
_TOLERANCE_SECONDS = 5 * 60


class EndpointChallenge(TypedDict):
    """The challenge that a new endpoint must answer with 2xx and `challenge` as the body.

    Until then, the endpoint receives no events.
    """

    type: Literal["endpoint.challenge"]
    challenge: str


class WebhookAnswer(NamedTuple):
    """The response to send. After any status other than 2xx, the event is sent again."""

    status: int
    body: str


def verify_webhook(
    raw_body: bytes | str, headers: Mapping[str, str], secret: str | None
) -> Union[AgateEvent, EndpointChallenge]:
    """Verifies a webhook from the service, and returns its content.

    `raw_body`: the body exactly as received, before any parsing. `secret`: `whsec_…` of the
    endpoint; when it is None, as with an unset variable, verification fails. Raises
    WebhookVerificationError when the webhook is not from the service or was modified, or when its
    timestamp differs from the current time by more than five minutes.
    """
    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    message_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature").split(" ")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("The timestamp is not a number.")
    if abs(time.time() - int(timestamp)) > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("The timestamp is too far from now.")
    signed = b".".join((message_id.encode(), timestamp.encode(), body))
    expected = hmac.new(_read_secret(secret), signed, hashlib.sha256).digest()
    for one in signatures:
        version, _, encoded = one.partition(",")
        # `compare_digest` compares in constant time.
        if version == "v1" and hmac.compare_digest(_decode(encoded), expected):
            return _parse(body)
    raise WebhookVerificationError("No signature matches.")


def receive_webhook(
    raw_body: bytes | str,
    headers: Mapping[str, str],
    *,
    secret: str | None,
    on_event: Callable[[AgateEvent], Any],
) -> WebhookAnswer:
    """Checks the signature, answers a new endpoint's challenge, and passes events to `on_event`.

    An event can arrive more than once, so remember its `id`. Exceptions from `on_event` are not
    caught: respond to them with 500, as frameworks do, and the event is sent again.
    """
    event = _event_or_answer(raw_body, headers, secret)
    if isinstance(event, WebhookAnswer):
        return event
    on_event(event)
    return WebhookAnswer(204, "")


async def receive_webhook_async(
    raw_body: bytes | str,
    headers: Mapping[str, str],
    *,
    secret: str | None,
    on_event: Callable[[AgateEvent], Awaitable[Any]],
) -> WebhookAnswer:
    """Like receive_webhook, for asyncio."""
    event = _event_or_answer(raw_body, headers, secret)
    if isinstance(event, WebhookAnswer):
        return event
    await on_event(event)
    return WebhookAnswer(204, "")


def _event_or_answer(
    raw_body: bytes | str, headers: Mapping[str, str], secret: str | None
) -> Union[AgateEvent, WebhookAnswer]:
    if not secret:
        return WebhookAnswer(500, "The endpoint has no secret.")
    try:
        event = verify_webhook(raw_body, headers, secret)
    except WebhookVerificationError as error:
        return WebhookAnswer(400, str(error))
    if event["type"] == "endpoint.challenge":
        return WebhookAnswer(200, event["challenge"])
    return event


def _parse(body: bytes) -> Union[AgateEvent, EndpointChallenge]:
    try:
        return cast("Union[AgateEvent, EndpointChallenge]", json.loads(body))
    except ValueError:
        raise WebhookVerificationError("The body is not JSON.") from None


def _read_secret(secret: str | None) -> bytes:
    key = _decode(secret[len(_PREFIX) :]) if secret and secret.startswith(_PREFIX) else b""
    if key == b"":
        raise WebhookVerificationError("The secret must be whsec_ followed by base64.")
    return key


def _header(headers: Mapping[str, str], name: str) -> str:
    """Reads a header from a dict or Django's, Flask's or Starlette's headers, ignoring case.

    Raises WebhookVerificationError when the header is missing or empty.
    """
    for key, value in headers.items():
        if key.lower() == name and value:
            return value
    raise WebhookVerificationError(f"The header {name} is missing.")


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
