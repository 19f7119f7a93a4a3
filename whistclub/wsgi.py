"""What a WSGI server serves."""

import os

from django.core.wsgi import get_wsgi_application

from whistclub.web.kept_answers import KeptAnswers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistclub.settings")

application = KeptAnswers(get_wsgi_application())
