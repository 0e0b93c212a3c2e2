"""docs/python.md says what the docstrings say; ULPSCOPE_BLESS=1 writes it anew."""

import inspect
import os
import re
from pathlib import Path

import ulpscope as ulp

ROOT = Path(__file__).resolve().parents[3]
PAGE, TYPES = ROOT / "docs/python.md", [ROOT / f"crates/module/files/{name}.d.mts" for name in ("arrays", "texts")]


def signature(one):
    """What stands behind the name of a function, without types."""
    if not inspect.isroutine(one):
        return ""
    found = inspect.signature(one)
    bare = [parameter.replace(annotation=parameter.empty) for parameter in found.parameters.values()]
    return str(found.replace(parameters=bare, return_annotation=found.empty))


def names():
    """A table of all names, and whether the JavaScript module has them."""
    typed = set(re.findall(r"^export \w+ (\w+)", "".join(file.read_text(encoding="utf-8") for file in TYPES), re.M))
    rows = ["| name | what | JavaScript |", "| --- | --- | --- |"]
    for name in ulp.__all__:
        what, _, _ = inspect.getdoc(getattr(ulp, name)).partition("\n")
        alike = [one for one in (re.sub(r"_(\w)", lambda found: found[1].upper(), name), {"evaluate": "each"}.get(name)) if one in typed]
        rows.append(f"| `{name}` | {what.split('. ')[0].rstrip(':.')} | {''.join(f'`{one}`' for one in alike)} |")
    return "\n".join(rows)


def page():
    parts = ["# The package of Python", "Made of the docstrings: `ULPSCOPE_BLESS=1 cargo xtask test --python-only` writes it.", inspect.getdoc(ulp), names()]
    for name in ulp.__all__:
        one = getattr(ulp, name)
        text, _, example = inspect.getdoc(one).partition(">>> ")
        parts += [f"## {name}", f"`{name}{signature(one)}`" if signature(one) else "", text.strip()]
        if inspect.ismodule(one):
            parts.append("Functions: " + ", ".join(f"`{function}`" for function in one.__all__) + ".")
        parts.append(f"```python\n>>> {example.strip()}\n```")
    return "\n\n".join(filter(None, parts)) + "\n"


def test_the_page_is_made_of_the_docstrings():
    if os.environ.get("ULPSCOPE_BLESS"):
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()
