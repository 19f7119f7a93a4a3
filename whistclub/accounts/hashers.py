from django.contrib.auth.hashers import Argon2PasswordHasher


class OneCoreArgon2Hasher(Argon2PasswordHasher):
    """Django's, but on one core of the computer: the others stay free for pages while a stranger guesses passwords.

    Passwords that were hashed on several cores are hashed again when their owner signs in.
    """

    parallelism = 1
