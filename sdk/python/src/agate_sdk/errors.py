"""Exceptions of the SDK. Their messages are safe to log."""

from __future__ import annotations

from typing import Sequence, TypedDict


class FieldError(TypedDict):
    """An invalid field of the request, and what is wrong with it."""

    field: str
    message: str


class ReceiverAnswer(TypedDict, total=False):
    """What an endpoint did instead of returning the challenge."""

    reason: str
    """Why it failed, such as `timeout`; newer versions of the service may return other reasons."""
    status: int
    """The HTTP status of the endpoint's response, if it responded."""


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
        """The service's error code, or `UNEXPECTED_ANSWER` if the response is not from the API.

        Newer versions of the service may return other codes.
        """
        self.message = message
        self.status = status
        self.request_id = request_id
        """The id to quote in support requests."""
        self.details = tuple(details)
        """The invalid fields."""
        self.receiver = receiver
        """For `ENDPOINT_NOT_VERIFIED`: what the endpoint did instead of returning the challenge."""


class AgateConnectionError(AgateException):
    """The service could not be reached or did not respond in time, even after any retries.

    Also raised when the service's keys could not be loaded.
    """


class WebhookVerificationError(AgateException):
    """The webhook is not from the service, or too old."""


class AgePassError(AgateException):
    """The token is not a valid age pass, has expired, or is for too low an age or class."""


class ReceiptVerificationError(AgateException):
    """The receipt is not what the service signed, or belongs to another session."""
