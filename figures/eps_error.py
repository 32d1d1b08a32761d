"""Draw gradcheck's error against eps: ``python figures/eps_error.py --help``."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from autograder.eps_error.command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(folder=HERE))
