"""Verifies deletion receipts (compact JWS, RS256), offline if the keys were saved."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from typing import Any, Mapping, Sequence, TypedDict, cast

import httpx

from .errors import AgateConnectionError, ReceiptVerificationError
from .wire import DeletionReceipt

# The token type (RFC 8725 3.11), which no other token of the service uses.
_TYPE = "agate-receipt+jwt"
_TIMEOUT_SECONDS = 10.0
_LEAST_BITS = 2048
# RFC 8017 9.2: the DigestInfo of SHA-256, up to the digest.
_DIGEST_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


class ReceiptKeys(TypedDict):
    """A key set (RFC 7517). The service publishes its own at `/.well-known/receipt-keys.json`."""

    keys: Sequence[Mapping[str, Any]]


def verify_receipt(
    receipt: str,
    *,
    issuer: str | None = None,
    jwks: ReceiptKeys | None = None,
    token: str | None = None,
) -> DeletionReceipt:
    """Verifies a receipt, and returns the signed content.

    `issuer`: the origin that the receipt must name, such as `https://verify.example.com`; without
    `jwks`, its keys are loaded. `jwks`: keys of a service that you trust, saved earlier, so that
    none have to be loaded. `token`: `xtk_…` of the session that the receipt must belong to. Raises
    ReceiptVerificationError when the receipt is not what the service signed, or belongs to a
    different session; AgateConnectionError when the keys cannot be loaded.
    """
    if issuer is None and jwks is None:
        raise ValueError("Give issuer, or the keys that you saved as jwks.")
    words = receipt.split()
    parts = (words[-1] if words else "").split(".")
    if len(parts) != 3:
        raise ReceiptVerificationError("This is not a receipt.")
    header = _parse(parts[0])
    if header.get("typ") != _TYPE or header.get("alg") != "RS256":
        raise ReceiptVerificationError("This is not a receipt.")
    keys = (jwks if jwks is not None else _fetch_keys(issuer or ""))["keys"]
    key = next(
        (one for one in keys if one.get("kty") == "RSA" and one.get("kid") == header.get("kid")),
        None,
    )
    if key is None:
        raise ReceiptVerificationError("The signing key is not known.")
    if not _is_signed(f"{parts[0]}.{parts[1]}".encode(), _decode(parts[2]), key):
        raise ReceiptVerificationError("The signature does not match.")
    statement = _parse(parts[1])
    if issuer is not None and statement.get("iss") != issuer.rstrip("/"):
        raise ReceiptVerificationError("The receipt is from another service.")
    if token is not None and statement.get("session") != _hash_of(token):
        raise ReceiptVerificationError("The receipt is for another session.")
    return cast(DeletionReceipt, statement)


def _is_signed(content: bytes, signature: bytes, key: Mapping[str, Any]) -> bool:
    """Verifies RSASSA-PKCS1-v1_5 (RFC 8017 8.2.2).

    It compares the whole encoded message, so that nothing has to be parsed.
    """
    modulus, exponent = _number(key.get("n")), _number(key.get("e"))
    if modulus.bit_length() < _LEAST_BITS or exponent < 3:
        raise ReceiptVerificationError("The key is not an RSA key.")
    size = (modulus.bit_length() + 7) // 8
    number = int.from_bytes(signature, "big")
    if len(signature) != size or number >= modulus:
        return False
    digest = _DIGEST_INFO + hashlib.sha256(content).digest()
    expected = b"\x00\x01" + b"\xff" * (size - len(digest) - 3) + b"\x00" + digest
    return hmac.compare_digest(pow(number, exponent, modulus).to_bytes(size, "big"), expected)


def _fetch_keys(issuer: str) -> ReceiptKeys:
    address = f"{issuer.rstrip('/')}/.well-known/receipt-keys.json"
    try:
        response = httpx.get(address, timeout=_TIMEOUT_SECONDS, follow_redirects=False)
        body = response.json() if response.status_code == 200 else None
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as cause:
        raise AgateConnectionError("The keys could not be fetched.") from cause
    if not isinstance(body, dict) or not isinstance(body.get("keys"), list):
        raise AgateConnectionError("The keys could not be fetched.")
    return cast(ReceiptKeys, body)


def _hash_of(token: str) -> str:
    digest = hashlib.sha256(token.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _number(text: object) -> int:
    return int.from_bytes(_decode(text), "big") if isinstance(text, str) else 0


def _parse(part: str) -> dict[str, Any]:
    try:
        parsed = json.loads(_decode(part))
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        raise ReceiptVerificationError("This is not a receipt.")
    return parsed


def _decode(text: str) -> bytes:
    if not re.fullmatch(r"[\w-]*", text, re.ASCII):
        raise ReceiptVerificationError("This is not a receipt.")
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise ReceiptVerificationError("This is not a receipt.") from None
