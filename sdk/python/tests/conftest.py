"""A fake service in the test process, and the settings for tests that call a running service."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Iterator

import httpx
import pytest

META = {"request_id": "req_1", "timestamp": "2026-08-13T09:30:00Z"}


def good(data: Any, total: int | None = None) -> httpx.Response:
    meta = META if total is None else {**META, "pagination": {"total": total}}
    return httpx.Response(200, json={"success": True, "data": data, "meta": meta})


def bad(status: int, code: str, **headers: str) -> httpx.Response:
    error = {"code": code, "message": "No.", "details": [{"field": "min_age", "message": "No."}]}
    body = {"success": False, "error": error, "meta": META}
    return httpx.Response(status, json=body, headers=headers)


class Service:
    """A fake service that returns the given answers in order, then repeats the last one.

    An answer that is an exception is raised instead.
    """

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []
        self.transport = httpx.MockTransport(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)

    def calls(self) -> list[str]:
        return [f"{one.method} {one.url.raw_path.decode()}" for one in self.asked]

    def bodies(self) -> list[Any]:
        return [json.loads(one.content) if one.content else None for one in self.asked]


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Replaces `sleep`, and yields a list of how long each pause would have been, in seconds."""
    import asyncio
    import time

    waited: list[float] = []

    async def no_wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", no_wait)
    monkeypatch.setattr(time, "sleep", waited.append)
    yield waited


@pytest.fixture(scope="session")
def running() -> dict[str, str]:
    """Returns the settings of the running service; skips the test if they are not set."""
    names = ("AGATE_URL", "AGATE_SECRET_KEY")
    if any(name not in os.environ for name in names):
        pytest.skip(f"No service: set {' and '.join(names)}.")
    return {name: os.environ[name] for name in names}
