from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, Mapping, Optional


def iterate(
    read: Callable[..., Any],
    filters: Mapping[str, Any],
    cursor: str = "cursor",
    replaced: str = "cursor",
) -> Iterator[Any]:
    """Percorre todas as páginas, pedindo cada uma quando a anterior acaba.

    `cursor` é o filtro que recebe `next_cursor`; `replaced`, o filtro que ele substitui.
    """
    query = dict(filters)
    while True:
        page = read(query)
        yield from page["data"]
        if page["next_cursor"] is None or not page.get("has_more", True):
            return
        query.pop(replaced, None)
        query[cursor] = page["next_cursor"]


def merged(filters: Optional[Mapping[str, Any]], more: Mapping[str, Any]) -> Dict[str, Any]:
    """Os filtros de um dicionário e os de argumentos com nome: `list(limit=2)`."""
    return {**(filters or {}), **more}
