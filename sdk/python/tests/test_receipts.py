"""Receipts signed with the example key of RFC 7515, and texts that are not valid receipts."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import pytest
from agate_sdk import AgateConnectionError, ReceiptVerificationError, verify_receipt, visitor_region_of

# The published key of RFC 7515 A.2.1.
N = (
    "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yR"
    "T-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXB"
    "dQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9ia"
    "GNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
)
D = (
    "Eq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyWPEAeP88vLNO97IjlA7_GQ5sLKMgvfTeXZx9SE-7YwVol2NXOoAJe46sui"
    "395IW_GO-pWJ1O0BkTGoVEn2bKVRUCgu-GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzjkn439X0M_V51gfpRLI9JYanrC4D4q"
    "AdGcopV_0ZHHzQlBjudU2QvXt4ehNYTCBr6XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl_x_jTj3ccPDVZFD9pIuhLhBOneufuBiB4"
    "cS98l2SR_RQyGWSeWjnczT0QU91p1DhOVRuOopznQ"
)
JWKS: Any = {"keys": [{"kty": "RSA", "kid": "k1", "n": N, "e": "AQAB"}]}
INFO = bytes.fromhex("3031300d060960864801650304020105000420")


def number(text: str) -> int:
    return int.from_bytes(base64.urlsafe_b64decode(text + "=="), "big")


def encode(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def sign(statement: Any, padding: bytes = b"\xff" * 202, **header: str) -> str:
    head = {"typ": "agate-receipt+jwt", "alg": "RS256", "kid": "k1", **header}
    content = ".".join(encode(json.dumps(part).encode()) for part in (head, statement))
    digest = INFO + hashlib.sha256(content.encode()).digest()
    message = int.from_bytes(b"\x00\x01" + padding + b"\x00" + digest, "big")
    signature = pow(message, number(D), number(N)).to_bytes(256, "big")
    return f"{content}.{encode(signature)}"


STATEMENT: Any = {
    "iss": "https://verify.example",
    "session": encode(hashlib.sha256(b"xtk_1").digest()),
    "status": "success",
}


def test_a_receipt_is_read() -> None:
    receipt = sign(STATEMENT)
    assert verify_receipt(receipt, jwks=JWKS) == STATEMENT
    text = f"A receipt.\n\n{receipt}\n"
    found = verify_receipt(text, jwks=JWKS, issuer="https://verify.example/", token="xtk_1")
    assert found == STATEMENT


@pytest.mark.parametrize(
    ("receipt", "expected"),
    [
        ("", "not a receipt"),
        ("a.b", "not a receipt"),
        ("é.b.c", "not a receipt"),
        (sign(STATEMENT, typ="JWT"), "not a receipt"),
        (sign(STATEMENT, alg="none"), "not a receipt"),
        (sign([1]), "not a receipt"),
        (sign(STATEMENT, kid="k2"), "The signing key is not known"),
        (sign(STATEMENT)[:-4] + "AAAA", "does not match"),
        (sign(STATEMENT)[:-8], "does not match"),
        (sign(STATEMENT, padding=b"\xff" * 201 + b"\xfe"), "does not match"),
        (sign({**STATEMENT, "iss": "https://other.example"}), "another service"),
        (sign({**STATEMENT, "session": "x"}), "another session"),
    ],
)
def test_what_is_none_is_refused(receipt: str, expected: str) -> None:
    with pytest.raises(ReceiptVerificationError, match=expected):
        verify_receipt(receipt, jwks=JWKS, issuer="https://verify.example", token="xtk_1")


def test_keys_are_needed() -> None:
    with pytest.raises(ValueError, match="issuer"):
        verify_receipt(sign(STATEMENT))
    with pytest.raises(AgateConnectionError):
        verify_receipt(sign(STATEMENT), issuer="http://127.0.0.1:9")
    short: Any = {"keys": [{"kty": "RSA", "kid": "k1", "n": "AQAB", "e": "AQAB"}]}
    with pytest.raises(ReceiptVerificationError, match="not an RSA key"):
        verify_receipt(sign(STATEMENT), jwks=short)


def test_regions() -> None:
    named = {"DE": "weur", "us": "enam", "JP": "apac", "BR": "sam", "XX": None, "": None, None: None}
    assert {country: visitor_region_of(country) for country in named} == named
