"""Arguments and attributes in the API reference as tables, where Sphinx makes lists."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.domains.python._object import PyTypedField

COLUMNS = {"name": 15, "type": 25, "meaning": 60}
"""Headings, and widths in percent."""


def table(
    field: PyTypedField, types: dict[str, list[nodes.Node]], domain: str, items: list[Any], **where: Any
) -> nodes.field:
    """The field with a row for each of `items`: name, type with links, meaning. Takes the place of
    `PyTypedField.make_field`."""
    rows = []
    for name, meaning in items:
        shown = name.replace(",", ", ")  # several that have one meaning
        cells = [addnodes.literal_strong(shown, shown)], typed(field, types, domain, name, where), meaning
        rows.append(nodes.row("", *(nodes.entry("", *as_blocks(cell)) for cell in cells)))
    widths = [nodes.colspec(colwidth=width) for width in COLUMNS.values()]
    head = nodes.row("", *(nodes.entry("", nodes.paragraph(text=word)) for word in COLUMNS))
    group = nodes.tgroup("", *widths, nodes.thead("", head), nodes.tbody("", *rows), cols=len(COLUMNS))
    return nodes.field("", nodes.field_name("", field.label), nodes.field_body("", nodes.table("", group)))


def typed(field: PyTypedField, types: dict[str, list[nodes.Node]], domain: str, name: str, where: Any) -> list[Any]:
    """The type of `name`, each class in it a link."""
    typed_parts = types.pop(name, [])
    if len(typed_parts) == 1 and isinstance(typed_parts[0], nodes.Text):
        return field.make_xrefs(field.typerolename, domain, typed_parts[0].astext(), addnodes.literal_emphasis, **where)
    return typed_parts


def as_blocks(content: list[nodes.Node]) -> list[nodes.Node]:
    """Words as a paragraph; paragraphs and lists as they are."""
    return content if any(isinstance(node, nodes.Body) for node in content) else [nodes.paragraph("", "", *content)]
