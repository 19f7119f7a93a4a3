from whistclub.accounts.models import User
from whistclub.web.live import HtmxRequest


class SignedInRequest(HtmxRequest):
    """What a request is behind a gate that let nobody in without signing in."""

    user: User
