"""Age and identity verification with Agate, for your backend.

Use `Agate`, or `AsyncAgate` for asyncio.
"""

from __future__ import annotations

from . import wire
from ._async import AsyncAgate, AsyncAgateDashboard
from ._sync import Agate, AgateDashboard
from .errors import (
    AgateConnectionError,
    AgateError,
    AgateException,
    AgePassError,
    FieldError,
    ReceiptVerificationError,
    ReceiverAnswer,
    WebhookVerificationError,
)
from .passes import AgePass, fetch_pass_directory, pass_challenge_header, verify_age_pass
from .receipts import ReceiptKeys, verify_receipt
from .regions import VisitorRegion, visitor_region_of
from .webhooks import (
    EndpointChallenge,
    WebhookAnswer,
    receive_webhook,
    receive_webhook_async,
    verify_webhook,
)

__version__ = "0.1.0"

__all__ = [
    "Agate",
    "AgateConnectionError",
    "AgateDashboard",
    "AgateError",
    "AgateException",
    "AgePass",
    "AgePassError",
    "AsyncAgate",
    "AsyncAgateDashboard",
    "EndpointChallenge",
    "FieldError",
    "ReceiptKeys",
    "ReceiptVerificationError",
    "ReceiverAnswer",
    "VisitorRegion",
    "WebhookAnswer",
    "WebhookVerificationError",
    "__version__",
    "fetch_pass_directory",
    "pass_challenge_header",
    "receive_webhook",
    "receive_webhook_async",
    "verify_age_pass",
    "verify_receipt",
    "verify_webhook",
    "visitor_region_of",
    "wire",
]
