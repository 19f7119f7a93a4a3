"""The projector page: the evening on a screen that the whole room can read."""
