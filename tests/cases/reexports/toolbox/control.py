__all__ = ["saturate"]


def saturate(x, low, high):
    return max(low, min(x, high))  # expect: JAX106


def limit(x, high, strict=False):
    if strict:
        return x
    return x if x < high else high  # expect: JAX101


def scheduled(step, steps):
    return max(step / steps, 0.0)
