"""What the SDK raises. Messages are safe to log."""

from __future__ import annotations

from typing import Sequence, TypedDict


class FieldError(TypedDict):
    """A field that the service refused."""

    field: str
    message: str


class ReceiverAnswer(TypedDict, total=False):
    """What an endpoint did instead of returning the challenge."""

    reason: str
    """Newer services may have more, such as `timeout`."""
    status: int
    """Of its answer, if it answered."""


class AgateException(Exception):
    """Every error of the SDK."""


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
        """Newer services may have more. `UNEXPECTED_ANSWER`: the response is not from the API."""
        self.message = message
        self.status = status
        self.request_id = request_id
        """Include it in support requests."""
        self.details = tuple(details)
        """The invalid fields."""
        self.receiver = receiver
        """Of `ENDPOINT_NOT_VERIFIED`: what the endpoint did instead of returning the challenge."""


class AgateConnectionError(AgateException):
    """No response in time, after all retries."""


class WebhookVerificationError(AgateException):
    """The webhook is not from the service, or too old."""


class AgePassError(AgateException):
    """What was shown is no age pass of the service, is good no more, or is of too low an age or class."""


class ReceiptVerificationError(AgateException):
    """The receipt is not what the service signed, or is of another session."""
