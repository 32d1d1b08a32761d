"""The pictures themselves: legible, described, the same bytes, drawn by one command."""

import subprocess
import sys
import warnings
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from autograder.eps_error import command, draw, multiples, poster
from autograder.eps_error.labels import box, dense, inside, overlap
from autograder.eps_error.source import load, source
from autograder.eps_error.style import save
from minitorch import Tensor, gradcheck

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "figures" / "eps_error.py"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def picture():
    """The poster, drawn once."""
    return poster.poster()


def corners(text) -> np.ndarray:
    """A text's rotated box in pixels, a hair smaller."""
    from matplotlib.backends.backend_agg import RendererAgg

    angle = text.get_rotation()
    text.set_rotation(0)
    extent = text.get_window_extent(RendererAgg(1, 1, text.figure.dpi))
    text.set_rotation(angle)
    centre = np.array([(extent.x0 + extent.x1) / 2, (extent.y0 + extent.y1) / 2])
    return box(centre, np.array([extent.width, extent.height]) / 2 - 1, angle)


def direct_labels(axes):
    """Every text inside the frame."""
    return [text for text in axes.texts if text.get_text() and text.get_gid() != "subtitle"]


def curves(axes):
    """Pixels along every measured curve; lines of two points are models and leaders."""
    lines = [line for line in axes.lines if len(line.get_xdata()) > 2]
    return np.concatenate([dense(axes.transData.transform(line.get_xydata())) for line in lines])


def covered(axes):
    """Labels that lie on a curve."""
    points = curves(axes)
    points = points[np.isfinite(points).all(axis=1)]
    return [t.get_text() for t in direct_labels(axes) if inside(points, corners(t)).any()]


def crossing(axes):
    """Pairs of labels that lie on one another."""
    boxes = [(t.get_text(), corners(t)) for t in direct_labels(axes)]
    pairs = [(a, b) for i, a in enumerate(boxes) for b in boxes[:i]]
    return [(a[0], b[0]) for a, b in pairs if overlap(a[1], b[1])]


@pytest.mark.parametrize("panel", range(4))
def test_no_label_covers_data_or_another_label(picture, panel):
    """Direct labels, each in a free place."""
    axes = picture.axes[panel]
    assert len(direct_labels(axes)) >= 4
    assert covered(axes) == []
    assert crossing(axes) == []


@pytest.mark.parametrize("panel", range(4))
def test_every_label_lies_within_its_frame(picture, panel):
    """Nothing is cut off."""
    axes = picture.axes[panel]
    for text in direct_labels(axes):
        found = corners(text)
        assert (found >= [axes.bbox.x0 - 1, axes.bbox.y0 - 1]).all()
        assert (found <= [axes.bbox.x1 + 1, axes.bbox.y1 + 1]).all()


@pytest.mark.parametrize("op", ["tanh", "log", "pow", "softmax", "cross_entropy", "div"])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_labels_of_one_op_cover_nothing(op, dtype):
    """The places are found for any op, not by hand for one."""
    axes = draw(op, dtype=dtype, methods=["forward", "central", "five-point"])
    assert covered(axes) == []


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """Both pictures in both formats, twice, by the command in this process."""
    folders = [tmp_path_factory.mktemp(name) for name in ("first", "second")]
    for folder in folders:
        assert command.main([], folder) == 0
    return folders


def test_the_same_bytes_on_every_run(drawn):
    """SVG and PNG alike."""
    first, second = drawn
    names = sorted(path.name for path in first.iterdir())
    assert names == ["all_ops.png", "all_ops.svg", "eps_error.png", "eps_error.svg"]
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "module"), [("eps_error.svg", poster), ("all_ops.svg", multiples)]
)
def test_screen_readers_are_told_what_is_there(drawn, name, module):
    """Title and description are the SVG's first children; the committed file has the same."""
    for folder in (drawn[0], SCRIPT.parent):
        root = ElementTree.fromstring((folder / name).read_text(encoding="utf-8"))
        assert root.get("role") == "img"
        assert root.get("aria-labelledby") == "title desc"
        assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
        assert [child.text for child in root][:2] == [module.TITLE, module.ALT]


@pytest.mark.parametrize("name", ["eps_error.png", "all_ops.png"])
def test_the_committed_png_is_what_is_drawn(drawn, name):
    """The same size, and in each part as much ink: roundoff is another on another processor."""
    from PIL import Image

    pairs = [Image.open(folder / name).convert("L") for folder in (drawn[0], SCRIPT.parent)]
    assert pairs[0].size == pairs[1].size
    new, old = (255 - np.asarray(image, float) for image in pairs)
    assert np.abs(new - old).mean() < 3
    assert ink(new) == pytest.approx(ink(old), rel=0.2, abs=0.05)


def ink(image: np.ndarray) -> np.ndarray:
    """The mean darkness of each of 6 x 6 parts."""
    rows = np.array_split(image, 6)
    return np.array([[part.mean() for part in np.array_split(row, 6, axis=1)] for row in rows])


@pytest.mark.parametrize("name", ["eps_error.svg", "all_ops.svg"])
def test_the_committed_svg_is_made_of_what_is_drawn(drawn, name):
    """As many elements of each kind."""
    new, old = (
        ElementTree.fromstring((folder / name).read_text(encoding="utf-8"))
        for folder in (drawn[0], SCRIPT.parent)
    )
    assert Counter(e.tag for e in new.iter()) == Counter(e.tag for e in old.iter())


