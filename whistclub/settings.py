"""All settings, in one file. What differs between machines comes from checked environment variables."""

import os
import re
import sqlite3
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF
from environ import Env

from whistclub.environment import checked, refusal, secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("WHISTCLUB_DATA") or "~/.local/share/whistclub").expanduser().resolve()
DEBUG = checked("WHISTCLUB_DEBUG", "yes|no", "yes or no") == "yes"
SECRET_KEY = secret_key(DATA_DIR)

# The address phones can reach: QR codes made on http://localhost must not say "localhost".
PUBLIC_ADDRESS = checked(
    "WHISTCLUB_ADDRESS",
    r"https?://([\w.-]+|\[[0-9a-f:]+\])(:\d+)?",
    "like https://whist.example or http://192.168.1.5:8000, without anything behind it",
)
BEHIND_HTTPS = PUBLIC_ADDRESS.startswith("https:")  # of a proxy
# On a local network `start` adds this machine's names and addresses.
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
if PUBLIC_ADDRESS:
    ALLOWED_HOSTS.append(re.sub(r"^https?://|:\d+$", "", PUBLIC_ADDRESS))

OURS = ("ops", "archive", "party", "play", "stats", "rules", "club", "accounts", "web")
OF_DJANGO = ("auth", "contenttypes", "humanize", "messages", "sessions", "staticfiles")
INSTALLED_APPS = [f"whistclub.{name}" for name in OURS] + [f"django.contrib.{name}" for name in OF_DJANGO]
INSTALLED_APPS += ["axes", "csp", "django_htmx"]

MIDDLEWARE = [
    "whistclub.web.answers.of_the_club",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "whistclub.web.errors.ErrorsMiddleware",
    "axes.middleware.AxesMiddleware",
]

# How long a game is of now: after its end, and while nobody goes on with it. Then its phones no longer change it, and
# strangers with its link see what the club shows of the past.
PADS_WRITE_AFTER_END = timedelta(hours=12)
PADS_WRITE_UNUSED = timedelta(days=14)

# Milliseconds between two questions of a part that follows a game or a party: at the table, and for those who look on.
POLL_EVERY = {"follows_closely": 2000, "follows": 5000}

ROOT_URLCONF = "whistclub.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "whistclub.web.live.following",
            ]
        },
    },
]

database = checked(
    "DATABASE_URL",
    r"postgres(ql)?://(\S+@)?[^\s@]*/[^\s/]+",
    "like postgres://user:password@localhost/whistclub",
    Env.db_url_config,
    show=False,
)
if database:
    DATABASES = {"default": database | {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}}
elif sqlite3.sqlite_version_info < (3, 35):  # the first that gives the keys of new rows
    raise SystemExit(f"whistclub: SQLite must be 3.35 or newer, not {sqlite3.sqlite_version}; or set DATABASE_URL.")
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "whistclub.sqlite3",
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "timeout": 10,
                "transaction_mode": "IMMEDIATE",
                # FULL: a phone forgets a hand once it is acknowledged, so that hand must survive a power cut.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
            # On a file, as in use: in memory SQLite knows no WAL and no second connection.
            "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "whistclub.web.errors.csrf_failure"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = ["whistclub.accounts.hashers.OneAtATime"]
VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{VALIDATION}.UserAttributeSimilarityValidator"},
]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "club:home"
LOGOUT_REDIRECT_URL = "club:front"

AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "whistclub.web.errors.locked_out"
AXES_USERNAME_FORM_FIELD = "username"
AXES_USERNAME_CALLABLE = "whistclub.accounts.forms.throttled_name"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # who tries again too early waits no longer than was said

PASSWORD_RESET_TIMEOUT = 60 * 30  # seconds that a link for a new password works

MAIL = checked(
    "WHISTCLUB_MAIL",
    r"smtp(\+tls|\+ssl)?://([^\s@/]*@)?[\w.-]+:\d+",
    "like smtp+tls://user:password@mail.example:587, or with smtp+ssl or smtp",
    Env.email_url_config,
    show=False,
)
if MAIL:
    globals().update(MAIL)
    EMAIL_TIMEOUT = 20
    DEFAULT_FROM_EMAIL = checked("WHISTCLUB_MAIL_FROM", r"\S+@\S+", "an e-mail address such as whist@club.example")
    if not DEFAULT_FROM_EMAIL:
        raise refusal("WHISTCLUB_MAIL_FROM", "must be the sender of the site’s e-mails, such as whist@club.example")
    if not PUBLIC_ADDRESS:
        raise refusal(
            "WHISTCLUB_ADDRESS", "must be set if the site sends e-mail: the links in it begin with this address"
        )

OURS_ONLY = ("script-src", "style-src", "font-src", "connect-src", "manifest-src", "worker-src", "form-action")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        **{key: [NONE] for key in ("default-src", "base-uri", "frame-ancestors")},
        **{key: [SELF] for key in OURS_ONLY},
        "img-src": [SELF, "data:"],
    }
}
if BEHIND_HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30
    CSRF_TRUSTED_ORIGINS = [PUBLIC_ADDRESS]
else:
    # Cross-origin isolation headers mean nothing on plain http, and browsers complain about them there.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {"staticfiles": {"BACKEND": "whistclub.ops.serving.HashedStorage"}}

TIME_ZONE = "UTC"  # of stored times; pages show the club's own
USE_I18N = False  # the program speaks English
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "whistclub.web"  # in its folder `en`

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "whistclub.web.logs.Lines"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {  # a forged link or a wrong password is the visitor's affair; the terminal shows what is ours
        "axes": {"level": "ERROR"},
        "django.request": {"level": "ERROR"},
        "waitress.queue": {"level": "ERROR"},  # a warning each time that all its threads are busy
    },
}
