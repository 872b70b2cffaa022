# flask-oidc does not support PKCE, so the client is registered with `pkce_optional`. The library
# sends a nonce by default.
import json
import os
import tempfile

from flask import Flask, jsonify, redirect, session
from flask_oidc import OpenIDConnect

PORT = int(os.environ.get("PORT", "9876"))
secrets = tempfile.NamedTemporaryFile("w", suffix=".json", delete=False)
json.dump(
    {
        "web": {
            "client_id": os.environ["PKCE_FREE_CLIENT_ID"],
            "client_secret": os.environ["PKCE_FREE_CLIENT_SECRET"],
            "issuer": os.environ["AGATE_URL"],
        }
    },
    secrets,
)
secrets.close()

app = Flask(__name__)
app.config.update(
    SECRET_KEY=os.urandom(32).hex(),
    OIDC_CLIENT_SECRETS=secrets.name,
    OIDC_SERVER_METADATA_URL=os.environ["AGATE_URL"] + "/.well-known/openid-configuration",
    OIDC_SCOPES="openid age_verification",
    OIDC_CALLBACK_ROUTE="/callback",
    OVERWRITE_REDIRECT_URI=f"http://localhost:{PORT}/callback",
)
OpenIDConnect(app)
os.unlink(secrets.name)


# The library provides the page /login, which redirects back to this page.
@app.get("/")
def home():
    return jsonify(session.get("oidc_auth_profile"))


app.run(host="localhost", port=PORT)
