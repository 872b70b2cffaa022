"""Tests what the synchronous and the asyncio client send, retry and raise."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Callable

import httpx
import pytest
from agate_sdk import (
    Agate,
    AgateConnectionError,
    AgateDashboard,
    AgateError,
    AsyncAgate,
    AsyncAgateDashboard,
)
from conftest import META, Service, bad, good

VISITOR = {"callback_url": "https://shop.example/return", "min_age": 18}
MADE = {"token": "xit_1", "verify_url": "https://verify.example/v/xit_1"}


async def _collect(found: Any) -> Any:
    return [row async for row in found] if hasattr(found, "__aiter__") else await found


def call_sync(service: Service, act: Callable[[Any], Any], **options: Any) -> Any:
    with Agate("sk_test_a", transport=service.transport, **options) as agate:
        found = act(agate)
        return list(found) if inspect.isgenerator(found) else found


def call_async(service: Service, act: Callable[[Any], Any], **options: Any) -> Any:
    async def run() -> Any:
        async with AsyncAgate("sk_test_a", transport=service.transport, **options) as agate:
            return await _collect(act(agate))

    return asyncio.run(run())


both = pytest.mark.parametrize("call", [call_sync, call_async])


@both
def test_one_idempotency_key_over_all_retries(call: Any, waits: list[float]) -> None:
    service = Service(bad(503, "UNAVAILABLE"), httpx.ConnectError("cut"), good(MADE))
    assert call(service, lambda agate: agate.verifications.init(**VISITOR)) == MADE
    assert service.calls() == ["POST /verify/v1/init"] * 3
    assert service.bodies() == [VISITOR] * 3
    assert service.asked[0].headers["x-api-key"] == "sk_test_a"
    assert len({one.headers["idempotency-key"] for one in service.asked}) == 1
    assert len(waits) == 2
    assert 0.125 <= waits[0] <= 0.375
    assert 0.25 <= waits[1] <= 0.75


@both
def test_own_idempotency_key_and_mode(call: Any) -> None:
    service = Service(good(MADE))
    request = {**VISITOR, "verification_mode": "facial", "idempotency_key": "order-1"}
    call(service, lambda agate: agate.verifications.init(**request))
    assert service.asked[0].headers["idempotency-key"] == "order-1"
    assert service.bodies() == [{**VISITOR, "verification_mode": "facial"}]
    with pytest.raises(ValueError, match="idempotency_key"):
        call(service, lambda agate: agate.verifications.retake("xtk_a", idempotency_key="№ 5"))
    assert len(service.asked) == 1


@both
@pytest.mark.parametrize("status", [400, 401, 404, 409, 422, 429])
def test_what_was_refused_is_not_repeated(call: Any, status: int) -> None:
    service = Service(bad(status, "INVALID_MIN_AGE"))
    with pytest.raises(AgateError) as raised:
        call(service, lambda agate: agate.verifications.init(**VISITOR))
    error = raised.value
    assert (error.code, error.status, error.request_id) == ("INVALID_MIN_AGE", status, "req_1")
    assert error.details == ({"field": "min_age", "message": "No."},)
    assert len(service.asked) == 1


@both
def test_what_an_endpoint_did(call: Any) -> None:
    receiver = {"reason": "wrong_status", "status": 404}
    error = {"code": "ENDPOINT_NOT_VERIFIED", "message": "No.", "receiver": receiver}
    service = Service(httpx.Response(422, json={"success": False, "error": error, "meta": META}))
    with pytest.raises(AgateError) as raised:
        call(service, lambda agate: agate.verifications.init(**VISITOR))
    assert raised.value.receiver == receiver
    assert raised.value.details == ()


@both
@pytest.mark.parametrize(("seconds", "repeats"), [("3", True), ("11", False), ("soon", False)])
def test_patience_that_is_asked_for(call: Any, seconds: str, repeats: bool, waits: list[float]) -> None:
    service = Service(bad(429, "TOO_MANY_REQUESTS", **{"Retry-After": seconds}), good(MADE))
    if not repeats:
        with pytest.raises(AgateError, match="TOO_MANY_REQUESTS"):
            call(service, lambda agate: agate.verifications.result("xtk_a"))
        assert waits == []
        return
    assert call(service, lambda agate: agate.verifications.result("xtk_a")) == MADE
    assert 3.125 <= waits[0] <= 3.375


@both
def test_silence_and_what_is_not_the_api(call: Any, waits: list[float]) -> None:
    silent = Service(httpx.ReadTimeout("silence"))
    with pytest.raises(AgateConnectionError) as raised:
        call(silent, lambda agate: agate.verifications.result("xtk_a"), retries=1)
    assert isinstance(raised.value.__cause__, httpx.ReadTimeout)
    assert len(silent.asked) == 2
    for text in ["<html>", "[]", "null", '{"success":false}', '{"success":false,"error":{}}', "[" * 5000]:
        other = Service(httpx.Response(404, text=text))
        with pytest.raises(AgateError) as unexpected:
            call(other, lambda agate: agate.verifications.result("xtk_a"))
        assert unexpected.value.code == "UNEXPECTED_ANSWER"
    led = Service(httpx.Response(302, headers={"Location": "https://other.example/"}))
    with pytest.raises(AgateError):
        call(led, lambda agate: agate.verifications.result("xtk_a"))
    assert len(led.asked) == 1


@both
@pytest.mark.parametrize(
    ("act", "sent", "body"),
    [
        (lambda a: a.verifications.cancel("xtk_a/b"), "POST /api/v1/sessions/xtk_a%2Fb/cancel", None),
        (
            lambda a: a.sandbox.settle("xit_1", status="failed", reason="age_below_threshold"),
            "POST /verify/v1/sandbox/xit_1/outcome",
            {"status": "failed", "reason": "age_below_threshold"},
        ),
        (lambda a: a.events.resend("evt_1"), "POST /api/v1/events/evt_1/resend", None),
        (
            lambda a: a.webhooks.send_test(type="session.failed"),
            "POST /api/v1/webhooks/test",
            {"type": "session.failed"},
        ),
    ],
)
def test_what_must_not_happen_twice_is_sent_once(call: Any, act: Any, sent: str, body: Any) -> None:
    service = Service(bad(503, "UNAVAILABLE"))
    with pytest.raises(AgateError):
        call(service, act)
    assert (service.calls(), service.bodies()) == ([sent], [body])


@both
@pytest.mark.parametrize(
    ("act", "sent"),
    [
        (lambda a: a.verifications.retake("xtk_a"), "POST /verify/v1/sessions/xtk_a/retake"),
        (lambda a: a.verifications.read("xtk_a"), "GET /api/v1/sessions/xtk_a"),
        (lambda a: a.verifications.erase("xtk_a"), "DELETE /api/v1/sessions/xtk_a/data"),
        (
            lambda a: a.verifications.list(status="failed", page=2),
            "GET /api/v1/sessions?per_page=100&page=2&status=failed",
        ),
        (lambda a: a.faces.challenge("fch_1"), "GET /verify/v1/2fa/status/fch_1"),
        (lambda a: a.faces.user("u/1"), "GET /verify/v1/2fa/users/u%2F1"),
        (lambda a: a.faces.erase("u/1"), "DELETE /verify/v1/2fa/users/u%2F1"),
        (lambda a: a.faces.register(user_id="u", image="AA"), "POST /verify/v1/2fa/register"),
        (lambda a: a.faces.verify(user_id="u", image="AA"), "POST /verify/v1/2fa/verify"),
        (
            lambda a: a.faces.begin(user_id="u", kind="enroll", callback_url="https://a.example"),
            "POST /verify/v1/2fa/sessions",
        ),
        (lambda a: a.blacklist.block_image(image="AA", reason="r"), "POST /verify/v1/blacklist/image"),
        (lambda a: a.blacklist.outlook(), "GET /verify/v1/blacklist/outlook"),
        (
            lambda a: a.blacklist.block_session(session_token="xtk_a", reason="r"),
            "POST /verify/v1/blacklist/session",
        ),
        (lambda a: a.blacklist.unblock(7), "DELETE /verify/v1/blacklist/7"),
        (
            lambda a: a.requests.list(before=7, only_errors=True),
            "GET /api/v1/requests?before=7&only_errors=true&limit=25",
        ),
    ],
)
def test_addresses(call: Any, act: Any, sent: str, waits: list[float]) -> None:
    service = Service(bad(500, "INTERNAL_ERROR"), good({"erased": True}))
    call(service, act)
    assert service.calls() == [sent, sent]
    assert len({one.headers.get("idempotency-key") for one in service.asked}) == 1


@both
def test_events_page_by_page(call: Any) -> None:
    service = Service(good([{"id": "evt_1"}, {"id": "evt_2"}]), good([{"id": "evt_3"}]), good([]))
    found = call(service, lambda agate: agate.events.all(after="evt_0", page_size=2))
    assert [one["id"] for one in found] == ["evt_1", "evt_2", "evt_3"]
    assert service.calls() == [
        f"GET /api/v1/events?limit=2&after=evt_{last}" for last in (0, 2, 3)
    ]


class Rows:
    """A list that changes while it is read."""

    def __init__(self) -> None:
        self.rows = [self.row(number) for number in range(250, 0, -1)]
        self.transport = httpx.MockTransport(self._answer)

    @staticmethod
    def row(number: int) -> dict[str, Any]:
        at = f"2026-08-13T{number // 180:02d}:{number // 3 % 60:02d}:00Z"
        return {"id": number, "token": f"xtk_{number}", "created_at": at}

    def _answer(self, request: httpx.Request) -> httpx.Response:
        page = int(request.url.params["page"])
        return good(self.rows[(page - 1) * 100 : page * 100], len(self.rows))


@pytest.mark.parametrize("name", ["verifications", "blacklist"])
@pytest.mark.parametrize("every", [1, 3])
def test_every_row_once_while_others_come_and_go(name: str, every: int) -> None:
    lists = Rows()
    before = [row["id"] for row in lists.rows]
    seen: list[int] = []
    with Agate("sk_test_a", transport=lists.transport) as agate:
        for row in getattr(agate, name).all():
            seen.append(row["id"])
            if len(seen) % every == 0:
                lists.rows = [other for other in lists.rows if other["id"] != row["id"]]
            if len(seen) % 60 == 0:
                lists.rows.insert(0, Rows.row(1_000 + len(seen)))
    assert seen == before


@pytest.mark.parametrize("key", [None, "", "pk_test_a", "sk_a"])
def test_a_secret_key_is_needed(key: str | None) -> None:
    for client in (Agate, AsyncAgate):
        with pytest.raises(ValueError, match="secret_key"):
            client(key)


def test_the_dashboard_by_a_token_that_is_read_before_each_attempt(waits: list[float]) -> None:
    service = Service(bad(503, "UNAVAILABLE"), good([]))
    tokens = iter(["at_1", "at_2"])
    with AgateDashboard(lambda: next(tokens), transport=service.transport) as staff:
        staff.webhooks.change("we_1", state="paused")
    assert service.calls() == ["PATCH /dashboard/v1/webhooks/we_1"] * 2
    assert [one.headers["authorization"] for one in service.asked] == ["Bearer at_1", "Bearer at_2"]

    async def run() -> None:
        async with AsyncAgateDashboard("at_3", transport=service.transport) as staff:
            await staff.webhooks.create(url="https://shop.example/h", events=["session.success"])
            await staff.webhooks.rotate_secret("we_1")
            await staff.oauth_clients.rotate_secret("xoc_1", overlap_days=7)
            await staff.oauth_clients.list()

    asyncio.run(run())
    assert service.calls()[2:] == [
        "POST /dashboard/v1/webhooks",
        "POST /dashboard/v1/webhooks/we_1/rotate-secret",
        "POST /dashboard/v1/oauth-clients/xoc_1/rotate-secret",
        "GET /dashboard/v1/oauth-clients?per_page=100",
    ]
    assert service.bodies()[4] == {"overlap_days": 7}


def test_both_clients_offer_the_same() -> None:
    def surface(client: Any) -> dict[str, list[str]]:
        parts = {name: part for name, part in vars(client).items() if not name.startswith("_")}
        return {
            name: [
                f"{method}{inspect.signature(getattr(part, method))}".replace("Async", "")
                for method in dir(part)
                if not method.startswith("_") and not method == "all"
            ]
            for name, part in parts.items()
        }

    for one, other in ((Agate, AsyncAgate), (AgateDashboard, AsyncAgateDashboard)):
        assert surface(one("sk_test_a")) == surface(other("sk_test_a"))
