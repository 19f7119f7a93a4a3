"""British order: 21 Nov 2026, Saturday 21 November, 19:30. (Django finds them by FORMAT_MODULE_PATH.)"""

DATE_FORMAT = "j M Y"
MONTH_DAY_FORMAT = "l j F"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j M Y, H:i"
