# A webhook receiver that verifies signatures and prints events. Needs only Python 3.10 or newer.
#   WEBHOOK_SECRET=whsec_… python3 examples/receiver/receiver.py <port>
import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_"))


def is_from_agate(raw_body: bytes, headers) -> bool:
    """Verifies the raw body, before any parsing. An old signature may be a replay."""
    sent = headers.get("webhook-timestamp", "")
    # Refuse an empty secret: anybody could make signatures with it.
    if not SECRET or not sent.isdecimal() or abs(time.time() - int(sent)) > 300:
        return False
    content = f"{headers.get('webhook-id', '')}.{sent}.".encode() + raw_body
    digest = hmac.new(SECRET, content, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # For a day after a rotation there are two signatures; one of them is made with the secret of
    # this receiver.
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, one) for one in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_from_agate(raw_body, self.headers):
            return self.answer(400)
        event = json.loads(raw_body)
        # The service sends no events until the challenge has been returned.
        if event["type"] == "endpoint.challenge":
            return self.answer(200, event["challenge"].encode())
        # Respond first, within 10 seconds; do the work afterwards.
        self.answer(200)
        print(event["type"], event["id"], flush=True)

    def answer(self, status: int, body: bytes = b""):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8789
    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
