from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional, cast

from ._http import Call, path_of
from ._pages import iterate, merged
from ._resources import Resource
from .types import (
    CarneFilters,
    ChargeBatch,
    PaymentLinkFilters,
    ChargeBatchItemFilters,
    ChargeBatchItemPage,
    ChargeBatchPage,
    NewChargeBatch,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

PATH = "/v1/charges/batches"


class ChargeBatches(Resource):
    """Até 10.000 cobranças de uma vez."""

    def create(self, body: NewChargeBatch, *, idempotency_key: Optional[str] = None) -> ChargeBatch:
        """Confere todas as cobranças; elas são criadas em seguida."""
        call = Call("POST", PATH, body=body, is_keyed=True, idempotency_key=idempotency_key)
        return cast(ChargeBatch, self._http.json(call))

    def retrieve(self, batch_id: str) -> ChargeBatch:
        return cast(ChargeBatch, self._http.json(Call("GET", path_of(PATH, batch_id))))

    def list(
        self, filters: Optional[PaymentLinkFilters] = None, **more: Unpack[PaymentLinkFilters]
    ) -> ChargeBatchPage:
        """Uma página, os mais novos primeiro."""
        return cast(ChargeBatchPage, self._http.json(Call("GET", PATH, query=merged(filters, more))))

    def iterate(
        self, filters: Optional[PaymentLinkFilters] = None, **more: Unpack[PaymentLinkFilters]
    ) -> Iterator[ChargeBatch]:
        read = lambda query: self.list(cast(PaymentLinkFilters, query))
        return iterate(read, merged(filters, more))

    def items(
        self,
        batch_id: str,
        filters: Optional[ChargeBatchItemFilters] = None,
        **more: Unpack[ChargeBatchItemFilters],
    ) -> ChargeBatchItemPage:
        """Uma página das cobranças de um lote, cada uma com a cobrança ou a recusa."""
        call = Call("GET", path_of(PATH, batch_id, "/items"), query=merged(filters, more))
        return cast(ChargeBatchItemPage, self._http.json(call))

    def carne(
        self, batch_id: str, filters: Optional[CarneFilters] = None, **more: int
    ) -> bytes:
        """O carnê em PDF: até 300 cobranças do lote, a partir de `from`."""
        path = path_of(PATH, batch_id, "/carne.pdf")
        query = merged(filters, more)
        return self._http.send(Call("GET", path, query=query, accept="application/pdf"))
