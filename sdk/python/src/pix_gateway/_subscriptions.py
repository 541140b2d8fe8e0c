from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional, cast

from ._http import Call, path_of
from ._pages import iterate, merged
from ._resources import Resource
from .types import (
    CanceledSubscription,
    NewSubscription,
    NewSubscriptionCycle,
    PaymentLinkFilters,
    Subscription,
    SubscriptionCycle,
    SubscriptionCyclePage,
    SubscriptionFilters,
    SubscriptionPage,
    SubscriptionRetry,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

PATH = "/v1/subscriptions"


class Subscriptions(Resource):
    """Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança."""

    def create(
        self, body: NewSubscription, *, idempotency_key: Optional[str] = None
    ) -> Subscription:
        call = Call("POST", PATH, body=body, is_keyed=True, idempotency_key=idempotency_key)
        return cast(Subscription, self._http.json(call))

    def retrieve(self, internal_id: str) -> Subscription:
        return cast(Subscription, self._http.json(Call("GET", path_of(PATH, internal_id))))

    def list(
        self, filters: Optional[SubscriptionFilters] = None, **more: Unpack[SubscriptionFilters]
    ) -> SubscriptionPage:
        """Uma página, as mais novas primeiro."""
        call = Call("GET", PATH, query=merged(filters, more))
        return cast(SubscriptionPage, self._http.json(call))

    def iterate(
        self, filters: Optional[SubscriptionFilters] = None, **more: Unpack[SubscriptionFilters]
    ) -> Iterator[Subscription]:
        read = lambda query: self.list(cast(SubscriptionFilters, query))
        return iterate(read, merged(filters, more))

    def qr_image(self, internal_id: str, *, format: str = "png") -> bytes:
        """A imagem do código que o pagador lê, `png` ou `svg`. Nunca muda: guarde-a."""
        accept = "image/svg+xml" if format == "svg" else "image/png"
        return self._http.send(Call("GET", path_of(PATH, internal_id, "/image"), accept=accept))

    def pause(self, internal_id: str) -> Subscription:
        """Nenhuma cobrança nova é criada até `resume`."""
        call = Call("POST", path_of(PATH, internal_id, "/pause"), is_repeatable=True)
        return cast(Subscription, self._http.json(call))

    def resume(self, internal_id: str) -> Subscription:
        call = Call("POST", path_of(PATH, internal_id, "/resume"), is_repeatable=True)
        return cast(Subscription, self._http.json(call))

    def cancel(self, internal_id: str) -> CanceledSubscription:
        """Cancela também as cobranças que ainda podem ser canceladas."""
        call = Call("POST", path_of(PATH, internal_id, "/cancel"), is_repeatable=True)
        return cast(CanceledSubscription, self._http.json(call))

    def create_cycle(
        self,
        internal_id: str,
        body: NewSubscriptionCycle,
        *,
        idempotency_key: Optional[str] = None,
    ) -> SubscriptionCycle:
        """Só com `min_amount`: a cobrança de um ciclo."""
        path = path_of(PATH, internal_id, "/cycles")
        call = Call("POST", path, body=body, is_keyed=True, idempotency_key=idempotency_key)
        return cast(SubscriptionCycle, self._http.json(call))

    def cycles(
        self,
        internal_id: str,
        filters: Optional[PaymentLinkFilters] = None,
        **more: Unpack[PaymentLinkFilters],
    ) -> SubscriptionCyclePage:
        """Uma página das cobranças, as mais novas primeiro."""
        call = Call("GET", path_of(PATH, internal_id, "/cycles"), query=merged(filters, more))
        return cast(SubscriptionCyclePage, self._http.json(call))

    def retry(
        self,
        internal_id: str,
        body: Optional[SubscriptionRetry] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> SubscriptionCycle:
        """Tenta de novo uma cobrança que falhou."""
        path = path_of(PATH, internal_id, "/retry")
        call = Call("POST", path, body=body or {}, is_keyed=True, idempotency_key=idempotency_key)
        return cast(SubscriptionCycle, self._http.json(call))
