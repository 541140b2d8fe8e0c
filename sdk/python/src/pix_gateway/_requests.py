from __future__ import annotations

from typing import Optional, TypedDict


class RequestRecord(TypedDict):
    """Uma requisição desta chave. Nunca tem corpos, cabeçalhos ou chaves."""

    request_id: str
    started_at: str
    method: str
    path: str
    operation: Optional[str]
    status: int
    duration_ms: int
    idempotency_replayed: bool
    code: Optional[str]
    #: Quantas outras houve que não aparecem.
    omitted: int
