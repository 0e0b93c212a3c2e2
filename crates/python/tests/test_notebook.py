"""The notebook runs from top to bottom and shows what is kept in it; ULPSCOPE_BLESS=1 writes its outputs anew."""

import os
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[3] / "docs/notebook/floats-on-a-gpu.ipynb"


def outputs(notebook):
    """What each cell shows, without the numbers of the runs."""
    return [[(one.get("text"), one.get("data")) for one in cell.get("outputs", [])] for cell in notebook.cells]


def test_the_notebook_shows_what_it_computes():
    kept = nbformat.read(NOTEBOOK, as_version=4)
    run = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(run, timeout=300, kernel_name="python3", coalesce_streams=True, record_timing=False).execute()
    if os.environ.get("ULPSCOPE_BLESS"):
        nbformat.write(run, NOTEBOOK)
        kept = run
    assert outputs(kept) == outputs(run)
    assert all(cell.outputs for cell in run.cells[3:] if cell.cell_type == "code")
