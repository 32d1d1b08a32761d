"""Grading is Linux's; what a student does is tested everywhere."""

import sys

if sys.platform != "linux":
    collect_ignore = ["test_grading.py", "test_ordinary.py", "test_pool.py"]
