"""docs/python.md says what the docstrings say; ULPSCOPE_BLESS=1 writes it anew."""

import inspect
import os
from pathlib import Path

import ulpscope as ulp

PAGE = Path(__file__).resolve().parents[3] / "docs/python.md"


def page():
    parts = ["# The package of Python", "Made of the docstrings: `ULPSCOPE_BLESS=1 cargo xtask test --python-only` writes it.", inspect.getdoc(ulp)]
    for name in ulp.__all__:
        one = getattr(ulp, name)
        if inspect.ismodule(one):
            parts += [f"## {name}", inspect.getdoc(one), "Functions: " + ", ".join(f"`{function}`" for function in one.__all__) + "."]
            continue
        text, _, example = inspect.getdoc(one).partition(">>> ")
        parts += [f"## {name}{inspect.signature(one)}", text.strip()]
        if example:
            parts.append(f"```python\n>>> {example.strip()}\n```")
    return "\n\n".join(parts) + "\n"


def test_the_page_is_made_of_the_docstrings():
    if os.environ.get("ULPSCOPE_BLESS"):
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()
