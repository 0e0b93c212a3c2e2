"""The command `ulp`."""

import signal
import sys

from . import _core


def main() -> None:
    """Run `ulp` with the words of the command line."""
    # Without this, the core would run on until its end before Python heard of Ctrl+C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_core.ulp(["ulp", *sys.argv[1:]]))
