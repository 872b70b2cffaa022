# Authlib, here with Flask; its integrations for Django, Starlette and FastAPI take the same
# settings.
import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, redirect, session, url_for

app = Flask(__name__)
app.secret_key = os.urandom(32)
agate = OAuth(app).register(
    "agate",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=os.environ["AGATE_URL"] + "/.well-known/openid-configuration",
    # Without code_challenge_method, Authlib does not use PKCE.
    client_kwargs={"scope": "openid age_verification", "code_challenge_method": "S256"},
)


@app.get("/login")
def login():
    return agate.authorize_redirect(url_for("callback", _external=True))


@app.get("/callback")
def callback():
    token = agate.authorize_access_token()
    # The ages are in userinfo, not in the ID token.
    session["claims"] = dict(agate.userinfo(token=token))
    return redirect("/")


@app.get("/")
def home():
    return jsonify(session.get("claims"))


app.run(host="localhost", port=int(os.environ.get("PORT", "9876")))
