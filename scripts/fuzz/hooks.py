"""Who the requests of a run come from, and what was answered: read by Schemathesis, for one group of operations at a time.

The group is described in the file that AGATE_FUZZ_GROUP names (groups.ts). What was answered is written to the file of
AGATE_FUZZ_TALLY: how often each operation was called, with which statuses.
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
#: Verifications whose page somebody has: the next one for each request, since requests end them.
OPENED = GROUP.get("opened", [])
#: Operations that end the session which sends them, or change how it was begun.
ENDING = ("/auth/logout", "/auth/logout-all", "/auth/change-password", "/auth/2fa/", "/auth/sessions/")

#: Errors about rules that no schema can express: whether a method exists, a picture can be read, a
#: code is right, a link is still valid, or a key was used for the same request.
BEYOND_SCHEMAS = {
    "IDEMPOTENCY_KEY_MISMATCH",
    "INVALID_ACCEPT",
    "POLICY_UNSATISFIABLE",
    "INVALID_CODE",
    "INVALID_DOCUMENT",
    "INVALID_PICTURE",
    "INVALID_TOKEN",
}

#: Operations whose bodies need one of several members, and answer no field for that.
ONE_OF_SEVERAL = {"/admin/v1/verified-ages/revoke"}

tally: Counter[str] = Counter()
opened_at = 0


def is_ending(case) -> bool:
    return any(part in case.operation.path for part in ENDING)


@schemathesis.auth(refresh_interval=None)
class Credentials:
    """What the caller of the group proves itself with."""

    def get(self, case, context):
        if not TOKENS:
            return GROUP.get("key", {})
        token = TOKENS[-1] if is_ending(case) else TOKENS[0]
        return {"Authorization": f"Bearer {token}"}

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), **data}


@schemathesis.hook
def before_call(context, case, kwargs):
    """What every request of the group has, and the cookie of a page, which is called by its verification."""
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
    """Some rules no schema can say: what they refuse is valid for the generator. Such an answer has to name the field."""
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
