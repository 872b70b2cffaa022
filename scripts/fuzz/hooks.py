"""Hooks for Schemathesis that add the credentials of one group of operations and count responses.

AGATE_FUZZ_GROUP names the file that describes the group (groups.ts). AGATE_FUZZ_TALLY names the
file to which the number of responses with each status is written, for each operation.
"""

import atexit
import json
import os
from collections import Counter

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode
from schemathesis.openapi.checks import RejectedPositiveData

GROUP = json.load(open(os.environ["AGATE_FUZZ_GROUP"], encoding="utf-8"))
#: Access tokens of staff. Requests that end sessions use the last one until its session has ended;
#: all others use the first one.
TOKENS = GROUP.get("tokens", [])
#: Verifications whose page is open. Each request uses the next one, because requests can end them.
OPENED = GROUP.get("opened", [])
#: Operations that end the session that sends them, or change the password or second factor of its
#: member.
ENDING = ("/auth/logout", "/auth/logout-all", "/auth/change-password", "/auth/2fa/", "/auth/sessions/")

#: Codes of errors about rules that no schema can express: whether the service can satisfy the law
#: or the `accept` parameter, a picture can be read, a code is correct, a link or a pass is still
#: valid, or an idempotency key was sent before with a different request.
BEYOND_SCHEMAS = {
    "IDEMPOTENCY_KEY_MISMATCH",
    "INVALID_ACCEPT",
    "POLICY_UNSATISFIABLE",
    "INVALID_CODE",
    "INVALID_DOCUMENT",
    "INVALID_PICTURE",
    "INVALID_TOKEN",
    "PASS_INVALID",
}

#: Operations whose bodies must contain one of several members; errors about this name no field.
ONE_OF_SEVERAL = {"/admin/v1/verified-ages/revoke"}

tally: Counter[str] = Counter()
opened_at = 0


def is_ending(case) -> bool:
    return any(part in case.operation.path for part in ENDING)


@schemathesis.auth(refresh_interval=None)
class Credentials:
    """The credentials of the group's caller."""

    def get(self, case, context):
        if not TOKENS:
            return GROUP.get("key", {})
        token = TOKENS[-1] if is_ending(case) else TOKENS[0]
        return {"Authorization": f"Bearer {token}"}

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), **data}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Adds the headers that the group always sends, and a hosted page's verification cookie."""
    global opened_at
    always = dict(GROUP.get("always", {}))
    if OPENED and "id" in (case.path_parameters or {}):
        opened_at += 1
        session = OPENED[opened_at % len(OPENED)]
        if is_positive(case, ParameterLocation.PATH):
            case.path_parameters["id"] = session["id"]
        always["Cookie"] = session["cookie"]
    case.headers = {**(case.headers or {}), **always}


def is_positive(case, location) -> bool:
    component = case.meta.components.get(location) if case.meta is not None else None
    return component is None or component.mode is GenerationMode.POSITIVE


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops a failure if the service refused the request because of a rule that no schema can
    express: the error has a code in BEYOND_SCHEMAS, or names the rejected field.
    """
    if not isinstance(failure, RejectedPositiveData):
        return True
    if response.status_code == 422 and "text/html" in response.headers.get("content-type", [""])[0]:
        # The form is shown again, with the error next to the field.
        return False
    if case.operation.path in ONE_OF_SEVERAL:
        return False
    try:
        error = response.json()["error"]
    except (ValueError, KeyError, TypeError):
        return True
    if isinstance(error, str):
        # OAuth errors name no field. Here they reject data that only a partner can sign: the
        # response of a wallet, or a logout token.
        return False
    return error["code"] not in BEYOND_SCHEMAS and not error.get("details")


@schemathesis.hook
def after_call(context, case, response):
    tally[f"{case.operation.method.upper()} {case.operation.path} {response.status_code}"] += 1
    sent = response.request.headers.get("Authorization", "").removeprefix("Bearer ")
    if sent in TOKENS and len(TOKENS) > 2 and b'"UNAUTHORIZED"' in response.content:
        TOKENS.remove(sent)


@atexit.register
def write_tally():
    with open(os.environ["AGATE_FUZZ_TALLY"], "w", encoding="utf-8") as file:
        json.dump(tally, file, indent=1, sort_keys=True)
