"""Verifies age passes (Privacy Pass, RFC 9577 and 9578 type 2).

A site verifies a pass itself, so the service does not learn where the pass is used.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Mapping, cast
from urllib.parse import urlsplit

import httpx

from .errors import AgateConnectionError, AgePassError

_TYPE = 2
_INPUT_BYTES = 2 + 3 * 32
_RSA_BYTES = 256
_TIMEOUT_SECONDS = 10.0
# RFC 9578 6.5: the DER bytes before and after the modulus in the SPKI of an RSA-2048 key for
# RSASSA-PSS with SHA-384. The exponent is 65537.
_HEAD = bytes.fromhex(
    "30820152303d06092a864886f70d01010a3030a00d300b0609608648016503040202a11a301806092a864886f70d010108300b"
    "0609608648016503040202a2030201300382010f003082010a0282010100"
)
_TAIL = bytes.fromhex("0203010001")
_SALT_BYTES = _HASH_BYTES = 48


@dataclass(frozen=True)
class AgePass:
    """The content of a valid pass."""

    bracket: str
    """The age bracket, such as `18+`: the person is at least this old."""
    pass_class: Literal["standard", "high"]
    """`high`: the age came from a document or a wallet."""
    issued: str
    """The month in which the pass was issued, such as `2026-11`."""
    redeem_until: str
    """The time from which the pass is no longer valid."""
    id: str
    """The id of this pass, in hex. It does not identify the person.

    Store it until `redeem_until` to refuse a pass that is presented twice.
    """


def fetch_pass_directory(issuer: str) -> Mapping[str, Any]:
    """Loads a service's key directory, which may be cached for a day.

    `issuer`: the origin of the service. Raises AgateConnectionError when it cannot be loaded.
    """
    address = f"{issuer.rstrip('/')}/.well-known/private-token-issuer-directory"
    try:
        response = httpx.get(address, timeout=_TIMEOUT_SECONDS, follow_redirects=False)
        body = response.json() if response.status_code == 200 else None
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as cause:
        raise AgateConnectionError("The directory of keys could not be fetched.") from cause
    if not isinstance(body, dict) or not isinstance(body.get("token-keys"), list):
        raise AgateConnectionError("The directory of keys could not be fetched.")
    return cast("Mapping[str, Any]", body)


def verify_age_pass(
    token: str,
    directory: Mapping[str, Any],
    *,
    min_age: int = 18,
    pass_class: Literal["high"] | None = None,
    now: float | None = None,
) -> AgePass:
    """Verifies a pass without any request.

    To refuse a pass that has been presented before, store its `id`, or call `redeem`. `token`:
    base64url, or the value of the `Authorization` header, `PrivateToken token="…"`. `directory`:
    the directory of the service that you trust. `pass_class`: `high` rejects ages that were
    estimated from a face. `now`: seconds since the epoch. Raises AgePassError when the token is not
    a valid pass of that service, has expired, or is for too low an age or class.
    """
    header = re.search(r'^PrivateToken\s.*?token="?([\w=-]+)', token, re.ASCII | re.IGNORECASE)
    content = _decode(header.group(1) if header else token)
    if len(content) != _INPUT_BYTES + _RSA_BYTES or content[:2] != _TYPE.to_bytes(2, "big"):
        raise AgePassError("This is not an age pass.")
    nonce, digest, key_id = (content[2 + at : 34 + at] for at in (0, 32, 64))
    if digest != hashlib.sha256(_challenge_of(directory)).digest():
        raise AgePassError("The pass is from another service.")
    entry, key = _find_key(directory, key_id)
    if not _is_signed(content[:_INPUT_BYTES], content[_INPUT_BYTES:], key):
        raise AgePassError("The signature does not match.")
    seconds = time.time() if now is None else now
    until = datetime.fromisoformat(entry["redeem-until"].replace("Z", "+00:00")).timestamp()
    if not entry["not-before"] <= seconds < until:
        raise AgePassError("The pass is not valid at this time.")
    if int(entry["bracket"].rstrip("+")) < min_age:
        raise AgePassError("The pass proves a lower age.")
    if pass_class == "high" and entry["class"] != "high":
        raise AgePassError("The pass is based on an estimate.")
    return AgePass(
        bracket=entry["bracket"],
        pass_class=entry["class"],
        issued=entry["issued"],
        redeem_until=entry["redeem-until"],
        id=hashlib.sha256(nonce).hexdigest(),
    )


def pass_challenge_header(
    directory: Mapping[str, Any],
    *,
    min_age: int = 18,
    pass_class: Literal["high"] | None = None,
) -> str:
    """Returns the value of `WWW-Authenticate` (RFC 9577 2.1) for the 401 response to a request
    without a pass.

    `embed.js` reads the challenge and asks the visitor for a pass.
    """
    challenge = base64.urlsafe_b64encode(_challenge_of(directory)).decode()
    demands = f'min-age="{min_age}"' + ("" if pass_class is None else f', class="{pass_class}"')
    return f'PrivateToken challenge="{challenge}", {demands}'


def _challenge_of(directory: Mapping[str, Any]) -> bytes:
    """Builds the challenge, which is the same for all people and all sites.

    It consists of the token type and the issuer's name; context and origin are empty.
    """
    name = urlsplit(str(directory["issuer-request-uri"])).netloc.encode()
    return _TYPE.to_bytes(2, "big") + len(name).to_bytes(2, "big") + name + bytes(3)


def _find_key(directory: Mapping[str, Any], key_id: bytes) -> tuple[Mapping[str, Any], int]:
    for entry in directory["token-keys"]:
        published = _decode(entry["token-key"])
        if entry["token-type"] != _TYPE or hashlib.sha256(published).digest() != key_id:
            continue
        modulus = published[len(_HEAD) : -len(_TAIL)]
        if published != _HEAD + modulus + _TAIL or len(modulus) != _RSA_BYTES:
            raise AgePassError("The key of the pass cannot be read.")
        return entry, int.from_bytes(modulus, "big")
    raise AgePassError("The signing key is not known.")


def _is_signed(content: bytes, signature: bytes, modulus: int) -> bool:
    """Verifies RSASSA-PSS with SHA-384, a 48-byte salt and a 2048-bit modulus.

    See RFC 8017, 8.1.2 and 9.1.2.
    """
    number = int.from_bytes(signature, "big")
    if number >= modulus or modulus.bit_length() != 8 * _RSA_BYTES:
        return False
    encoded = pow(number, 65537, modulus).to_bytes(_RSA_BYTES, "big")
    masked, digest = encoded[: -_HASH_BYTES - 1], encoded[-_HASH_BYTES - 1 : -1]
    if encoded[-1] != 0xBC or masked[0] & 0x80:
        return False
    mask = _mask(digest, len(masked))
    block = bytes(a ^ b for a, b in zip(masked, mask))
    block = bytes([block[0] & 0x7F]) + block[1:]
    padding = bytes(len(masked) - _SALT_BYTES - 1) + b"\x01"
    salt = block[-_SALT_BYTES:]
    expected = hashlib.sha384(bytes(8) + hashlib.sha384(content).digest() + salt).digest()
    return hmac.compare_digest(block[:-_SALT_BYTES] + expected, padding + digest)


def _mask(seed: bytes, length: int) -> bytes:
    """MGF1 with SHA-384 (RFC 8017 B.2.1)."""
    blocks = range((length + _HASH_BYTES - 1) // _HASH_BYTES)
    made = b"".join(hashlib.sha384(seed + at.to_bytes(4, "big")).digest() for at in blocks)
    return made[:length]


def _decode(text: str) -> bytes:
    bare = text.strip().rstrip("=")
    if not re.fullmatch(r"[\w-]*", bare, re.ASCII):
        raise AgePassError("This is not an age pass.")
    try:
        return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    except ValueError:
        raise AgePassError("This is not an age pass.") from None
