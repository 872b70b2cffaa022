# Shared by both clients: building requests, interpreting responses, and the pause before the next
# attempt.
from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from typing import Any, Iterator, Mapping, Union, cast
from urllib.parse import quote

from .errors import AgateError, ReceiverAnswer

DEFAULT_BASE_URL = "http://localhost:8787"
PER_PAGE = 100
_FIRST_DELAY = 0.25
# The longest pause, in seconds: if the service asks for a longer one, its error is raised instead.
_MAX_DELAY = 10.0

Query = Mapping[str, Union[str, int, bool, None]]


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    # Whether the call is idempotent and may be retried.
    is_idempotent: bool
    body: Mapping[str, Any] | None = None
    query: Query = field(default_factory=dict)
    idempotency_key: str | None = None

    def headers(self) -> dict[str, str]:
        """Raises ValueError for an idempotency key that cannot be sent in a header."""
        key = self.idempotency_key
        if key is None:
            return {"Accept": "application/json"}
        if not re.fullmatch(r"[\x21-\x7e]+( +[\x21-\x7e]+)*", key):
            raise ValueError("idempotency_key must be printable ASCII.")
        return {"Accept": "application/json", "Idempotency-Key": key}

    def params(self) -> dict[str, str]:
        return {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in self.query.items()
            if value is not None
        }


@dataclass(frozen=True)
class Success:
    data: Any
    # The number of rows in the whole list, if the response is a list.
    total: int


@dataclass(frozen=True)
class Failure:
    error: Exception
    is_transient: bool
    retry_after: float = 0.0

    def delay(self, attempt: int) -> float | None:
        """The pause before the next attempt, in seconds; None if the call must not be retried.

        The pause has jitter, because many clients may have received the same response.
        """
        if not self.is_transient or self.retry_after > _MAX_DELAY:
            return None
        own = _FIRST_DELAY * float(2**attempt) * (0.5 + random.random())
        return self.retry_after + own


def require_secret_key(key: str | None) -> str:
    if key is None or not re.match(r"sk_(live|test)_", key):
        raise ValueError("secret_key must begin with sk_live_ or sk_test_.")
    return key


def read_answer(status: int, retry_after: str | None, text: str) -> Success | Failure:
    """Parses a response of any format, because a proxy may have sent it instead of the service."""
    envelope = _parse(text)
    if envelope.get("success") is True:
        pagination = _object(_object(envelope.get("meta")).get("pagination"))
        total = pagination.get("total")
        return Success(envelope.get("data"), total if isinstance(total, int) else 0)
    seconds = _seconds(retry_after)
    return Failure(
        error=_to_error(envelope, status),
        is_transient=status >= 500 or (status == 429 and seconds > 0),
        retry_after=seconds,
    )


def _to_error(envelope: Mapping[str, Any], status: int) -> AgateError:
    error = _object(envelope.get("error"))
    code = error.get("code")
    if envelope.get("success") is not False or not isinstance(code, str):
        return AgateError("UNEXPECTED_ANSWER", f"The response with status {status} is not from the API.", status)
    request_id = _object(envelope.get("meta")).get("request_id")
    details = error.get("details")
    receiver = error.get("receiver")
    return AgateError(
        code,
        str(error.get("message", "")),
        status,
        request_id if isinstance(request_id, str) else None,
        details if isinstance(details, list) else (),
        cast(ReceiverAnswer, receiver) if isinstance(receiver, dict) else None,
    )


def _parse(text: str) -> Mapping[str, Any]:
    try:
        return _object(json.loads(text))
    except (ValueError, RecursionError):
        return {}


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _seconds(text: str | None) -> float:
    return float(text) if text is not None and re.fullmatch(r"\d{1,9}", text) else 0.0


def path(*parts: str) -> str:
    """Encodes each part as one path segment, whatever characters it contains."""
    return "/" + "/".join(quote(part, safe="") for part in parts)


@dataclass
class ListReader:
    """Reads a list to its end while rows are being added and removed.

    The list is read by page number, so a new row moves the rows after it to later pages, and a
    removed row moves them to earlier ones.
    """

    page: int = 1
    is_over: bool = False
    _before: int = 0

    def take(self, rows: list[Any], total: int) -> Iterator[Any]:
        """Returns the rows to process; afterwards `page` is the next page to read."""
        left = self._before - total
        self._before = total
        if left > 0 and self.page > 1:
            # Unread rows may have moved back by up to `left` rows, onto pages that were already
            # read.
            self.page = max(0, self.page - 1 - -(-left // PER_PAGE)) + 1
            return iter(())
        self.page += 1
        self.is_over = len(rows) < PER_PAGE
        return iter(rows)


@dataclass
class SessionsSeen:
    """Filters out repeated and new rows of a list that is sorted by creation time, newest first."""

    _oldest: str = ""
    _given: set[str] = field(default_factory=set)

    def is_new(self, token: str, created_at: str) -> bool:
        if self._oldest != "" and (created_at > self._oldest or token in self._given):
            return False
        if created_at != self._oldest:
            self._given = set()
        self._given.add(token)
        self._oldest = created_at
        return True
