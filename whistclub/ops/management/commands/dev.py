import os

from django.conf import settings
from django.contrib.staticfiles.management.commands import runserver
from django.utils import autoreload

from whistclub.club.models import Club
from whistclub.ops import data_folder, storage
from whistclub.ops.demo import fill_demo
from whistclub.ops.errors import StartError


class Command(runserver.Command):
    """manage.py sets for it: debug on, and the folder .dev for its data, where neither is set already."""

    help = "Serve for development: debug pages, a reload at each change, and a made-up club in the folder .dev."

    def handle(self, *args: object, **options: object) -> None:
        if os.environ.get(autoreload.DJANGO_AUTORELOAD_ENV) == "true":  # not the first time, but a reload
            # Django reads a changed template again, but the site goes on showing what it made of the old one. So the
            # server starts again, as for any other file.
            autoreload.file_changed.disconnect(dispatch_uid="template_loaders_file_changed")
            super().handle(*args, **options)
            return
        try:
            with data_folder.held(settings.DATA_DIR, "python3 manage.py dev"):
                self.stdout.write(storage.bring_up_to_date())
                if not Club.objects.exists():
                    self.stdout.write("\n".join(fill_demo()))
                super().handle(*args, **options)
        except StartError as trouble:
            raise SystemExit(str(trouble)) from trouble
