from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping, Optional


def iterate(
    read: Callable[[Mapping[str, Any]], Mapping[str, Any]], filters: Optional[Mapping[str, Any]]
) -> Iterator[Any]:
    """Percorre todas as páginas, pedindo cada uma quando a anterior acaba."""
    query = dict(filters or {})
    while True:
        page = read(query)
        yield from page["data"]
        if page["next_cursor"] is None:
            return
        query["cursor"] = page["next_cursor"]