def test_the_background_is_white(drawn):
    """A card that reads on any page, dark ones too."""
    from PIL import Image

    image = Image.open(drawn[0] / "eps_error.png").convert("RGB")
    assert [image.getpixel(at) for at in ((0, 0), (image.width - 1, image.height - 1))] == [
        (255, 255, 255)
    ] * 2


def test_one_column_for_a_narrow_screen(tmp_path):
    """Four panels below one another, labels as free as before."""
    figure = poster.poster(columns=1)
    assert figure.get_figwidth() < figure.get_figheight() / 3
    for axes in figure.axes[:4]:
        assert covered(axes) == []


def test_the_users_own_settings_do_not_matter(tmp_path):
    """A matplotlibrc can't change the pictures, and drawing leaves the settings alone."""
    import matplotlib as mpl

    with mpl.rc_context({"font.size": 30, "axes.grid": False, "svg.fonttype": "none"}):
        before = dict(mpl.rcParams)
        theirs = draw("exp").figure
        assert dict(mpl.rcParams) == before
    save(theirs, tmp_path / "a.svg", "", "")
    save(draw("exp").figure, tmp_path / "b.svg", "", "")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def run(*options: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The script, as one types it."""
    command_line = [sys.executable, str(SCRIPT), *options]
    return subprocess.run(
        command_line, capture_output=True, text=True, encoding="utf-8", cwd=folder
    )


def test_any_op_point_dtype_and_method(tmp_path):
    """As the help says."""
    out = tmp_path / "tanh.svg"
    options = ["--op", "tanh", "--at", "0.7", "--dtype", "float32", "--method", "central"]
    done = run(*options, "--out", str(out), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == str(out)
    assert "tanh at 0.7, FP32" in out.read_text(encoding="utf-8")


OWN = """
import numpy as np
from minitorch import Tensor, implement

@implement
def tanh(self):
    out = Tensor(np.tanh(self.data), _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + 0.5 * (1 - out.data**2) * out.grad

    out._backward = _backward
    return out

def sinc(x):
    return np.sin(x) / x
"""


def test_a_python_files_body_is_compared_with_its_own_gradient(tmp_path):
    """Half of the gradient is a plateau at one; @implement in the file saves nothing."""
    path = tmp_path / "ops.py"
    path.write_text(OWN, encoding="utf-8")
    assert (
        command.main(["--file", str(path), "--op", "tanh", "--out", str(tmp_path / "o.svg")]) == 0
    )
    axes = draw(load(path, "tanh"), at=0.7)
    assert axes.texts[-1].get_text() == "a plateau: the gradient is off by 50 %"
    assert not (tmp_path / "student").exists()


def test_a_python_files_array_function(tmp_path):
    """True derivatives by jets, complex step included."""
    path = tmp_path / "ops.py"
    path.write_text(OWN, encoding="utf-8")
    found = source(load(path, "sinc"), 1.3)
    assert found.is_complex
    assert found.claimed(1.3) == pytest.approx((np.cos(1.3) * 1.3 - np.sin(1.3)) / 1.3**2)


def test_ones_own_op_and_gradcheck():
    """As notebook 03 may draw them: the engine's op, its backward, the student's gradcheck."""
    axes = draw(Tensor.tanh, at=0.7, check=gradcheck)
    words = [text.get_text() for text in axes.texts]
    assert "gradcheck says True" in words
    assert "gradcheck says False" in words
    assert words[-1].startswith("a V: the gradient is right")


def test_drawing_into_given_axes():
    """A figure of the caller's own."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots()
    assert draw(lambda x: x.exp() * x, at=0.3, axes=axes) is axes
    plt.close(figure)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--op", "tahn"], "there is no op 'tahn'; the ops are neg, exp"),
        (["--op", "log", "--at", "-1"], "log has no finite value and derivatives at -1"),
        (["--op", "exp", "--method", "forth"], "there is no method 'forth'; the methods are"),
        (["--op", "exp", "--dtype", "float16"], "expected --dtype float32 or float64"),
        (["--op", "gelu", "--method", "complex"], "gelu does not take complex numbers"),
        (["--op", "exp", "--out", "x.pdf"], "expected --out to end in .svg or .png, got x.pdf"),
        (["--op", "exp", "--out", "no/such/x.svg"], "can't be written"),
        (["--file", "nowhere.py"], "nowhere.py can't be read"),
        (["--at", "3"], "--at needs --op or --file"),
    ],
)
def test_usage_errors(options, words, capsys, tmp_path):
    """Exit code 2, and a line that says what to do."""
    assert command.main(options, tmp_path) == command.WRONG_USE
    message = capsys.readouterr().err
    assert words in message
    assert message.isascii()


@pytest.mark.parametrize(
    ("text", "op", "words"),
    [
        (OWN, None, "say with --op which function"),
        (OWN, "cosh", "there is no function 'cosh'"),
        ("1/0", None, "can't be run: ZeroDivisionError"),
    ],
)
def test_a_file_that_will_not_do(text, op, words, tmp_path):
    """With what is there instead."""
    path = tmp_path / "ops.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=words):
        load(path, op)


def test_importing_it_costs_no_matplotlib():
    """It is imported when something is drawn."""
    probe = "import sys, autograder.eps_error; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", probe], cwd=ROOT).returncode == 0


def test_no_warnings(recwarn):
    """Neither NumPy's nor matplotlib's, for ops with zeros, kinks and vanished steps."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for op in ("neg", "relu", "add"):
            draw(op, dtype="float32")
