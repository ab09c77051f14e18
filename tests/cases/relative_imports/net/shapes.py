def check_rank(x, rank):
    if x.ndim != rank:
        raise ValueError(f"expected rank {rank}, got {x.shape}")
    assert x.ndim == rank
