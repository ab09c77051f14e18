"""The JSON schema of a config file, made of the keys that the reader of settings knows."""

from __future__ import annotations

import json
from typing import Any

from jaxlint.config.keys import Key, Kind
from jaxlint.config.settings import KEYS
from jaxlint.diagnostics.findings import SEVERITIES
from jaxlint.knowledge.transforms import TRANSFORMS
from tools.checkout import CHECKOUT

FILE = CHECKOUT / "docs" / "settings.schema.json"
# Rules are not listed: the schema would be another one with each new rule.
_CODE = r"^([Aa][Ll][Ll]|[Jj][Aa][Xx][0-9]{0,3}|[a-z]+(-[a-z]+)*)$"
_NAME = r"^[^\W\d]\w*(\.[^\W\d]\w*)*$"


def text() -> str:
    """Return the schema as it is kept in the documentation."""
    return json.dumps(schema(), indent=2) + "\n"


def schema() -> dict[str, Any]:
    """Return the schema, in the draft that editors' tools and SchemaStore ask for."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://json.schemastore.org/jaxlint.json",
        "title": "jaxlint",
        "description": "Settings of jaxlint: jaxlint.toml, or [tool.jaxlint] of pyproject.toml.",
        "type": "object",
        "additionalProperties": False,
        "properties": {key.name: _property(key) for key in KEYS},
        "definitions": {
            "code": {
                "description": "A code, a name, a family such as JAX4, JAX (the default), or ALL.",
                "type": "string",
                "pattern": _CODE,
            },
            "codes": {"type": "array", "items": {"$ref": "#/definitions/code"}},
            "name": {"type": "string", "pattern": _NAME},
        },
    }


def _property(key: Key) -> dict[str, Any]:
    """What a key may hold, and what it means."""
    return {"description": key.meaning, **_KINDS[key.kind]}


_KINDS: dict[Kind, dict[str, Any]] = {
    Kind.CODES: {"$ref": "#/definitions/codes"},
    Kind.PATTERNS: {"type": "array", "items": {"type": "string"}},
    Kind.NAMES: {"type": "array", "items": {"$ref": "#/definitions/name"}},
    Kind.TEXT: {"type": "string"},
    Kind.PATH: {"type": "string"},
    Kind.SWITCH: {"type": "boolean"},
    Kind.CODES_BY_PATTERN: {
        "type": "object",
        "additionalProperties": {"$ref": "#/definitions/codes"},
    },
    Kind.TRANSFORMS_BY_NAME: {
        "type": "object",
        "propertyNames": {"$ref": "#/definitions/name"},
        "additionalProperties": {"enum": sorted(TRANSFORMS)},
    },
    Kind.SEVERITIES_BY_CODE: {
        "type": "object",
        "propertyNames": {"$ref": "#/definitions/code"},
        "additionalProperties": {"enum": list(SEVERITIES)},
    },
}
