"""No test touches a database that whoever runs them plays with."""

import os

os.environ.pop("TURNWRIGHT_DATABASE", None)
