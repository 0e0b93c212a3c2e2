"""The command `ulp` as `python -m ulpscope`."""

from ._command import main

main()
