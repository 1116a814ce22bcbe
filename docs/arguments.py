"""Arguments and attributes in the API reference as tables, where Sphinx makes lists."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.domains.python._object import PyTypedField


def table(
    field: PyTypedField, types: dict[str, list[nodes.Node]], domain: str, items: list[Any], **where: Any
) -> nodes.field:
    """The field with a row for each of `items`: name, type with links, meaning. Takes the place of
    `PyTypedField.make_field`."""
    rows = [
        nodes.row(
            "",
            *(
                nodes.entry("", *(content if has_blocks(content) else [nodes.paragraph("", "", *content)]))
                for content in ([addnodes.literal_strong(name, name)], typed(field, types, domain, name, where), meaning)
            ),
        )
        for name, meaning in items
    ]
    widths = [nodes.colspec(colwidth=width) for width in (15, 25, 60)]
    head = [nodes.entry("", nodes.paragraph(text=word)) for word in ("name", "type", "meaning")]
    group = nodes.tgroup("", *widths, nodes.thead("", nodes.row("", *head)), nodes.tbody("", *rows), cols=3)
    return nodes.field("", nodes.field_name("", field.label), nodes.field_body("", nodes.table("", group)))


def typed(field: PyTypedField, types: dict[str, list[nodes.Node]], domain: str, name: str, where: Any) -> list[Any]:
    """The type of `name`, each class in it a link."""
    found = types.pop(name, [])
    if len(found) == 1 and isinstance(found[0], nodes.Text):
        return field.make_xrefs(field.typerolename, domain, found[0].astext(), addnodes.literal_emphasis, **where)
    return found


def has_blocks(content: list[nodes.Node]) -> bool:
    """Whether there are paragraphs or lists in it, beside words."""
    return any(isinstance(node, nodes.Body) for node in content)
