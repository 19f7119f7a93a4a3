"""What our own server serves: the site behind its gate."""

import gc
import sys
from importlib import import_module

from django.conf import settings

from whistclub.ops.gate import Gate
from whistclub.wsgi import application

gate = Gate(application, application.at_once, application.for_anyone)

# All views are loaded now, not with the first request. Code stays for ever, so the garbage collector need not look at
# it again; and a page of 400 people makes tens of thousands of objects, none of them garbage before it is sent.
import_module(settings.ROOT_URLCONF)
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)

# A hand that is saved asks the database several times, and each time it must get the interpreter back. While
# strangers keep both threads busy with pages, that would take Python's usual five milliseconds.
sys.setswitchinterval(0.001)
