"""The annotations: mypy reads uses of the package, and what the Rust gives is what `_core.pyi` says."""

import ast
from pathlib import Path

import ulpscope as ulp
from mypy import api, stubtest

HERE = Path(__file__).resolve().parent


def test_uses_have_the_types_that_are_written():
    said, errors, status = api.run(["--strict", "--no-incremental", str(HERE / "uses.py")])
    assert status == 0, said + errors


def test_a_checker_sees_the_names_that_there_are(tmp_path):
    uses = tmp_path / "names.py"
    uses.write_text("import ulpscope as ulp\n" + "".join(f"ulp.{name}\n" for name in [*ulp.__all__, "__version__"]))
    said, errors, status = api.run(["--strict", "--no-incremental", str(uses)])
    assert status == 0, said + errors
    tree = ast.parse(Path(ulp.__file__).read_text(encoding="utf-8"))
    typed = {name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level for name in node.names}
    assert typed == set(ulp.__all__)


def test_the_rust_is_what_its_stub_says(tmp_path, capsys):
    # PyO3 makes a list of all names, which a stub has without one.
    allowed = tmp_path / "allowed"
    allowed.write_text("ulpscope._core.__all__")
    assert stubtest.test_stubs(stubtest.parse_options(["ulpscope._core", "--allowlist", str(allowed)])) == 0, capsys.readouterr().out
