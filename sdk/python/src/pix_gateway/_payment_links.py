from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional, cast

from ._http import Call, path_of
from ._pages import iterate, merged
from ._resources import Resource
from .types import (
    NewPaymentLink,
    NewProduct,
    PaymentLink,
    PaymentLinkChange,
    PaymentLinkFilters,
    PaymentLinkPage,
    Product,
    ProductChange,
    ProductPage,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack


class PaymentLinks(Resource):
    """Páginas em que o próprio pagador cria a cobrança."""

    def create(self, body: NewPaymentLink, *, idempotency_key: Optional[str] = None) -> PaymentLink:
        call = Call("POST", "/v1/payment-links", body=body, is_keyed=True, idempotency_key=idempotency_key)
        return cast(PaymentLink, self._http.json(call))

    def retrieve(self, link_id: str) -> PaymentLink:
        path = path_of("/v1/payment-links", link_id)
        return cast(PaymentLink, self._http.json(Call("GET", path)))

    def list(
        self, filters: Optional[PaymentLinkFilters] = None, **more: Unpack[PaymentLinkFilters]
    ) -> PaymentLinkPage:
        """Uma página, os mais novos primeiro."""
        call = Call("GET", "/v1/payment-links", query=merged(filters, more))
        return cast(PaymentLinkPage, self._http.json(call))

    def iterate(
        self, filters: Optional[PaymentLinkFilters] = None, **more: Unpack[PaymentLinkFilters]
    ) -> Iterator[PaymentLink]:
        read = lambda query: self.list(cast(PaymentLinkFilters, query))
        return iterate(read, merged(filters, more))

    def update(self, link_id: str, body: PaymentLinkChange) -> PaymentLink:
        """Muda o que é enviado. Cobranças que já existem ficam como estão."""
        path = path_of("/v1/payment-links", link_id)
        call = Call("PATCH", path, body=body, is_repeatable=True)
        return cast(PaymentLink, self._http.json(call))


class Products(Resource):
    """O que os links de pagamento vendem."""

    def create(self, body: NewProduct, *, idempotency_key: Optional[str] = None) -> Product:
        call = Call("POST", "/v1/products", body=body, is_keyed=True, idempotency_key=idempotency_key)
        return cast(Product, self._http.json(call))

    def retrieve(self, product_id: str) -> Product:
        path = path_of("/v1/products", product_id)
        return cast(Product, self._http.json(Call("GET", path)))

    def list(
        self, filters: Optional[PaymentLinkFilters] = None, **more: Unpack[PaymentLinkFilters]
    ) -> ProductPage:
        """Uma página, os mais novos primeiro."""
        call = Call("GET", "/v1/products", query=merged(filters, more))
        return cast(ProductPage, self._http.json(call))

    def iterate(
        self, filters: Optional[PaymentLinkFilters] = None, **more: Unpack[PaymentLinkFilters]
    ) -> Iterator[Product]:
        read = lambda query: self.list(cast(PaymentLinkFilters, query))
        return iterate(read, merged(filters, more))

    def update(self, product_id: str, body: ProductChange) -> Product:
        """Muda o que é enviado. Cobranças que já existem ficam como estão."""
        path = path_of("/v1/products", product_id)
        call = Call("PATCH", path, body=body, is_repeatable=True)
        return cast(Product, self._http.json(call))
