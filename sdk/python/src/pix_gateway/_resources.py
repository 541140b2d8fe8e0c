# Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional, cast

from . import types
from ._event_stream import follow
from ._http import Call, Http, image_type, path_of
from ._pages import iterate, merged

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._async_client import AsyncResource


class Resource:
    def __init__(self, http: Http) -> None:
        self._http = http


class Charges(Resource):
    def create(
        self,
        body: types.NewCharge,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreatedCharge:
        """Cria uma cobrança Pix. Devolve o código copia e cola."""
        call = Call(
            "POST",
            "/v1/pix/qrcode",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return cast(types.CreatedCharge, self._http.json(call))

    def qr_image(self, internal_id: str, *, format: str = "png") -> bytes:
        """Imagem do QR code. Em `png` ou `svg`. Nunca muda: guarde-a."""
        call = Call(
            "GET",
            path_of("/v1/pix/qrcode", internal_id, "/image"),
            accept=image_type(format),
        )
        return self._http.send(call)

    def cancel(self, internal_id: str) -> types.Charge:
        """Cancela uma cobrança pendente.

        O código deixa de poder ser pago. Um pagamento simultâneo vale, e a resposta é a recusa
        `charge_already_paid`.
        """
        call = Call("POST", path_of("/v1/transactions", internal_id, "/cancel"), is_repeatable=True)
        return cast(types.Charge, self._http.json(call))

    def update(self, internal_id: str, body: types.ChargeChange) -> types.Charge:
        """Altera uma cobrança com vencimento.

        Só enquanto não foi paga. O que falta fica como está; um valor nulo retira a regra. O código
        do pagador continua o mesmo.
        """
        call = Call(
            "PATCH",
            path_of("/v1/transactions", internal_id),
            body=body,
            is_repeatable=True,
        )
        return cast(types.Charge, self._http.json(call))

    def retrieve(self, internal_id: str) -> types.Charge:
        """Lê uma cobrança."""
        call = Call("GET", path_of("/v1/transactions", internal_id))
        return cast(types.Charge, self._http.json(call))

    def refund(
        self,
        internal_id: str,
        body: Optional[types.NewRefund] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreatedRefund:
        """Devolve um pagamento. Devolve tudo ou, com `amount`, uma parte."""
        call = Call(
            "POST",
            path_of("/v1/transactions", internal_id, "/refund"),
            body=body or {},
            is_keyed=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return cast(types.CreatedRefund, self._http.json(call))


class Transactions(Resource):
    """Cobranças e saques, dos mais novos aos mais antigos."""

    def retrieve(self, internal_id: str) -> types.Transaction:
        """Lê uma transação."""
        call = Call("GET", path_of("/v1/transactions", internal_id))
        return cast(types.Transaction, self._http.json(call))

    def list(
        self,
        filters: Optional[types.TransactionFilters] = None,
        **more: Unpack[types.TransactionFilters],
    ) -> types.TransactionPage:
        """Lista transações. Uma página."""
        call = Call("GET", "/v1/transactions", query=merged(filters, more))
        return cast(types.TransactionPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.TransactionFilters] = None,
        **more: Unpack[types.TransactionFilters],
    ) -> Iterator[types.Transaction]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        return iterate(self.list, merged(filters, more))

    def receipt(self, internal_id: str) -> bytes:
        """Baixa o comprovante.

        Em PDF: de uma cobrança ou um saque pago, ou de uma devolução concluída.
        """
        call = Call(
            "GET",
            path_of("/v1/transactions", internal_id, "/receipt"),
            accept="application/pdf",
        )
        return self._http.send(call)


class Payouts(Resource):
    def retrieve(self, internal_id: str) -> types.Payout:
        """Lê um saque."""
        call = Call("GET", path_of("/v1/transactions", internal_id))
        return cast(types.Payout, self._http.json(call))

    def create(
        self,
        body: types.NewPayout,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreatedPayout:
        """Saca para uma chave Pix.

        Envie `external_id`: ele é único para sempre, e uma repetição depois de 24 horas não paga
        duas vezes.
        """
        call = Call(
            "POST",
            "/v1/pix/payout",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return cast(types.CreatedPayout, self._http.json(call))


class Splits(Resource):
    def list(
        self,
        filters: Optional[types.SplitFilters] = None,
        **more: Unpack[types.SplitFilters],
    ) -> types.SplitPage:
        """Lista as partes recebidas.

        Uma página das que você recebeu de cobranças de outros lojistas.
        """
        call = Call("GET", "/v1/splits", query=merged(filters, more))
        return cast(types.SplitPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.SplitFilters] = None,
        **more: Unpack[types.SplitFilters],
    ) -> Iterator[types.ReceivedSplit]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        return iterate(self.list, merged(filters, more))

    def preview(self, body: types.NewSplitPreview) -> types.SplitPreview:
        """Calcula um split. Mostra como uma cobrança seria dividida. Não cria nada."""
        call = Call("POST", "/v1/splits/preview", body=body, is_repeatable=True)
        return cast(types.SplitPreview, self._http.json(call))


class PaymentLinks(Resource):
    """Páginas em que o próprio pagador cria a cobrança."""

    def create(
        self,
        body: types.NewPaymentLink,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.PaymentLink:
        """Cria um link de pagamento."""
        call = Call(
            "POST",
            "/v1/payment-links",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(types.PaymentLink, self._http.json(call))

    def list(
        self,
        filters: Optional[types.PaymentLinkFilters] = None,
        **more: Unpack[types.PaymentLinkFilters],
    ) -> types.PaymentLinkPage:
        """Lista links de pagamento. Uma página, os mais novos primeiro."""
        call = Call("GET", "/v1/payment-links", query=merged(filters, more))
        return cast(types.PaymentLinkPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.PaymentLinkFilters] = None,
        **more: Unpack[types.PaymentLinkFilters],
    ) -> Iterator[types.PaymentLink]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        return iterate(self.list, merged(filters, more))

    def retrieve(self, link_id: str) -> types.PaymentLink:
        """Lê um link de pagamento."""
        call = Call("GET", path_of("/v1/payment-links", link_id))
        return cast(types.PaymentLink, self._http.json(call))

    def update(self, link_id: str, body: types.PaymentLinkChange) -> types.PaymentLink:
        """Muda, pausa ou reativa um link de pagamento.

        Só o que é enviado muda. Cobranças que já existem ficam como estão.
        """
        call = Call("PATCH", path_of("/v1/payment-links", link_id), body=body, is_repeatable=True)
        return cast(types.PaymentLink, self._http.json(call))


class Products(Resource):
    """O que os links de pagamento vendem."""

    def create(
        self,
        body: types.NewProduct,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Product:
        """Cria um produto."""
        call = Call(
            "POST",
            "/v1/products",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(types.Product, self._http.json(call))

    def list(
        self,
        filters: Optional[types.PaymentLinkFilters] = None,
        **more: Unpack[types.PaymentLinkFilters],
    ) -> types.ProductPage:
        """Lista produtos. Uma página, os mais novos primeiro."""
        call = Call("GET", "/v1/products", query=merged(filters, more))
        return cast(types.ProductPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.PaymentLinkFilters] = None,
        **more: Unpack[types.PaymentLinkFilters],
    ) -> Iterator[types.Product]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        return iterate(self.list, merged(filters, more))

    def retrieve(self, product_id: str) -> types.Product:
        """Lê um produto."""
        call = Call("GET", path_of("/v1/products", product_id))
        return cast(types.Product, self._http.json(call))

    def update(self, product_id: str, body: types.ProductChange) -> types.Product:
        """Muda um produto. Só o que é enviado muda. Cobranças que já existem ficam como estão."""
        call = Call("PATCH", path_of("/v1/products", product_id), body=body, is_repeatable=True)
        return cast(types.Product, self._http.json(call))


class ChargeBatches(Resource):
    """Até 10.000 cobranças de uma vez."""

    def create(
        self,
        body: types.NewChargeBatch,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ChargeBatch:
        """Cria até 10.000 cobranças. Primeiro confere todas; elas são criadas em seguida."""
        call = Call(
            "POST",
            "/v1/charges/batches",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(types.ChargeBatch, self._http.json(call))

    def list(
        self,
        filters: Optional[types.PaymentLinkFilters] = None,
        **more: Unpack[types.PaymentLinkFilters],
    ) -> types.ChargeBatchPage:
        """Lista lotes de cobranças. Uma página, os mais novos primeiro."""
        call = Call("GET", "/v1/charges/batches", query=merged(filters, more))
        return cast(types.ChargeBatchPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.PaymentLinkFilters] = None,
        **more: Unpack[types.PaymentLinkFilters],
    ) -> Iterator[types.ChargeBatch]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        return iterate(self.list, merged(filters, more))

    def retrieve(self, batch_id: str) -> types.ChargeBatch:
        """Lê um lote de cobranças."""
        call = Call("GET", path_of("/v1/charges/batches", batch_id))
        return cast(types.ChargeBatch, self._http.json(call))

    def items(
        self,
        batch_id: str,
        filters: Optional[types.ChargeBatchItemFilters] = None,
        **more: Unpack[types.ChargeBatchItemFilters],
    ) -> types.ChargeBatchItemPage:
        """Lista as cobranças de um lote. Uma página, cada item com a cobrança ou a recusa."""
        call = Call(
            "GET",
            path_of("/v1/charges/batches", batch_id, "/items"),
            query=merged(filters, more),
        )
        return cast(types.ChargeBatchItemPage, self._http.json(call))

    def carne(
        self,
        batch_id: str,
        filters: Optional[types.CarneFilters] = None,
        **more: Unpack[types.CarneFilters],
    ) -> bytes:
        """Baixa o carnê de um lote. Em PDF: até 300 cobranças do lote, a partir de `from`."""
        call = Call(
            "GET",
            path_of("/v1/charges/batches", batch_id, "/carne.pdf"),
            query=merged(filters, more),
            accept="application/pdf",
        )
        return self._http.send(call)


class Subscriptions(Resource):
    """Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança."""

    def create(
        self,
        body: types.NewSubscription,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Subscription:
        """Cria uma assinatura por Pix Automático."""
        call = Call(
            "POST",
            "/v1/subscriptions",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(types.Subscription, self._http.json(call))

    def list(
        self,
        filters: Optional[types.SubscriptionFilters] = None,
        **more: Unpack[types.SubscriptionFilters],
    ) -> types.SubscriptionPage:
        """Lista assinaturas. Uma página, as mais novas primeiro."""
        call = Call("GET", "/v1/subscriptions", query=merged(filters, more))
        return cast(types.SubscriptionPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.SubscriptionFilters] = None,
        **more: Unpack[types.SubscriptionFilters],
    ) -> Iterator[types.Subscription]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        return iterate(self.list, merged(filters, more))

    def retrieve(self, internal_id: str) -> types.Subscription:
        """Lê uma assinatura."""
        call = Call("GET", path_of("/v1/subscriptions", internal_id))
        return cast(types.Subscription, self._http.json(call))

    def cycles(
        self,
        internal_id: str,
        filters: Optional[types.PaymentLinkFilters] = None,
        **more: Unpack[types.PaymentLinkFilters],
    ) -> types.SubscriptionCyclePage:
        """Lista as cobranças de uma assinatura. Uma página, as mais novas primeiro."""
        call = Call(
            "GET",
            path_of("/v1/subscriptions", internal_id, "/cycles"),
            query=merged(filters, more),
        )
        return cast(types.SubscriptionCyclePage, self._http.json(call))

    def create_cycle(
        self,
        internal_id: str,
        body: types.NewSubscriptionCycle,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.SubscriptionCycle:
        """Cria uma cobrança de valor variável.

        Só para assinaturas com `min_amount`: a cobrança de um ciclo.
        """
        call = Call(
            "POST",
            path_of("/v1/subscriptions", internal_id, "/cycles"),
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(types.SubscriptionCycle, self._http.json(call))

    def qr_image(self, internal_id: str, *, format: str = "png") -> bytes:
        """Imagem do QR code de uma assinatura.

        O código que o pagador lê, em `png` ou `svg`. A imagem nunca muda: guarde-a.
        """
        call = Call(
            "GET",
            path_of("/v1/subscriptions", internal_id, "/image"),
            accept=image_type(format),
        )
        return self._http.send(call)

    def pause(self, internal_id: str) -> types.Subscription:
        """Pausa uma assinatura. Nenhuma cobrança nova é criada até `resume`."""
        call = Call("POST", path_of("/v1/subscriptions", internal_id, "/pause"), is_repeatable=True)
        return cast(types.Subscription, self._http.json(call))

    def resume(self, internal_id: str) -> types.Subscription:
        """Retoma uma assinatura pausada. As cobranças voltam a partir do próximo ciclo."""
        call = Call(
            "POST",
            path_of("/v1/subscriptions", internal_id, "/resume"),
            is_repeatable=True,
        )
        return cast(types.Subscription, self._http.json(call))

    def cancel(self, internal_id: str) -> types.CanceledSubscription:
        """Cancela uma assinatura. Cancela também as cobranças que ainda podem ser canceladas."""
        call = Call(
            "POST",
            path_of("/v1/subscriptions", internal_id, "/cancel"),
            is_repeatable=True,
        )
        return cast(types.CanceledSubscription, self._http.json(call))

    def retry(
        self,
        internal_id: str,
        body: Optional[types.SubscriptionRetry] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.SubscriptionCycle:
        """Tenta de novo uma cobrança que falhou."""
        call = Call(
            "POST",
            path_of("/v1/subscriptions", internal_id, "/retry"),
            body=body or {},
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(types.SubscriptionCycle, self._http.json(call))


class Refunds(Resource):
    """Devoluções de todas as cobranças. O método `refund` das cobranças pede uma."""

    def list(
        self,
        filters: Optional[types.RefundFilters] = None,
        **more: Unpack[types.RefundFilters],
    ) -> types.RefundPage:
        """Lista devoluções."""
        call = Call("GET", "/v1/refunds", query=merged(filters, more))
        return cast(types.RefundPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.RefundFilters] = None,
        **more: Unpack[types.RefundFilters],
    ) -> Iterator[types.ListedRefund]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        return iterate(self.list, merged(filters, more))

    def retrieve(self, internal_id: str) -> types.ListedRefund:
        """Consulta uma devolução."""
        call = Call("GET", path_of("/v1/refunds", internal_id))
        return cast(types.ListedRefund, self._http.json(call))


class Disputes(Resource):
    """Contestações (MED)."""

    def list(
        self,
        filters: Optional[types.DisputeFilters] = None,
        **more: Unpack[types.DisputeFilters],
    ) -> types.DisputePage:
        """Lista contestações."""
        call = Call("GET", "/v1/disputes", query=merged(filters, more))
        return cast(types.DisputePage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.DisputeFilters] = None,
        **more: Unpack[types.DisputeFilters],
    ) -> Iterator[types.Dispute]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        return iterate(self.list, merged(filters, more))

    def retrieve(self, internal_id: str) -> types.Dispute:
        """Lê uma contestação."""
        call = Call("GET", path_of("/v1/disputes", internal_id))
        return cast(types.Dispute, self._http.json(call))

    def defend(
        self,
        internal_id: str,
        body: types.NewDefense,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Dispute:
        """Defende uma contestação. Só uma vez por contestação."""
        call = Call(
            "POST",
            path_of("/v1/disputes", internal_id, "/defense"),
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(types.Dispute, self._http.json(call))

    def add_file(self, internal_id: str, body: types.NewDisputeFile) -> types.DisputeFile:
        """Anexa um arquivo à defesa.

        Um PDF, PNG ou JPEG (`content` em base64), antes da defesa. O mesmo conteúdo fica uma vez.
        """
        call = Call("POST", path_of("/v1/disputes", internal_id, "/files"), body=body)
        return cast(types.DisputeFile, self._http.json(call))

    def list_files(self, internal_id: str) -> types.DisputeFiles:
        """Lista os arquivos de uma contestação."""
        call = Call("GET", path_of("/v1/disputes", internal_id, "/files"))
        return cast(types.DisputeFiles, self._http.json(call))

    def retrieve_file(self, internal_id: str, file_id: str) -> bytes:
        """Baixa um arquivo de uma contestação."""
        call = Call(
            "GET",
            path_of(path_of("/v1/disputes", internal_id, "/files"), file_id),
            accept="*/*",
        )
        return self._http.send(call)

    def remove_file(self, internal_id: str, file_id: str) -> types.DisputeFiles:
        """Remove um arquivo antes da defesa. Devolve os que ficaram."""
        call = Call("DELETE", path_of(path_of("/v1/disputes", internal_id, "/files"), file_id))
        return cast(types.DisputeFiles, self._http.json(call))


class Events(Resource):
    """Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos."""

    def list(
        self,
        filters: Optional[types.EventFilters] = None,
        **more: Unpack[types.EventFilters],
    ) -> types.EventPage:
        """Lista eventos.

        Uma página. Guarde `next_cursor` e envie-o como `after`: nada é pulado nem repetido.
        """
        call = Call("GET", "/v1/events", query=merged(filters, more))
        return cast(types.EventPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.EventFilters] = None,
        **more: Unpack[types.EventFilters],
    ) -> Iterator[types.EventPageItem]:
        """Todos os eventos depois de `after`, até o mais novo.

        O `id` de cada um serve de `after`. Leia-os com `for item in …`.
        """
        return iterate(self.list, merged(filters, more), "after", "since")

    def retrieve(self, event_id: str) -> types.EventDetails:
        """Lê um evento. Mostra o estado de cada entrega."""
        call = Call("GET", path_of("/v1/events", event_id))
        return cast(types.EventDetails, self._http.json(call))

    def attempts(self, event_id: str) -> types.EventAttempts:
        """Lista tentativas de entrega. Mostra a resposta do seu servidor a cada uma."""
        call = Call("GET", path_of("/v1/events", event_id, "/attempts"))
        return cast(types.EventAttempts, self._http.json(call))

    def resend(self, event_id: str, body: Optional[types.EventResend] = None) -> types.EventDetails:
        """Reenvia um evento. Envia agora, a todos os webhooks que o recebem ou a um."""
        call = Call("POST", path_of("/v1/events", event_id, "/resend"), body=body or {})
        return cast(types.EventDetails, self._http.json(call))

    def stream(
        self,
        filters: Optional[types.EventStreamFilters] = None,
        **more: Unpack[types.EventStreamFilters],
    ) -> Iterator[types.WebhookEvent]:
        """Acompanha eventos.

        À medida que acontecem, sem fim. Sem `after`, a partir de agora. A primeira conexão é
        tentada como uma leitura; depois dela, reconecta sempre, a partir do último evento recebido.
        Termine com `break`.
        """
        call = Call("GET", "/v1/events/stream", query=merged(filters, more))
        return cast(Iterator[types.WebhookEvent], follow(self._http, call))


class WebhookEndpoints(Resource):
    """Os endereços que recebem os seus eventos."""

    def list(self) -> types.WebhookEndpoints:
        """Lista webhooks."""
        call = Call("GET", "/v1/webhook-endpoints")
        return cast(types.WebhookEndpoints, self._http.json(call))

    def create(self, body: types.NewWebhookEndpoint) -> types.WebhookEndpointWithSecret:
        """Cria um webhook. Guarde o `secret`: ele não é mostrado de novo."""
        call = Call("POST", "/v1/webhook-endpoints", body=body)
        return cast(types.WebhookEndpointWithSecret, self._http.json(call))

    def retrieve(self, endpoint_id: str) -> types.WebhookEndpoint:
        """Lê um webhook."""
        call = Call("GET", path_of("/v1/webhook-endpoints", endpoint_id))
        return cast(types.WebhookEndpoint, self._http.json(call))

    def update(self, endpoint_id: str, body: types.WebhookEndpointChange) -> types.WebhookEndpoint:
        """Muda um webhook. O que não é enviado fica como está."""
        call = Call(
            "PATCH",
            path_of("/v1/webhook-endpoints", endpoint_id),
            body=body,
            is_repeatable=True,
        )
        return cast(types.WebhookEndpoint, self._http.json(call))

    def delete(self, endpoint_id: str) -> None:
        """Apaga um webhook."""
        call = Call("DELETE", path_of("/v1/webhook-endpoints", endpoint_id), accept="*/*")
        self._http.send(call)

    def pause(self, endpoint_id: str) -> types.WebhookEndpoint:
        """Pausa um webhook. As entregas esperam até `resume`."""
        call = Call(
            "POST",
            path_of("/v1/webhook-endpoints", endpoint_id, "/pause"),
            is_repeatable=True,
        )
        return cast(types.WebhookEndpoint, self._http.json(call))

    def resume(self, endpoint_id: str) -> types.WebhookEndpoint:
        """Retoma um webhook."""
        call = Call(
            "POST",
            path_of("/v1/webhook-endpoints", endpoint_id, "/resume"),
            is_repeatable=True,
        )
        return cast(types.WebhookEndpoint, self._http.json(call))

    def test(self, endpoint_id: str) -> types.WebhookEndpoint:
        """Testa um webhook. Envia o evento `webhook.test` ao endereço."""
        call = Call("POST", path_of("/v1/webhook-endpoints", endpoint_id, "/test"))
        return cast(types.WebhookEndpoint, self._http.json(call))

    def rotate(self, endpoint_id: str) -> types.WebhookEndpointWithSecret:
        """Troca o segredo de um webhook. Por 24 horas as entregas são assinadas com os dois."""
        call = Call("POST", path_of("/v1/webhook-endpoints", endpoint_id, "/rotate"))
        return cast(types.WebhookEndpointWithSecret, self._http.json(call))

    def check_secret(
        self,
        endpoint_id: str,
        body: types.NewWebhookSecretCheck,
    ) -> types.WebhookSecretCheck:
        """Confere o segredo de um webhook. Diz se é o atual, e o dá nas duas formas."""
        call = Call(
            "POST",
            path_of("/v1/webhook-endpoints", endpoint_id, "/check-secret"),
            body=body,
            is_repeatable=True,
        )
        return cast(types.WebhookSecretCheck, self._http.json(call))


class WebhookExams(Resource):
    """Exames do programa que recebe os seus webhooks."""

    def create(self, body: types.NewWebhookExam) -> types.WebhookExamWithSecret:
        """Examina o programa que recebe webhooks.

        O endereço de um webhook seu, já; outro, depois de `start`, com o `secret`.
        """
        call = Call("POST", "/v1/test/webhook-exams", body=body)
        return cast(types.WebhookExamWithSecret, self._http.json(call))

    def list(self) -> types.WebhookExams:
        """Lista exames de webhook."""
        call = Call("GET", "/v1/test/webhook-exams")
        return cast(types.WebhookExams, self._http.json(call))

    def start(self, exam_id: str) -> types.WebhookExam:
        """Começa um exame que aguarda. Chame-o quando o seu programa já tem o segredo."""
        call = Call("POST", path_of("/v1/test/webhook-exams", exam_id, "/start"))
        return cast(types.WebhookExam, self._http.json(call))

    def retrieve(self, exam_id: str) -> types.WebhookExam:
        """Lê um exame de webhook."""
        call = Call("GET", path_of("/v1/test/webhook-exams", exam_id))
        return cast(types.WebhookExam, self._http.json(call))


class PayerMails(Resource):
    """Lembretes e comprovantes por e-mail aos pagadores."""

    def settings(self) -> types.PayerMailSettings:
        """Lê o que os pagadores recebem por e-mail."""
        call = Call("GET", "/v1/payer-mails/settings")
        return cast(types.PayerMailSettings, self._http.json(call))

    def change_settings(self, settings: types.PayerMailSettingsChange) -> types.PayerMailSettings:
        """Muda o que os pagadores recebem por e-mail. Só o que vem muda."""
        call = Call("PATCH", "/v1/payer-mails/settings", body=settings, is_repeatable=True)
        return cast(types.PayerMailSettings, self._http.json(call))

    def list(self, charge_id: str) -> types.ChargeMails:
        """Lista os e-mails ao pagador de uma cobrança."""
        call = Call("GET", path_of("/v1/transactions", charge_id, "/mails"))
        return cast(types.ChargeMails, self._http.json(call))


class AccountStatement(Resource):
    """O extrato de uma conta, dos lançamentos mais antigos aos mais novos."""

    def list(
        self,
        filters: Optional[types.StatementFilters] = None,
        **more: Unpack[types.StatementFilters],
    ) -> types.Statement:
        """Lê o extrato. Uma página. Guarde `next_cursor` e continue dele no dia seguinte."""
        call = Call("GET", "/v1/statement", query=merged(filters, more))
        return cast(types.Statement, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.StatementFilters] = None,
        **more: Unpack[types.StatementFilters],
    ) -> Iterator[types.StatementEntry]:
        """Todos os lançamentos do período.

        A `sequence` do último serve de `cursor`. Leia-os com `for item in …`.
        """
        return iterate(self.list, merged(filters, more))


class Closings(Resource):
    """Fechamentos que a loja recebe por e-mail."""

    def settings(self) -> types.ClosingSettings:
        """Lê quem recebe os fechamentos por e-mail.

        Mostra também os arquivos que a loja escolheu.
        """
        call = Call("GET", "/v1/closings/settings")
        return cast(types.ClosingSettings, self._http.json(call))

    def list(
        self,
        filters: Optional[types.ClosingFilters] = None,
        **more: Unpack[types.ClosingFilters],
    ) -> types.ClosingPage:
        """Lista os fechamentos enviados por e-mail."""
        call = Call("GET", "/v1/closings", query=merged(filters, more))
        return cast(types.ClosingPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.ClosingFilters] = None,
        **more: Unpack[types.ClosingFilters],
    ) -> Iterator[types.MailedClosing]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        return iterate(self.list, merged(filters, more))


class Customers(Resource):
    """Quem paga as suas cobranças: cada CPF ou CNPJ."""

    def list(
        self,
        filters: Optional[types.CustomerFilters] = None,
        **more: Unpack[types.CustomerFilters],
    ) -> types.CustomerPage:
        """Lista clientes. Uma página, os da cobrança mais nova primeiro."""
        call = Call("GET", "/v1/customers", query=merged(filters, more))
        return cast(types.CustomerPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[types.CustomerFilters] = None,
        **more: Unpack[types.CustomerFilters],
    ) -> Iterator[types.Customer]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        return iterate(self.list, merged(filters, more))

    def retrieve(self, customer_id: str) -> types.CustomerDetails:
        """Lê um cliente. Mostra o que pagou e o que deve."""
        call = Call("GET", path_of("/v1/customers", customer_id))
        return cast(types.CustomerDetails, self._http.json(call))

    def erase(self, customer_id: str) -> types.CustomerErasure:
        """Apaga os dados de um cliente.

        Não pode ser desfeito. Valores, identificadores e datas ficam.
        """
        call = Call("DELETE", path_of("/v1/customers", customer_id))
        return cast(types.CustomerErasure, self._http.json(call))

    def export(self, customer_id: str) -> types.CustomerExport:
        """Exporta os dados de um cliente. Tudo o que está guardado sobre a pessoa (LGPD)."""
        call = Call("GET", path_of("/v1/customers", customer_id, "/export"))
        return cast(types.CustomerExport, self._http.json(call))


class Requests(Resource):
    """As requisições que os seus programas fazem com esta chave."""

    def stream(self) -> Iterator[types.RequestRecord]:
        """Acompanha requisições.

        À medida que são respondidas, a partir de agora, sem fim. Reconecta sozinho, a partir da
        última recebida. Termine com `break`.
        """
        call = Call("GET", "/v1/requests/stream")
        return cast(Iterator[types.RequestRecord], follow(self._http, call))


class TestClocks(Resource):
    """Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança."""

    def create(self, body: Optional[types.NewTestClock] = None) -> types.TestClock:
        """Cria um relógio de teste.

        Com `bind_key`, a chave que chama passa a viver no tempo do relógio.
        """
        call = Call("POST", "/v1/test/clocks", body=body or {})
        return cast(types.TestClock, self._http.json(call))

    def list(self) -> types.TestClocks:
        """Lista os relógios de teste."""
        call = Call("GET", "/v1/test/clocks")
        return cast(types.TestClocks, self._http.json(call))

    def retrieve(self, clock_id: str) -> types.TestClock:
        """Lê um relógio de teste."""
        call = Call("GET", path_of("/v1/test/clocks", clock_id))
        return cast(types.TestClock, self._http.json(call))

    def delete(self, clock_id: str) -> None:
        """Apaga um relógio de teste. Encerra o que espera por ele."""
        call = Call("DELETE", path_of("/v1/test/clocks", clock_id), accept="*/*")
        self._http.send(call)

    def advance(self, clock_id: str, body: types.TestClockAdvance) -> types.TestClock:
        """Avança um relógio de teste. Espera até que tudo o que vencia tenha acontecido."""
        call = Call("POST", path_of("/v1/test/clocks", clock_id, "/advance"), body=body)
        return cast(types.TestClock, self._http.settle(call))

    def bind(self, clock_id: str) -> types.TestClock:
        """Liga a chave que chama a um relógio de teste."""
        call = Call("POST", path_of("/v1/test/clocks", clock_id, "/bind"), is_repeatable=True)
        return cast(types.TestClock, self._http.json(call))

    def unbind(self, clock_id: str) -> types.TestClock:
        """Desliga a chave que chama de um relógio de teste."""
        call = Call("POST", path_of("/v1/test/clocks", clock_id, "/unbind"), is_repeatable=True)
        return cast(types.TestClock, self._http.json(call))


class TestTools(Resource):
    """Só com chaves de teste."""

    def __init__(self, http: Http) -> None:
        super().__init__(http)
        #: Exames do programa que recebe os seus webhooks.
        self.webhook_exams = WebhookExams(http)
        #: Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança.
        self.clocks = TestClocks(http)

    def pay_charge(
        self,
        internal_id: str,
        body: Optional[types.TestPayment] = None,
    ) -> types.PaidTestCharge:
        """Paga uma cobrança de teste agora.

        Paga o valor certo ou, com `scenario`, tarde, duas vezes, a menos…
        """
        call = Call("POST", path_of("/v1/test/charges", internal_id, "/pay"), body=body or {})
        return cast(types.PaidTestCharge, self._http.json(call))

    def authorize_subscription(self, internal_id: str) -> types.Subscription:
        """O pagador de teste autoriza."""
        call = Call("POST", path_of("/v1/test/subscriptions", internal_id, "/authorize"))
        return cast(types.Subscription, self._http.json(call))

    def reject_subscription(
        self,
        internal_id: str,
        body: Optional[types.TestSubscriptionRejection] = None,
    ) -> types.Subscription:
        """O pagador de teste recusa."""
        call = Call(
            "POST",
            path_of("/v1/test/subscriptions", internal_id, "/reject"),
            body=body or {},
        )
        return cast(types.Subscription, self._http.json(call))

    def cancel_subscription(
        self,
        internal_id: str,
        body: Optional[types.TestSubscriptionCancellation] = None,
    ) -> types.Subscription:
        """O pagador de teste cancela no banco dele."""
        call = Call(
            "POST",
            path_of("/v1/test/subscriptions", internal_id, "/cancel"),
            body=body or {},
        )
        return cast(types.Subscription, self._http.json(call))

    def fail_cycle(
        self,
        internal_id: str,
        due_on: str,
        body: Optional[types.TestCycleFailure] = None,
    ) -> types.SubscriptionCycle:
        """Faz falhar uma cobrança de teste. A que está aberta com este vencimento falha agora."""
        call = Call(
            "POST",
            path_of(path_of("/v1/test/subscriptions", internal_id, "/cycles"), due_on, "/fail"),
            body=body or {},
        )
        return cast(types.SubscriptionCycle, self._http.json(call))

    def open_dispute(
        self,
        internal_id: str,
        body: Optional[types.NewTestDispute] = None,
    ) -> types.Dispute:
        """Contesta um pagamento de teste."""
        call = Call("POST", path_of("/v1/test/charges", internal_id, "/dispute"), body=body or {})
        return cast(types.Dispute, self._http.json(call))

    def close_dispute(self, internal_id: str, body: types.TestDisputeOutcome) -> types.Dispute:
        """Encerra uma contestação de teste."""
        call = Call("POST", path_of("/v1/test/disputes", internal_id, "/close"), body=body)
        return cast(types.Dispute, self._http.json(call))

    def run_webhook_scenario(self, body: types.WebhookScenario) -> types.EventDetails:
        """Envia um evento de teste com defeito. Envia-o de novo aos seus webhooks."""
        call = Call("POST", "/v1/test/webhook-scenarios", body=body)
        return cast(types.EventDetails, self._http.json(call))


class Client(Resource):
    """Os recursos da API."""

    def __init__(self, http: Http) -> None:
        super().__init__(http)
        self.charges = Charges(http)
        #: Só com chaves de teste.
        self.test = TestTools(http)
        #: Cobranças e saques, dos mais novos aos mais antigos.
        self.transactions = Transactions(http)
        self.payouts = Payouts(http)
        self.splits = Splits(http)
        #: Páginas em que o próprio pagador cria a cobrança.
        self.payment_links = PaymentLinks(http)
        #: O que os links de pagamento vendem.
        self.products = Products(http)
        #: Até 10.000 cobranças de uma vez.
        self.charge_batches = ChargeBatches(http)
        #: Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança.
        self.subscriptions = Subscriptions(http)
        #: Devoluções de todas as cobranças. O método `refund` das cobranças pede uma.
        self.refunds = Refunds(http)
        #: Contestações (MED).
        self.disputes = Disputes(http)
        #: Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos.
        self.events = Events(http)
        #: Os endereços que recebem os seus eventos.
        self.webhook_endpoints = WebhookEndpoints(http)
        #: Lembretes e comprovantes por e-mail aos pagadores.
        self.payer_mails = PayerMails(http)
        #: O extrato de uma conta, dos lançamentos mais antigos aos mais novos.
        self.statement = AccountStatement(http)
        #: Fechamentos que a loja recebe por e-mail.
        self.closings = Closings(http)
        #: Quem paga as suas cobranças: cada CPF ou CNPJ.
        self.customers = Customers(http)
        #: As requisições que os seus programas fazem com esta chave.
        self.requests = Requests(http)

    def balance(self) -> types.Balance:
        """Lê o saldo. O saldo do ambiente da chave, em centavos."""
        call = Call("GET", "/v1/balance")
        return cast(types.Balance, self._http.json(call))


class AsyncClient:
    charges: AsyncResource
    test: AsyncResource
    transactions: AsyncResource
    payouts: AsyncResource
    splits: AsyncResource
    payment_links: AsyncResource
    products: AsyncResource
    charge_batches: AsyncResource
    subscriptions: AsyncResource
    refunds: AsyncResource
    disputes: AsyncResource
    events: AsyncResource
    webhook_endpoints: AsyncResource
    payer_mails: AsyncResource
    statement: AsyncResource
    closings: AsyncResource
    customers: AsyncResource
    requests: AsyncResource
