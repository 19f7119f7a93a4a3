import pytest


@pytest.fixture(autouse=True)
def _quick_passwords(settings: object) -> None:
    """What is tested here does not hang on how slowly a password is hashed."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
