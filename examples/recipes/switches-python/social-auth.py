# social-auth for Python with its Django app, in a single-file site.
import os

import django
from django.conf import settings
from django.core.management import call_command

PORT = os.environ.get("PORT", "9876")
CLAIMS = ["age_verified", "age_bracket", "verified_at"]
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
        "social_django",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    SESSION_ENGINE="django.contrib.sessions.backends.cache",
    AUTHENTICATION_BACKENDS=["social_core.backends.open_id_connect.OpenIdConnectAuth"],
    LOGIN_REDIRECT_URL="/",
    SOCIAL_AUTH_OIDC_OIDC_ENDPOINT=os.environ["AGATE_URL"],
    SOCIAL_AUTH_OIDC_KEY=os.environ["CLIENT_ID"],
    SOCIAL_AUTH_OIDC_SECRET=os.environ["CLIENT_SECRET"],
    SOCIAL_AUTH_OIDC_IGNORE_DEFAULT_SCOPE=True,
    SOCIAL_AUTH_OIDC_SCOPE=["openid", "age_verification"],
    SOCIAL_AUTH_OIDC_USERNAME_KEY="sub",
    SOCIAL_AUTH_OIDC_EXTRA_DATA=CLAIMS,
    SOCIAL_AUTH_OIDC_USE_PKCE=True,
)
django.setup()

from django.contrib.auth.decorators import login_required  # noqa: E402
from django.http import HttpResponse, JsonResponse  # noqa: E402
from django.urls import include, path, reverse  # noqa: E402

BUTTON = '<form method="post" action="{}"><button>Sign in with Agate</button></form>'


@login_required
def home(request):
    """Shows the claims that the library stored from userinfo (SOCIAL_AUTH_OIDC_EXTRA_DATA)."""
    kept = request.user.social_auth.get(provider="oidc")
    claims = {name: kept.extra_data.get(name) for name in CLAIMS}
    return JsonResponse({"sub": kept.uid, **claims})


urlpatterns = [
    # The library starts a sign-in only on a POST request.
    path("login", lambda request: HttpResponse(BUTTON.format(reverse("social:begin", args=["oidc"])))),
    path("", include("social_django.urls", namespace="social")),
    path("", home),
]

if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    call_command("runserver", f"localhost:{PORT}", use_reloader=False, use_threading=False)
