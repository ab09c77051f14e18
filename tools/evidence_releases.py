"""Runs the fixtures on further releases of JAX, each in an environment of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence

from jaxlint.proof import Fixture, Record, fixtures, keep_releases, seen_elsewhere
from tools.checkout import CHECKOUT
from tools.environments import environment

RELEASES = ("0.4.35", "0.5.3", "0.6.2", "0.7.2", "0.8.3", "0.9.2", "0.10.2", "0.11.2", "0.12.0.1")
"""The releases asked: the last of each line that NumPy of today can be installed with."""


def run(releases: Sequence[str]) -> bool:
    """Run what was not run on these releases, keep what was seen, say what is not as marked."""
    failed: list[Record] = []
    for release in releases:
        todo = [one for one in fixtures() if release not in seen_elsewhere(one).releases]
        if todo:
            print(f"jax {release}: {len(todo)} fixtures", file=sys.stderr)
            records = _records(release, todo)
            keep_releases(fixtures(), records)
            failed += [one for one in records if not one.proved]
    for one in failed:
        print(f"{one.jax} {one.code} {one.function}: expected {one.expected}, {one.observed}")
    return not failed


def _records(release: str, todo: Sequence[Fixture]) -> list[Record]:
    """What a release shows of some fixtures. Raises CalledProcessError."""
    with environment(release) as python:
        command = [python, "-m", "jaxlint.proof", "--json", *(one.code for one in todo)]
        settings = {**os.environ, "JAX_PLATFORMS": "cpu"}
        ran = subprocess.run(command, cwd=CHECKOUT, env=settings, stdout=subprocess.PIPE)
    if ran.returncode not in (0, 1):
        raise subprocess.CalledProcessError(ran.returncode, command)
    return [Record(**fields) for fields in json.loads(ran.stdout)]
