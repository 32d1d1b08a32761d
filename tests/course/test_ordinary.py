"""Links, pipes and folders in a submission are set aside: nobody waits for them or reads them."""

import os

import pytest

from autograder.course.ordinary import set_aside
from autograder.judge.submission import LARGEST

NOTEBOOK = "02-elementwise.ipynb"


@pytest.fixture
def root(tmp_path):
    """A course with one student's notebook, and another student's folder."""
    for student in ("ann", "bob"):
        (tmp_path / "submitted" / student / "02-elementwise").mkdir(parents=True)
    (tmp_path / "submitted" / "ann" / "02-elementwise" / NOTEBOOK).write_text("{}", "utf-8")
    return tmp_path


def of(root, student):
    """A student's submission."""
    return root / "submitted" / student / "02-elementwise"


def moved(root, student="bob"):
    """What was set aside, by its path in the submission."""
    return [str(path.relative_to(of(root, student))) for path in set_aside(root, of(root, student))]


def test_ordinary_files_and_folders_stay(root):
    """Also pictures in a folder."""
    (of(root, "ann") / "pictures").mkdir()
    (of(root, "ann") / "pictures" / "graph.png").write_bytes(b"\x89PNG")
    assert moved(root, "ann") == []
    assert not (root / "set-aside").exists()


def test_a_link_to_the_work_of_another_is_not_followed(root):
    """An empty file takes its place; the link itself is kept."""
    (of(root, "bob") / NOTEBOOK).symlink_to(of(root, "ann") / NOTEBOOK)
    assert moved(root) == [NOTEBOOK]
    assert (of(root, "bob") / NOTEBOOK).read_bytes() == b""
    assert (root / "set-aside" / "bob" / "02-elementwise" / NOTEBOOK).is_symlink()
    assert moved(root) == []


def test_a_link_in_the_place_of_the_whole_folder_is_not_followed(root):
    """An empty submission takes its place."""
    of(root, "bob").rmdir()
    of(root, "bob").symlink_to(of(root, "ann"))
    assert moved(root) == ["."]
    assert (of(root, "bob") / NOTEBOOK).read_bytes() == b""
    assert (of(root, "ann") / NOTEBOOK).read_text("utf-8") == "{}"


@pytest.mark.parametrize("name", [NOTEBOOK, "data.txt", "deep/data.txt"])
def test_a_pipe_is_not_waited_for(root, name):
    """Wherever it lies."""
    path = of(root, "bob") / name
    path.parent.mkdir(exist_ok=True)
    os.mkfifo(path)
    assert moved(root) == [name]
    assert path.exists() == (name == NOTEBOOK)


def test_links_beside_the_notebook_do_not_bring_in_what_they_point_to(root):
    """To a file, to a folder, to nowhere, to a device."""
    for name, target in {"a": "/etc/passwd", "b": root, "c": "/nowhere", "d": "/dev/zero"}.items():
        (of(root, "bob") / name).symlink_to(target)
    assert sorted(moved(root)) == ["a", "b", "c", "d"]


def test_a_folder_that_is_named_as_a_notebook_is_none(root):
    """Whatever it holds."""
    (of(root, "bob") / NOTEBOOK).mkdir()
    os.mkfifo(of(root, "bob") / NOTEBOOK / "inner")
    assert moved(root) == [NOTEBOOK]
    assert (of(root, "bob") / NOTEBOOK).read_bytes() == b""


def test_a_huge_file_is_not_copied(root):
    """It may be mostly holes; a notebook is read in part anyway."""
    for name in (NOTEBOOK, "data.bin"):
        (of(root, "bob") / name).touch()
        os.truncate(of(root, "bob") / name, LARGEST + 1)
    assert moved(root) == ["data.bin"]
    assert (of(root, "bob") / NOTEBOOK).stat().st_size == LARGEST + 1


def test_a_second_hand_in_does_not_overwrite_what_was_set_aside_before(root):
    """Both are kept."""
    for target in ("/first", "/second"):
        (of(root, "bob") / "link").symlink_to(target)
        assert moved(root) == ["link"]
    kept = root / "set-aside" / "bob" / "02-elementwise"
    assert sorted(str(path.readlink()) for path in kept.iterdir()) == ["/first", "/second"]
