"""Exceptions of the SDK. Their messages are safe to log."""

from __future__ import annotations

from typing import Sequence, TypedDict


class FieldError(TypedDict):
    """An invalid field."""

    field: str
    message: str


class ReceiverAnswer(TypedDict, total=False):
    """What an endpoint did instead of returning the challenge."""

    reason: str
    """Such as `timeout`; newer versions of the service may have more."""
    status: int
    """The status of its response, if it responded."""


class AgateException(Exception):
    """Base class of all exceptions of the SDK."""


class AgateError(AgateException):
    """The service returned an error: branch on `code`, such as `INVALID_CALLBACK_URL`."""

    def __init__(
        self,
        code: str,
        message: str,
        status: int,
        request_id: str | None = None,
        details: Sequence[FieldError] = (),
        receiver: ReceiverAnswer | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        """`UNEXPECTED_ANSWER`: the response is not from the API. Newer services may have more."""
        self.message = message
        self.status = status
        self.request_id = request_id
        """Include it in support requests."""
        self.details = tuple(details)
        """The invalid fields."""
        self.receiver = receiver
        """For `ENDPOINT_NOT_VERIFIED`: what the endpoint did instead of returning the challenge."""


class AgateConnectionError(AgateException):
    """No response in time, after all retries."""


class WebhookVerificationError(AgateException):
    """The webhook is not from the service, or too old."""


class AgePassError(AgateException):
    """The token is not a valid age pass, has expired, or has too low an age or class."""


class ReceiptVerificationError(AgateException):
    """The receipt is not what the service signed, or belongs to another session."""
