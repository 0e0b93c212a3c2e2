"""The widget of a notebook without a browser: its traits, and the messages between it and a page."""

import sys
from unittest.mock import MagicMock

import numpy as np
import pytest
import ulpscope as ulp

TEXT = "add.rn.f32 d, a, b;"


@pytest.fixture
def explorer():
    pytest.importorskip("anywidget", reason="anywidget is not installed: pip install 'ulpscope[widget]'")
    return ulp.widget(TEXT, a=16777216, b=np.float32(1))


def html(text, **operands):
    return ulp.explain(text, **operands)._repr_html_()


def test_it_shows_what_explain_shows(explorer):
    assert explorer.html == html(TEXT, a=16777216, b=1) and explorer.error == ""
    assert explorer.operands == {"a": "16777216", "b": "1.0"}


def test_a_change_of_a_trait_draws_anew(explorer):
    explorer.operands = {"a": 3, "b": "0x3f800000"}
    assert explorer.html == html(TEXT, a=3, b=1)
    explorer.text = "add.rz.f32 d, a, b;"
    assert explorer.html == html("add.rz.f32 d, a, b;", a=3, b=1)
    explorer.text = "add.rx.f32 d, a, b;"
    assert explorer.html == "" and "line 1: add.rx.f32 d, a, b;" in explorer.error
    explorer.text = "tanh.approx.f32 d, a;"
    assert explorer.html == "" and "`b`" in explorer.error
    explorer.operands = {"a": 3}
    explorer.target = "sm_70"
    assert explorer.html == "" and "sm_7" in explorer.error
    explorer.target = "sm_90"
    assert explorer.error == "" and explorer.html == html("tanh.approx.f32 d, a;", a=3)


@pytest.mark.parametrize("value", [np.uint32(1), np.float32([1, 2]), True, None])
def test_what_is_no_number_is_refused(explorer, value):
    from traitlets import TraitError

    with pytest.raises(TraitError, match="`a` is a number"):
        explorer.operands = {"a": value}


def test_a_page_sends_text_and_gets_markup(explorer):
    explorer.comm = MagicMock()
    state = {"text": "mul.rn.f32 d, a, b;", "operands": {"a": "0.1", "b": "3"}}
    explorer._handle_msg({"content": {"data": {"method": "update", "state": state, "buffer_paths": []}}, "buffers": []})
    sent = [call.kwargs["data"]["state"] for call in explorer.comm.send.call_args_list if call.kwargs["data"]["method"] == "update"]
    assert html("mul.rn.f32 d, a, b;", a="0.1", b=3) in [one.get("html") for one in sent]


def test_what_a_page_runs_comes_from_the_package(explorer):
    bundle, *_ = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    code = explorer.trait_values()["_esm"]
    assert "export default { render }" in code and "http" not in code and "import" not in code


def test_without_anywidget_an_error_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "ulpscope._widget", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"ulpscope\[widget\]"):
        ulp.widget(TEXT, a=1, b=1)
