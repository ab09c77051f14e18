"""The harness on its own: ``python -m jaxlint.proof [CODE...] [--device cpu|gpu]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from jaxlint.proof.files import UnknownFixture
from jaxlint.proof.records import as_json, as_report
from jaxlint.proof.runner import CannotProve, prove, record_evidence


def main(arguments: Sequence[str] | None = None) -> int:
    """Prove the chosen rules and print the records.

    Returns 0 if every hazard happened and every remedy is right, 1 if not, and 2 if jax, the
    device or a fixture that was asked for is not there.
    """
    options = _options(arguments)
    try:
        records = prove(options.codes, options.device, options.fixtures)
    except (CannotProve, UnknownFixture) as missing:
        print(f"jaxlint: {missing}", file=sys.stderr)
        return 2
    proved = all(record.proved for record in records)
    sys.stdout.write(as_json(records) if options.json else as_report(records))
    if options.record and proved:
        print(f"recorded in {record_evidence(records, options.fixtures)}", file=sys.stderr)
    elif options.record:
        print("nothing recorded: not everything is proved", file=sys.stderr)
    return 0 if proved else 1


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m jaxlint.proof", description=__doc__)
    parser.add_argument("codes", nargs="*", metavar="CODE", help="codes or names of rules")
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--json", action="store_true", help="print the records as JSON")
    parser.add_argument("--record", action="store_true", help="keep the records as evidence")
    parser.add_argument("--fixtures", type=Path, metavar="FOLDER", help="other fixtures")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
