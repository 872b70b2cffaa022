# requests-oauthlib, here with Flask.
import os

from flask import Flask, jsonify, redirect, request, session
from requests_oauthlib import OAuth2Session

# Allows http, because this example runs on one machine.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
AGATE = os.environ["AGATE_URL"]
PORT = int(os.environ.get("PORT", "9876"))

app = Flask(__name__)
app.secret_key = os.urandom(32)


def client(**more):
    return OAuth2Session(
        os.environ["CLIENT_ID"],
        scope=["openid", "age_verification"],
        redirect_uri=f"http://localhost:{PORT}/callback",
        **more,
    )


@app.get("/login")
def login():
    asking = client(pkce="S256")
    url, session["state"] = asking.authorization_url(AGATE + "/oauth/authorize")
    session["verifier"] = asking._code_verifier
    return redirect(url)


@app.get("/callback")
def callback():
    asking = client(state=session["state"])
    asking.fetch_token(
        AGATE + "/oauth/token",
        authorization_response=request.url,
        client_secret=os.environ["CLIENT_SECRET"],
        # This is a new session object without `pkce`, so the verifier is passed explicitly.
        code_verifier=session["verifier"],
    )
    return jsonify(asking.get(AGATE + "/oauth/userinfo").json())


app.run(host="localhost", port=PORT)
