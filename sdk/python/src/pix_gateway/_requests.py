from __future__ import annotations

from typing import Iterator, Optional, TypedDict, cast

from ._events import follow
from ._resources import Resource


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


class Requests(Resource):
    """As requisições que os seus programas fazem com esta chave."""

    def stream(self) -> Iterator[RequestRecord]:
        """As requisições à medida que são respondidas, a partir de agora, sem fim.

        Reconecta sozinho, a partir da última recebida. Termine com `break`.
        """
        return cast(Iterator[RequestRecord], follow(self._http, "/v1/requests/stream", {}))
