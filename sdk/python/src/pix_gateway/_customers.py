from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional, cast

from ._http import Call, path_of
from ._pages import iterate, merged
from ._resources import Resource
from .types import (
    Customer,
    CustomerDetails,
    CustomerErasure,
    CustomerExport,
    CustomerFilters,
    CustomerPage,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Customers(Resource):
    """Quem paga as suas cobranças: cada CPF ou CNPJ."""

    def retrieve(self, customer_id: str) -> CustomerDetails:
        """Um cliente, com o que pagou e o que deve."""
        path = path_of("/v1/customers", customer_id)
        return cast(CustomerDetails, self._http.json(Call("GET", path)))

    def list(
        self, filters: Optional[CustomerFilters] = None, **more: Unpack[CustomerFilters]
    ) -> CustomerPage:
        """Uma página, os da cobrança mais nova primeiro."""
        call = Call("GET", "/v1/customers", query=merged(filters, more))
        return cast(CustomerPage, self._http.json(call))

    def iterate(
        self, filters: Optional[CustomerFilters] = None, **more: Unpack[CustomerFilters]
    ) -> Iterator[Customer]:
        return iterate(lambda query: self.list(cast(CustomerFilters, query)), merged(filters, more))

    def export(self, customer_id: str) -> CustomerExport:
        """Tudo o que está guardado sobre a pessoa (LGPD)."""
        path = path_of("/v1/customers", customer_id, "/export")
        return cast(CustomerExport, self._http.json(Call("GET", path)))

    def erase(self, customer_id: str) -> CustomerErasure:
        """Apaga os dados da pessoa para sempre. Valores, identificadores e datas ficam."""
        path = path_of("/v1/customers", customer_id)
        return cast(CustomerErasure, self._http.json(Call("DELETE", path)))
