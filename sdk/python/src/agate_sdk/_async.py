# The client for asyncio, from which `npm run generate:wire` generates `_sync.py`.
"""Clients for the API and the dashboard API.

The API needs a secret key, and the dashboard API a staff member's access token.
"""

from __future__ import annotations

import asyncio
import uuid
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncIterator,
    Awaitable,
    Callable,
    Dict,
    List,
    Literal,
    Union,
    cast,
)

import httpx

from . import _protocol
from ._protocol import PER_PAGE, Call, Failure, Success, path
from .errors import AgateConnectionError
from .wire import (
    AgateEvent,
    BlacklistEntry,
    BlacklistOutlook,
    FaceAccepted,
    FaceChallenge,
    FaceSession,
    FaceUser,
    ListedVerification,
    OAuthClientRegistration,
    WebhookRegistration,
    OAuthClient,
    OAuthClientChanges,
    OAuthClientWithSecret,
    RedeemedPass,
    RequestLine,
    ResentEvent,
    Retake,
    SandboxOutcome,
    SentWebhookTest,
    SessionResult,
    Verification,
    VerificationDetail,
    VerificationRequest,
    VerificationResult,
    Webhook,
    WebhookChanges,
    WebhookDelivery,
    WebhookTest,
    WebhookWithSecret,
)

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

AsyncAgateToken = Union[str, Callable[[], Awaitable[str]]]
"""An access token, valid for 15 minutes, or a function that returns one.

The function is called before each request.
"""

Headers = Dict[str, str]
AsyncAgateCredential = Callable[[], Awaitable[Headers]]


