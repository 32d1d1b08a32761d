"""What runs beside a student's code: the standard library, NumPy and minitorch, nothing else."""
