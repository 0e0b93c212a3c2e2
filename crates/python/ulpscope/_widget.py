"""What a notebook shows of a text, and draws anew at every change. It needs anywidget, which `ulpscope[widget]` installs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import numpy as np
import traitlets

from ._texts import explain


class Explorer(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
    """A text on its operands, as `explain` shows it. `html` and `error` follow from `text`, `operands` and `target`."""

    _esm = Path(__file__).with_name("widget.js")

    text = traitlets.Unicode().tag(sync=True)
    operands = traitlets.Dict().tag(sync=True)
    target = traitlets.Unicode("sm_90").tag(sync=True)
    html = traitlets.Unicode().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self._draw()

    @traitlets.validate("operands")
    def _written(self, proposal: Any) -> dict[str, str]:
        """A message holds text, so a number is one."""
        return {name: _text(name, value) for name, value in proposal["value"].items()}

    @traitlets.observe("text", "operands", "target")
    def _draw(self, _change: Any = None) -> None:
        try:
            html, error = explain(self.text, target=self.target, **self.operands)._repr_html_(), ""
        except (ValueError, TypeError) as wrong:
            html, error = "", str(wrong)
        with self.hold_sync():
            self.html, self.error = html, error


def _text(name: str, value: Any) -> str:
    if isinstance(value, (np.generic, np.ndarray)) and value.dtype.kind == "f" and value.itemsize <= 8 and value.size == 1:
        value = float(value.reshape(())[()])
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise traitlets.TraitError(f"`{name}` is a number, or one as it is written, not {type(value).__name__}.")
    return str(value)