class AsyncTransport:
    def __init__(
        self,
        base_url: str,
        credential: AsyncAgateCredential,
        timeout: float,
        retries: int,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self._credential = credential
        self._retries = retries
        self._http = httpx.AsyncClient(
            base_url=base_url.rstrip("/"),
            timeout=timeout,
            transport=transport,
            follow_redirects=False,
        )

    async def aclose(self) -> None:
        await self._http.aclose()

    async def call(self, call: Call) -> Any:
        return (await self.repeat(call)).data

    async def repeat(self, call: Call) -> Success:
        attempt = 0
        while True:
            answer = await self._attempt(call)
            if isinstance(answer, Success):
                return answer
            delay = answer.delay(attempt)
            if delay is None or not call.is_idempotent or attempt >= self._retries:
                raise answer.error
            await asyncio.sleep(delay)
            attempt += 1

    async def _attempt(self, call: Call) -> Success | Failure:
        headers = {**call.headers(), **(await self._credential())}
        try:
            response = await self._http.request(
                call.method,
                call.path,
                params=call.params() or None,
                json=call.body,
                headers=headers,
            )
        except httpx.TransportError as cause:
            error = AgateConnectionError("The service did not answer.")
            error.__cause__ = cause
            return Failure(error, is_transient=True)
        return _protocol.read_answer(
            response.status_code, response.headers.get("Retry-After"), response.text
        )


class AsyncAgate:
    """The API client for backends, which uses a secret key.

    Close it at the end, or use it as a context manager. `secret_key`: `sk_live_…`, or `sk_test_…`
    for the sandbox. `base_url`: the service's origin. `timeout`: in seconds, for connecting and for
    each read and write. `retries`: how often an idempotent call is retried after server errors,
    network errors, and a 429 with `Retry-After`. `transport`: used instead of the network.
    """

    def __init__(
        self,
        secret_key: str | None,
        *,
        base_url: str = _protocol.DEFAULT_BASE_URL,
        timeout: float = 10.0,
        retries: int = 2,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        key = _protocol.require_secret_key(secret_key)

        async def credential() -> dict[str, str]:
            return {"X-API-Key": key}

        self._transport = AsyncTransport(base_url, credential, timeout, retries, transport)
        self.verifications = AsyncVerifications(self._transport)
        self.faces = AsyncFaces(self._transport)
        self.blacklist = AsyncBlacklist(self._transport)
        self.passes = AsyncPasses(self._transport)
        self.events = AsyncEvents(self._transport)
        self.webhooks = AsyncKeyWebhooks(self._transport)
        self.sandbox = AsyncSandbox(self._transport)
        self.requests = AsyncRequests(self._transport)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()


def _key(idempotency_key: str | None) -> str:
    return str(uuid.uuid4()) if idempotency_key is None else idempotency_key


class AsyncVerifications:
    """Verification sessions. A `token` is `xtk_…` from the callback, or `xit_…` from init."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def init(
        self, *, idempotency_key: str | None = None, **request: Unpack[VerificationRequest]
    ) -> Verification:
        """Creates a session: send the visitor's browser to `verify_url` within ten minutes.

        `idempotency_key`: a key of your own, such as the order id, so that repeating the call does
        not create a second session. Default: a random key per call, which covers the automatic
        retries.
        """
        call = Call(
            "POST",
            "/verify/v1/init",
            True,
            body=request,
            idempotency_key=_key(idempotency_key),
        )
        return cast(Verification, await self._transport.call(call))

    async def retake(self, token: str, *, idempotency_key: str | None = None) -> Retake:
        """Creates a session that replaces a failed or expired one, with the same requirements.

        Send the visitor's browser to its `verify_url`. Raises `RETAKE_NOT_ALLOWED` or
        `RETAKE_LIMIT_EXCEEDED`.
        """
        address = path("verify", "v1", "sessions", token, "retake")
        call = Call("POST", address, True, idempotency_key=_key(idempotency_key))
        return cast(Retake, await self._transport.call(call))

    async def result(self, token: str) -> VerificationResult:
        """Reads a session's result. Base your decision on `verified` alone."""
        call = Call("GET", path("verify", "v1", "result", token), True)
        return cast(VerificationResult, await self._transport.call(call))

    async def read(self, token: str) -> VerificationDetail:
        """Reads the steps that the visitor reached, with times, and the current result."""
        call = Call("GET", path("api", "v1", "sessions", token), True)
        return cast(VerificationDetail, await self._transport.call(call))

    async def list(
        self,
        *,
        page: int = 1,
        status: str | None = None,
        verification_type: str | None = None,
        external_user_id: str | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
    ) -> List[ListedVerification]:
        """Reads one page of your sessions in the key's mode, newest first, 100 per page.

        `start_date`, `end_date`: creation days in UTC, `YYYY-MM-DD`, both inclusive.
        """
        query = {
            "status": status,
            "verification_type": verification_type,
            "external_user_id": external_user_id,
            "start_date": start_date,
            "end_date": end_date,
        }
        return cast("List[ListedVerification]", (await self._page(page, query)).data)

    async def all(
        self,
        *,
        status: str | None = None,
        verification_type: str | None = None,
        external_user_id: str | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
    ) -> AsyncIterator[ListedVerification]:
        """Reads all sessions, newest first.

        Each session is returned exactly once, even if you end sessions in the loop. Sessions
        created in the meantime are left out.
        """
        query = {
            "status": status,
            "verification_type": verification_type,
            "external_user_id": external_user_id,
            "start_date": start_date,
            "end_date": end_date,
        }
        reader, seen = _protocol.ListReader(), _protocol.SessionsSeen()
        while not reader.is_over:
            answer = await self._page(reader.page, query)
            for row in reader.take(answer.data, answer.total):
                if seen.is_new(row["token"], row["created_at"]):
                    yield row

    async def cancel(self, token: str) -> SessionResult:
        """Cancels a running session.

        The call is not retried automatically: a second call raises `CONFLICT`.
        """
        call = Call("POST", path("api", "v1", "sessions", token, "cancel"), False)
        return cast(SessionResult, await self._transport.call(call))

    async def erase(self, token: str) -> bool:
        """Erases the personal data of an ended session now; afterwards its token is unknown.

        Returns False while the session's list entry has not yet been erased from the database; in
        that case, call again later.
        """
        call = Call("DELETE", path("api", "v1", "sessions", token, "data"), True)
        return bool((await self._transport.call(call))["erased"])

    async def _page(self, page: int, query: dict[str, str | None]) -> Success:
        call = Call(
            "GET", "/api/v1/sessions", True, query={"per_page": PER_PAGE, "page": page, **query}
        )
        return await self._transport.repeat(call)


class AsyncFaces:
    """Faces as a second factor.

    A single picture does not prove that a live person is present, so always combine a face with a
    different factor.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def register(
        self, *, user_id: str, image: str, idempotency_key: str | None = None
    ) -> FaceAccepted:
        """Enrols a face. Afterwards, call `challenge` until the status is no longer `processing`.

        `image`: a JPEG in base64.
        """
        return await self._send("register", user_id, image, idempotency_key)

    async def verify(
        self, *, user_id: str, image: str, idempotency_key: str | None = None
    ) -> FaceAccepted:
        """Compares a picture with the enrolled face.

        Call `challenge` for the outcome: `passed` is True if the faces match.
        """
        return await self._send("verify", user_id, image, idempotency_key)

    async def begin(
        self,
        *,
        user_id: str,
        kind: Literal["enroll", "verify"],
        callback_url: str,
        idempotency_key: str | None = None,
    ) -> FaceSession:
        """Creates a page on which a person enrols live, or is compared live with the enrolled face.

        Call `challenge` for the outcome.
        """
        call = Call(
            "POST",
            "/verify/v1/2fa/sessions",
            True,
            body={"user_id": user_id, "kind": kind, "callback_url": callback_url},
            idempotency_key=_key(idempotency_key),
        )
        return cast(FaceSession, await self._transport.call(call))

    async def challenge(self, challenge_id: str) -> FaceChallenge:
        """Reads a challenge. Base your decision on `passed is True` alone."""
        call = Call("GET", path("verify", "v1", "2fa", "status", challenge_id), True)
        return cast(FaceChallenge, await self._transport.call(call))

    async def user(self, user_id: str) -> FaceUser:
        call = Call("GET", path("verify", "v1", "2fa", "users", user_id), True)
        return cast(FaceUser, await self._transport.call(call))

    async def erase(self, user_id: str) -> None:
        """Erases the person's face and challenges; succeeds even when there is nothing to erase."""
        await self._transport.call(Call("DELETE", path("verify", "v1", "2fa", "users", user_id), True))

    async def _send(
        self, act: str, user_id: str, image: str, idempotency_key: str | None
    ) -> FaceAccepted:
        call = Call(
            "POST",
            path("verify", "v1", "2fa", act),
            True,
            body={"user_id": user_id, "image": image},
            idempotency_key=_key(idempotency_key),
        )
        return cast(FaceAccepted, await self._transport.call(call))


class AsyncBlacklist:
    """The faces that you block."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self, *, page: int = 1) -> List[BlacklistEntry]:
        """Reads one page of the faces that you block, newest first, 100 per page."""
        return cast("List[BlacklistEntry]", (await self._page(page)).data)

    async def all(self) -> AsyncIterator[BlacklistEntry]:
        """Reads all faces that you block, newest first, even if you remove some in the loop."""
        reader = _protocol.ListReader()
        last: int | None = None
        while not reader.is_over:
            answer = await self._page(reader.page)
            for row in reader.take(answer.data, answer.total):
                if last is None or row["id"] < last:
                    last = row["id"]
                    yield row

    async def block_image(
        self,
        *,
        image: str,
        reason: str,
        expires_in_days: int | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Blocks the face in a picture.

        `image`: a JPEG in base64. `reason`: the reason in your own words.
        """
        body: dict[str, object] = {"image": image, "reason": reason}
        if expires_in_days is not None:
            body["expires_in_days"] = expires_in_days
        key = _key(idempotency_key)
        call = Call("POST", "/verify/v1/blacklist/image", True, body=body, idempotency_key=key)
        await self._transport.call(call)

    async def block_session(
        self, *, session_token: str, reason: str, expires_in_days: int | None = None
    ) -> None:
        """Blocks the face that appeared in a check, if that face is still stored."""
        body: dict[str, object] = {"session_token": session_token, "reason": reason}
        if expires_in_days is not None:
            body["expires_in_days"] = expires_in_days
        await self._transport.call(Call("POST", "/verify/v1/blacklist/session", True, body=body))

    async def outlook(self) -> BlacklistOutlook:
        """Returns how many people your list is expected to refuse by mistake.

        The number is estimated from the list's length alone.
        """
        call = Call("GET", "/verify/v1/blacklist/outlook", True)
        return cast("BlacklistOutlook", await self._transport.call(call))

    async def unblock(self, entry_id: int) -> None:
        """Removes an entry, together with the data that was used to recognise the face.

        Raises `NOT_FOUND` when the entry has already been removed.
        """
        await self._transport.call(Call("DELETE", path("verify", "v1", "blacklist", str(entry_id)), True))

    async def _page(self, page: int) -> Success:
        query = {"per_page": PER_PAGE, "page": page}
        return await self._transport.repeat(Call("GET", "/verify/v1/blacklist", True, query=query))


class AsyncPasses:
    """Age passes that your own page received."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def redeem(self, token: str, *, idempotency_key: str | None = None) -> RedeemedPass:
        """Verifies a pass and redeems it, so that every site that redeems passes refuses it later.

        Raises `PASS_SPENT` or `PASS_INVALID`. A repeated call with the same `idempotency_key`
        within 15 minutes gets the first response. `verify_age_pass` verifies a pass without any
        request.
        """
        key = _key(idempotency_key)
        call = Call(
            "POST", "/verify/v1/passes/redeem", True, body={"token": token}, idempotency_key=key
        )
        return cast("RedeemedPass", await self._transport.call(call))


class AsyncEvents:
    """The event feed of the last 30 days."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self, *, after: str | None = None, page_size: int = PER_PAGE
    ) -> List[AgateEvent]:
        """Reads one page of at most `page_size` events, oldest first.

        The page is empty when there are no further events.
        """
        query = {"limit": page_size, "after": after}
        call = Call("GET", "/api/v1/events", True, query=query)
        return cast("List[AgateEvent]", await self._transport.call(call))

    async def all(
        self, *, after: str | None = None, page_size: int = PER_PAGE
    ) -> AsyncIterator[AgateEvent]:
        """Reads all events after `after`, in order, to the end of the feed."""
        while True:
            page = await self.list(after=after, page_size=page_size)
            for event in page:
                yield event
            if not page:
                return
            after = page[-1]["id"]

    async def resend(self, event_id: str) -> ResentEvent:
        """Resends an event, with the same `webhook-id`, to the endpoints it was originally sent to.

        The call is not retried automatically.
        """
        call = Call("POST", path("api", "v1", "events", event_id, "resend"), False)
        return cast(ResentEvent, await self._transport.call(call))


class AsyncKeyWebhooks:
    """The webhook calls that an API key may make. `verify_webhook` checks received webhooks."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def send_test(self, **request: Unpack[WebhookTest]) -> SentWebhookTest:
        """Sends a test event to your endpoints, or to one of them.

        The event belongs to no session and is not in the feed.
        """
        call = Call("POST", "/api/v1/webhooks/test", False, body=request)
        return cast(SentWebhookTest, await self._transport.call(call))


class AsyncSandbox:
    """Test sessions, which a test key settles without a browser."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def settle(self, token: str, **outcome: Unpack[SandboxOutcome]) -> SessionResult:
        """Ends a test session as a visitor would, and triggers the same events and webhooks.

        The call is not retried automatically.
        """
        address = path("verify", "v1", "sandbox", token, "outcome")
        return cast(SessionResult, await self._transport.call(Call("POST", address, False, body=outcome)))


class AsyncRequests:
    """The API calls that were made with your keys."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self, *, before: int | None = None, only_errors: bool = False, limit: int = 25
    ) -> List[RequestLine]:
        """Reads the calls made with any of your keys of this key's mode, live or test.

        The latest call comes first. The lines contain no bodies, parameters or addresses.
        """
        query = {"before": before, "only_errors": only_errors, "limit": limit}
        call = Call("GET", "/api/v1/requests", True, query=query)
        return cast("List[RequestLine]", await self._transport.call(call))


class AsyncAgateDashboard:
    """Manages webhook endpoints and OAuth clients, with the access token of a staff member.

    `POST /dashboard/v1/auth/login` returns the token. API keys cannot change endpoints or clients,
    so that a leaked key cannot redirect events or sign-ins.
    """

    def __init__(
        self,
        access_token: AsyncAgateToken,
        *,
        base_url: str = _protocol.DEFAULT_BASE_URL,
        timeout: float = 10.0,
        retries: int = 2,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        async def credential() -> dict[str, str]:
            token = access_token if isinstance(access_token, str) else await access_token()
            return {"Authorization": f"Bearer {token}"}

        self._transport = AsyncTransport(base_url, credential, timeout, retries, transport)
        self.webhooks = AsyncWebhooks(self._transport)
        self.oauth_clients = AsyncOAuthClients(self._transport)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()


def _dashboard(*parts: str) -> str:
    return path("dashboard", "v1", *parts)


class AsyncWebhooks:
    """The endpoints that events are sent to."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self, *, page: int = 1) -> List[Webhook]:
        """Reads one page of your endpoints, 100 per page."""
        query = {"per_page": PER_PAGE, "page": page}
        call = Call("GET", _dashboard("webhooks"), True, query=query)
        return cast("List[Webhook]", await self._transport.call(call))

    async def create(self, **endpoint: Unpack[WebhookRegistration]) -> WebhookWithSecret:
        """Returns the endpoint with its secret, which is returned only once.

        The endpoint receives events once it has answered its challenge (`verify`).
        """
        call = Call("POST", _dashboard("webhooks"), False, body=endpoint)
        return cast(WebhookWithSecret, await self._transport.call(call))

    async def read(self, webhook_id: str) -> Webhook:
        call = Call("GET", _dashboard("webhooks", webhook_id), True)
        return cast(Webhook, await self._transport.call(call))

    async def change(self, webhook_id: str, **changes: Unpack[WebhookChanges]) -> Webhook:
        """Changes the given fields.

        `state` pauses (`"paused"`) or re-enables (`"enabled"`) the endpoint.
        """
        call = Call("PATCH", _dashboard("webhooks", webhook_id), True, body=changes)
        return cast(Webhook, await self._transport.call(call))

    async def delete(self, webhook_id: str) -> None:
        """Deletes the endpoint with all its deliveries."""
        await self._transport.call(Call("DELETE", _dashboard("webhooks", webhook_id), False))

    async def verify(self, webhook_id: str) -> Webhook:
        """Sends the challenge that a pending endpoint must answer.

        Raises `ENDPOINT_NOT_VERIFIED`.
        """
        call = Call("POST", _dashboard("webhooks", webhook_id, "verify"), False)
        return cast(Webhook, await self._transport.call(call))

    async def rotate_secret(self, webhook_id: str) -> WebhookWithSecret:
        """Returns the endpoint with its new secret, which is returned only once.

        For 24 hours, events are also signed with the old secret.
        """
        call = Call("POST", _dashboard("webhooks", webhook_id, "rotate-secret"), False)
        return cast(WebhookWithSecret, await self._transport.call(call))

    async def deliveries(
        self, webhook_id: str, *, state: str | None = None, page: int = 1
    ) -> List[WebhookDelivery]:
        """Reads one page of an endpoint's latest deliveries with their attempts, 100 per page."""
        query = {"per_page": PER_PAGE, "page": page, "state": state}
        call = Call("GET", _dashboard("webhooks", webhook_id, "deliveries"), True, query=query)
        return cast("List[WebhookDelivery]", await self._transport.call(call))

    async def replay(self, delivery_id: str) -> WebhookDelivery:
        """Sends a delivery again, whatever its state."""
        call = Call("POST", _dashboard("deliveries", delivery_id, "replay"), False)
        return cast(WebhookDelivery, await self._transport.call(call))


class AsyncOAuthClients:
    """Clients of "Sign in with Agate"."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> List[OAuthClient]:
        """Reads all clients; a customer has at most 50."""
        call = Call("GET", _dashboard("oauth-clients"), True, query={"per_page": PER_PAGE})
        return cast("List[OAuthClient]", await self._transport.call(call))

    async def create(self, **client: Unpack[OAuthClientRegistration]) -> OAuthClientWithSecret:
        """Returns the client with its secret.

        The secret is returned only once; public clients have none.
        """
        call = Call("POST", _dashboard("oauth-clients"), False, body=client)
        return cast(OAuthClientWithSecret, await self._transport.call(call))

    async def read(self, client_id: str) -> OAuthClient:
        call = Call("GET", _dashboard("oauth-clients", client_id), True)
        return cast(OAuthClient, await self._transport.call(call))

    async def change(self, client_id: str, **changes: Unpack[OAuthClientChanges]) -> OAuthClient:
        """Changes the given fields; None removes a value.

        Takes effect everywhere within 30 seconds.
        """
        call = Call("PATCH", _dashboard("oauth-clients", client_id), True, body=changes)
        return cast(OAuthClient, await self._transport.call(call))

    async def delete(self, client_id: str) -> None:
        """Deletes the client and revokes its grants."""
        await self._transport.call(Call("DELETE", _dashboard("oauth-clients", client_id), False))

    async def rotate_secret(
        self, client_id: str, *, overlap_days: int, keep: Literal["older"] | None = None
    ) -> OAuthClientWithSecret:
        """Returns the client with its new secret, which is returned only once.

        `overlap_days`: how long the old secret stays valid, 0 to 7. `keep`: while two secrets are
        valid, `older` replaces the newest secret and keeps the older one until it expires.
        """
        body: dict[str, object] = {"overlap_days": overlap_days}
        if keep is not None:
            body["keep"] = keep
        call = Call("POST", _dashboard("oauth-clients", client_id, "rotate-secret"), False, body=body)
        return cast(OAuthClientWithSecret, await self._transport.call(call))
