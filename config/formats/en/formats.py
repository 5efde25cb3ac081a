"""Moments as the admin writes them: the same day to readers on both sides of the Atlantic, to the second."""

DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i:s"
DATETIME_FORMAT = "j M Y, H:i:s"
