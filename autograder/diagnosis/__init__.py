"""Which misconception a wrong answer looks like."""


def explain(slot, findings, others=()):
    """No misconception is known yet."""
    return None
