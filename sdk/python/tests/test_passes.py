"""Verifies the same passes as the tests of the TypeScript SDK."""

from __future__ import annotations

import base64
import hashlib
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from agate_sdk import AgePassError, pass_challenge_header, verify_age_pass

MADE: Any = json.loads((Path(__file__).parent / "passes.json").read_text())
DIRECTORY = MADE["directory"]
TOKENS = MADE["tokens"]
TOKEN = TOKENS["18+ standard"]


def at(time: str) -> float:
    return datetime.fromisoformat(f"{time}+00:00").timestamp()


NOW = at("2030-12-10T00:00:00")


def changed(place: int) -> str:
    content = bytearray(base64.urlsafe_b64decode(TOKEN))
    content[place] ^= 1
    return base64.urlsafe_b64encode(content).decode()


def test_says_what_the_pass_says() -> None:
    shown = verify_age_pass(TOKEN, DIRECTORY, now=NOW)
    assert (shown.bracket, shown.pass_class, shown.issued) == ("18+", "standard", "2030-11")
    assert shown.redeem_until == "2031-03-01T00:00:00Z"
    nonce = base64.urlsafe_b64decode(TOKEN)[2:34]
    assert shown.id == hashlib.sha256(nonce).hexdigest()
    header = f'PrivateToken token="{TOKEN}"'
    assert verify_age_pass(header, DIRECTORY, now=NOW, min_age=15) == shown
    assert verify_age_pass(TOKEN.rstrip("="), DIRECTORY, now=NOW) == shown
    high = verify_age_pass(TOKENS["18+ high"], DIRECTORY, now=NOW, pass_class="high")
    assert high.pass_class == "high"


@pytest.mark.parametrize(
    ("token", "demand", "says"),
    [
        (changed(353), {}, "The signature does not match."),
        (changed(98), {}, "The signature does not match."),
        (changed(5), {}, "The signature does not match."),
        (changed(70), {}, "The signing key is not known."),
        (changed(1), {}, "This is not an age pass."),
        (TOKEN[:100], {}, "This is not an age pass."),
        ("", {}, "This is not an age pass."),
        ("§", {}, "This is not an age pass."),
        (TOKENS["other service"], {}, "The pass is from another service."),
        (TOKENS["15+ standard"], {}, "The pass proves a lower age."),
        (TOKEN, {"min_age": 21}, "The pass proves a lower age."),
        (TOKEN, {"pass_class": "high"}, "The pass is based on an estimate."),
        (TOKEN, {"now": at("2030-10-31T23:59:59")}, "The pass is not valid at this time."),
        (TOKEN, {"now": at("2031-03-01T00:00:00")}, "The pass is not valid at this time."),
    ],
)
def test_refuses_what_is_no_pass_for_it(token: str, demand: Any, says: str) -> None:
    with pytest.raises(AgePassError, match=says):
        verify_age_pass(token, DIRECTORY, **{"now": NOW, **demand})


def test_ignores_keys_of_another_token_type() -> None:
    keys = [{**entry, "token-type": 1} for entry in DIRECTORY["token-keys"]]
    with pytest.raises(AgePassError, match="The signing key is not known."):
        verify_age_pass(TOKEN, {**DIRECTORY, "token-keys": keys}, now=NOW)


def test_the_challenge_names_the_service_and_the_age() -> None:
    header = pass_challenge_header(DIRECTORY, min_age=21, pass_class="high")
    challenge = base64.urlsafe_b64encode(b"\x00\x02\x00\x0aid.example\x00\x00\x00").decode()
    assert header == f'PrivateToken challenge="{challenge}", min-age="21", class="high"'
