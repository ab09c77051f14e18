"""A program whose arrays are made once types of 64 bits are on."""

import jax


def configure():
    jax.config.update("jax_enable_x64", True)


def main():
    configure()
    from scheme import advance

    return advance(1.0)


if __name__ == "__main__":
    main()
