"""Calls every method of the `xident` SDK for Python on a running service (npm start).

    pip install httpx xident
    python examples/sdks/try.py photo-of-one-face.jpg

Prints a line for each method, and exits with status 1 when a response differs
from the documentation.
"""

import base64
import hashlib
import hmac
import json
import sys
import time
import urllib.request

from xident import APIError, Xident

DEMO = json.load(open(".agate/demo.json"))
IMAGE = base64.b64encode(open(sys.argv[1], "rb").read()).decode()
USER = f"sdk-python-{time.time_ns()}"


def check(name, holds):
    print("ok " if holds else "NOT", name)
    if not holds:
        sys.exit(1)


def client(key):
    return Xident(api_key=DEMO["tenant"][key], base_url=DEMO["base_url"])


def ended(faces, challenge):
    for _ in range(60):
        status = faces.get_status(challenge.challenge_id)
        if status.status != "processing":
            return status
        time.sleep(0.5)
    return status


def settle(token, status):
    request = urllib.request.Request(
        f"{DEMO['base_url']}/verify/v1/sandbox/{token}/outcome",
        json.dumps({"status": status}).encode(),
        {"Content-Type": "application/json", "X-API-Key": DEMO["tenant"]["test_secret_key"]},
    )
    return json.load(urllib.request.urlopen(request))["data"]["token"]


def try_verification(test):
    init = test.verification.init(callback_url="http://localhost:8788/return", min_age=18, user_id=USER)
    check("verification.init", init.token.startswith("xit_") and init.token in init.verify_url)
    token = settle(init.token, "success")
    result = test.verification.get_result(token)
    check("verification.get_result", result.verified and result.external_user_id == USER)
    return token


def try_faces(live):
    faces = live.face_2fa
    enrolled = ended(faces, faces.register(user_id=USER, image=IMAGE))
    check("face_2fa.register, get_status", enrolled.kind == "enroll" and enrolled.passed is True)
    check("face_2fa.get_user", faces.get_user(USER).enrolled)
    seen = ended(faces, faces.verify(user_id=USER, image=IMAGE))
    check("face_2fa.verify", seen.status == "completed" and seen.passed is True)
    deleted = faces.delete_user(USER)
    check("face_2fa.delete_user", deleted and not faces.get_user(USER).enrolled)


def try_blacklist(live, test, token):
    try:
        test.blacklist.add_by_session(session_token=token, reason="A session without a face")
        refusal = None
    except APIError as error:
        refusal = error.error_code
    check("blacklist.add_by_session", refusal == "SESSION_HAS_NO_FACE_DATA")
    added = live.blacklist.add_by_image(image=IMAGE, reason=USER)
    check("blacklist.add_by_image", added == "processing")
    entry = next(entry for entry in live.blacklist.list(page=1, per_page=100) if entry.reason == USER)
    check("blacklist.list", entry.source == "image")
    blocked = ended(live.face_2fa, live.face_2fa.register(user_id=USER, image=IMAGE))
    check("a blocked face cannot be enrolled", blocked.failure_reason == "blacklist_match")
    live.blacklist.remove(entry.id)
    check("blacklist.remove", all(entry.reason != USER for entry in live.blacklist.list()))


def try_webhooks(test):
    now, secret = int(time.time()), "whsec_dGhlIHNlY3JldCBvZiB0aGlzIHNjcmlwdA=="
    body = json.dumps({"id": "evt_1", "type": "session.success", "created": now, "data": {}})
    mac = hmac.new(secret.encode(), f"{now}.{body}".encode(), hashlib.sha256).hexdigest()
    header = f"t={now},v1={mac}"
    check("webhooks.verify_signature", test.webhooks.verify_signature(body, header, secret))
    event = test.webhooks.construct_event(body, header, secret)
    check("webhooks.construct_event", event["type"] == "session.success")
    check("webhooks.parse_event", test.webhooks.parse_event(body)["id"] == "evt_1")


with client("secret_key") as live, client("test_secret_key") as test:
    token = try_verification(test)
    try_faces(live)
    try_blacklist(live, test, token)
    try_webhooks(test)
