"""The annotations: mypy reads uses of the package, and what the Rust gives is what `_core.pyi` says."""

from pathlib import Path

from mypy import api, stubtest

HERE = Path(__file__).resolve().parent


def test_uses_have_the_types_that_are_written():
    said, errors, status = api.run(["--strict", "--no-incremental", str(HERE / "uses.py")])
    assert status == 0, said + errors


def test_the_rust_is_what_its_stub_says(tmp_path, capsys):
    # PyO3 makes a list of all names, which a stub has without one.
    allowed = tmp_path / "allowed"
    allowed.write_text("ulpscope._core.__all__")
    assert stubtest.test_stubs(stubtest.parse_options(["ulpscope._core", "--allowlist", str(allowed)])) == 0, capsys.readouterr().out
