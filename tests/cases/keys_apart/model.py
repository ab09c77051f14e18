import jax.random as jr


def init(key, n_in, n_out):
    return {"w": jr.normal(key, (n_in, n_out))}


def init_deep(key, sizes):
    keys = jr.split(key, len(sizes) - 1)
    return [init(k, n, m) for k, n, m in zip(keys, sizes[:-1], sizes[1:])]


def apply(params, x, key=None, rate=0.0):
    if key is not None:
        x = x * jr.bernoulli(key, 1 - rate, x.shape)
    return x @ params["w"]
