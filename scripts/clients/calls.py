"""Sends seven calls with the generated Python client: an age check from init to its event, and a
staff member's calls to the dashboard API.

Reads AGATE_URL, AGATE_TEST_SECRET_KEY, AGATE_EMAIL and AGATE_PASSWORD. Fails at the first response
that the client rejects or that is not as expected.
"""

import importlib
import os
import pkgutil
import time

import agate_client
from agate_client import (
    ApiClient,
    Configuration,
    DashboardAPIKeysApi,
    DashboardLoginRequest,
    DashboardOAuthClientsApi,
    DashboardSignInApi,
    EventsApi,
    InitRequest,
    OAuthClientRegistration,
    SandboxApi,
    SandboxOutcome,
    VerificationApi,
)

modules = [name for _, name, _ in pkgutil.walk_packages(agate_client.__path__, "agate_client.")]
for name in modules:
    importlib.import_module(name)
print(f"{len(modules)} modules are loaded.")

configuration = Configuration(host=os.environ["AGATE_URL"])
configuration.api_key["apiKey"] = os.environ["AGATE_TEST_SECRET_KEY"]

with ApiClient(configuration) as backend:
    verification = VerificationApi(backend)
    begun = verification.init_verification(
        InitRequest(callback_url="https://shop.example/age/return", min_age=18, user_id="u-1842")
    )
    assert begun.success is True and begun.data.verify_url.startswith(os.environ["AGATE_URL"])
    print("init")

    settled = SandboxApi(backend).settle_sandbox(begun.data.token, SandboxOutcome(status="success"))
    assert settled.data.status == "success"
    print("sandbox outcome")

    result = verification.read_result(settled.data.token)
    assert result.data.verified is True and result.data.external_user_id == "u-1842"
    print("result")

    # Events reach the feed through a queue, so they appear with a short delay.
    deadline = time.monotonic() + 30
    tokens: list[str] = []
    while settled.data.token not in tokens:
        assert time.monotonic() < deadline, tokens
        time.sleep(0.2)
        events = EventsApi(backend).list_events(limit=10)
        tokens = [event.actual_instance.data.token for event in events.data]
    print("events")

with ApiClient(Configuration(host=os.environ["AGATE_URL"])) as staff:
    tokens = DashboardSignInApi(staff).dashboard_login(
        DashboardLoginRequest(email=os.environ["AGATE_EMAIL"], password=os.environ["AGATE_PASSWORD"])
    )
    staff.configuration.access_token = tokens.data.actual_instance.access_token
    print("dashboard login")

    keys = DashboardAPIKeysApi(staff).dashboard_list_api_keys()
    assert len(keys.data) == 4
    print("API keys")

    client = DashboardOAuthClientsApi(staff).dashboard_create_o_auth_client(
        OAuthClientRegistration(
            name="Generated", redirect_uris=["https://shop.example/callback"], scopes=["openid"]
        )
    )
    assert client.data.client_secret.startswith("xocs_")
    print("OAuth client")
