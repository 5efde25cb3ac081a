"""The description as JSON, and as YAML that stays short: what fits on a line stands on one, and examples do."""

from typing import Any

import yaml
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from rest_framework.renderers import JSONRenderer
from rest_framework.utils import json
from rest_framework.utils.encoders import JSONEncoder

WIDTH = 120
# An object of so many characters at most stands on one line, if there is no other object or list in it.
SHORT = 90


class _Dumper(yaml.CSafeDumper if yaml.__with_libyaml__ else yaml.SafeDumper):  # type: ignore[misc]  # one of the two
    def ignore_aliases(self, data: Any) -> bool:
        return True


class _InLine(dict[str, Any]):
    """An object that is written as JSON would be."""


def _list(dumper: Any, items: list[Any]) -> yaml.Node:
    flow = not any(isinstance(one, dict | list) for one in items)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=flow)


def _text(dumper: Any, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


def _in_line(dumper: Any, value: _InLine) -> yaml.Node:
    return dumper.represent_mapping("tag:yaml.org,2002:map", value.items(), flow_style=True)


_Dumper.add_representer(list, _list)
_Dumper.add_representer(str, _text)
_Dumper.add_representer(_InLine, _in_line)


class CompactYaml(OpenApiYamlRenderer):
    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        plain = json.loads(json.dumps(data, cls=JSONEncoder))
        text: str = yaml.dump(
            _shortened(plain),
            Dumper=_Dumper,
            sort_keys=False,
            allow_unicode=True,
            width=WIDTH,
            default_flow_style=False,
        )
        return text.encode()


class PlainYaml(CompactYaml):
    media_type = "application/yaml"


class CompactJson(OpenApiJsonRenderer):
    """Without the indents of drf-spectacular's own: they are more than half of it."""

    def get_indent(self, accepted_media_type: str, renderer_context: Any) -> int | None:
        return JSONRenderer.get_indent(self, accepted_media_type, renderer_context)


class PlainJson(CompactJson):
    media_type = "application/json"


DESCRIPTIONS = [CompactYaml, PlainYaml, CompactJson, PlainJson]


def _shortened(value: Any) -> Any:
    """The description with what is written in line marked as such."""
    if isinstance(value, list):
        return [_shortened(one) for one in value]
    if not isinstance(value, dict):
        return value
    if _is_short(value):
        return _InLine(value)
    return {key: _InLine(below) if _is_example(key, below) else _shortened(below) for key, below in value.items()}


def _is_short(value: dict[str, Any]) -> bool:
    return not any(isinstance(one, dict | list) for one in value.values()) and len(str(value)) <= SHORT


def _is_example(key: str, value: Any) -> bool:
    return key == "value" and isinstance(value, dict)
