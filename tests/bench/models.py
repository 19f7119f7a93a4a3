from django.db import models


class Note(models.Model):
    """One row of the least that can be stored."""

    text = models.CharField(max_length=40)

    def __str__(self) -> str:
        return self.text
