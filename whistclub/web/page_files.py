"""Templates without the indentation that is there for those who read them: a twentieth of what a page weighs."""

import re

from django.template import Origin
from django.template.loaders.filesystem import Loader

INDENTATION = re.compile(r"^ +", re.MULTILINE)


class WithoutIndentation(Loader):
    """Reads templates. Their lines stay, so that errors name the right ones."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("", super().get_contents(origin))
