"""Grading is Linux's; what a student does is tested everywhere."""

import sys

if sys.platform != "linux":
    collect_ignore = [
        *("test_check.py", "test_faults.py", "test_grading.py", "test_ordinary.py"),
        *("test_pool.py", "test_standing.py"),
    ]
