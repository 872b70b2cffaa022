# mozilla-django-oidc, in a single-file Django site.
import os

import django
from django.conf import settings
from django.core.management import call_command

AGATE = os.environ["AGATE_URL"]
PORT = os.environ.get("PORT", "9876")
settings.configure(
    DEBUG=True,
    SECRET_KEY=os.urandom(32).hex(),
    ALLOWED_HOSTS=["localhost"],
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "mozilla_django_oidc",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    SESSION_ENGINE="django.contrib.sessions.backends.cache",
    AUTHENTICATION_BACKENDS=[__name__ + ".Agate"],
    LOGIN_REDIRECT_URL="/",
    OIDC_RP_CLIENT_ID=os.environ["CLIENT_ID"],
    OIDC_RP_CLIENT_SECRET=os.environ["CLIENT_SECRET"],
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_RP_SCOPES="openid age_verification",
    OIDC_OP_AUTHORIZATION_ENDPOINT=AGATE + "/oauth/authorize",
    OIDC_OP_TOKEN_ENDPOINT=AGATE + "/oauth/token",
    OIDC_OP_USER_ENDPOINT=AGATE + "/oauth/userinfo",
    OIDC_OP_JWKS_ENDPOINT=AGATE + "/.well-known/jwks.json",
    OIDC_USE_PKCE=True,
)
django.setup()

from django.http import JsonResponse  # noqa: E402
from django.shortcuts import redirect  # noqa: E402
from django.urls import path  # noqa: E402
from mozilla_django_oidc import views  # noqa: E402
from mozilla_django_oidc.auth import OIDCAuthenticationBackend  # noqa: E402


class Agate(OIDCAuthenticationBackend):
    """Identifies users by subject, because without the scope `email` there is no email address."""

    def verify_claims(self, claims):
        self.request.session["claims"] = claims
        return "sub" in claims

    def filter_users_by_claims(self, claims):
        return self.UserModel.objects.filter(username=claims["sub"])

    def create_user(self, claims):
        return self.UserModel.objects.create_user(claims["sub"])


urlpatterns = [
    path("login", lambda request: redirect("oidc_authentication_init")),
    path("begin", views.OIDCAuthenticationRequestView.as_view(), name="oidc_authentication_init"),
    path("callback", views.OIDCAuthenticationCallbackView.as_view(), name="oidc_authentication_callback"),
    path("", lambda request: JsonResponse(request.session.get("claims"), safe=False)),
]

if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    call_command("runserver", f"localhost:{PORT}", use_reloader=False, use_threading=False)
