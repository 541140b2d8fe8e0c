# Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional, cast

from ._event_stream import follow
from ._http import Call, Http, path_of
from ._pages import iterate, merged
from ._requests import RequestRecord
from .types import (
    CanceledSubscription,
    CarneFilters,
    Charge,
    ChargeBatch,
    ChargeBatchItemFilters,
    ChargeBatchItemPage,
    ChargeBatchPage,
    ChargeChange,
    ChargeMails,
    ClosingFilters,
    ClosingPage,
    ClosingSettings,
    CreatedCharge,
    CreatedPayout,
    CreatedRefund,
    Customer,
    CustomerDetails,
    CustomerErasure,
    CustomerExport,
    CustomerFilters,
    CustomerPage,
    Dispute,
    DisputeFile,
    DisputeFiles,
    DisputeFilters,
    DisputePage,
    EventAttempts,
    EventDetails,
    EventFilters,
    EventPage,
    EventPageItem,
    EventResend,
    EventStreamFilters,
    ListedRefund,
    MailedClosing,
    NewCharge,
    NewChargeBatch,
    NewDefense,
    NewDisputeFile,
    NewPaymentLink,
    NewPayout,
    NewProduct,
    NewRefund,
    NewSplitPreview,
    NewSubscription,
    NewSubscriptionCycle,
    NewTestClock,
    NewTestDispute,
    NewWebhookEndpoint,
    NewWebhookExam,
    PaidTestCharge,
    PayerMailSettings,
    PayerMailSettingsChange,
    PaymentLink,
    PaymentLinkChange,
    PaymentLinkFilters,
    PaymentLinkPage,
    Payout,
    Product,
    ProductChange,
    ProductPage,
    ReceivedSplit,
    RefundFilters,
    RefundPage,
    SplitFilters,
    SplitPage,
    SplitPreview,
    Statement,
    StatementEntry,
    StatementFilters,
    Subscription,
    SubscriptionCycle,
    SubscriptionCyclePage,
    SubscriptionFilters,
    SubscriptionPage,
    SubscriptionRetry,
    TestClock,
    TestClockAdvance,
    TestClocks,
    TestCycleFailure,
    TestDisputeOutcome,
    TestPayment,
    TestSubscriptionCancellation,
    TestSubscriptionRejection,
    Transaction,
    TransactionFilters,
    TransactionPage,
    WebhookEndpoint,
    WebhookEndpointChange,
    WebhookEndpointWithSecret,
    WebhookEvent,
    WebhookExam,
    WebhookExamWithSecret,
    WebhookScenario,
)
from .types import WebhookEndpoints as WebhookEndpointList
from .types import WebhookExams as WebhookExamList

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Resource:
    def __init__(self, http: Http) -> None:
        self._http = http


class Charges(Resource):
    def create(
        self,
        body: NewCharge,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CreatedCharge:
        """Cria uma cobrança Pix. Devolve o código copia e cola."""
        call = Call(
            "POST",
            "/v1/pix/qrcode",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return cast(CreatedCharge, self._http.json(call))

    def qr_image(self, internal_id: str, *, format: str = "png") -> bytes:
        """Imagem do QR code. Em `png` ou `svg`. Nunca muda: guarde-a."""
        path = path_of("/v1/pix/qrcode", internal_id, "/image")
        accept = "image/svg+xml" if format == "svg" else "image/png"
        call = Call("GET", path, accept=accept)
        return self._http.send(call)

    def cancel(self, internal_id: str) -> Charge:
        """Cancela uma cobrança pendente.

        O código deixa de poder ser pago. Um pagamento simultâneo vale, e a resposta é a recusa
        `charge_already_paid`.
        """
        path = path_of("/v1/transactions", internal_id, "/cancel")
        call = Call("POST", path, is_repeatable=True)
        return cast(Charge, self._http.json(call))

    def update(self, internal_id: str, body: ChargeChange) -> Charge:
        """Altera uma cobrança com vencimento.

        Só enquanto não foi paga. O que falta fica como está; um valor nulo retira a regra. O código
        do pagador continua o mesmo.
        """
        path = path_of("/v1/transactions", internal_id)
        call = Call("PATCH", path, body=body, is_repeatable=True)
        return cast(Charge, self._http.json(call))

    def retrieve(self, internal_id: str) -> Charge:
        """Lê uma cobrança."""
        path = path_of("/v1/transactions", internal_id)
        call = Call("GET", path)
        return cast(Charge, self._http.json(call))

    def refund(
        self,
        internal_id: str,
        body: Optional[NewRefund] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CreatedRefund:
        """Devolve um pagamento. Devolve tudo ou, com `amount`, uma parte."""
        path = path_of("/v1/transactions", internal_id, "/refund")
        call = Call(
            "POST",
            path,
            body=body or {},
            is_keyed=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return cast(CreatedRefund, self._http.json(call))


class Transactions(Resource):
    """Cobranças e saques, dos mais novos aos mais antigos."""

    def retrieve(self, internal_id: str) -> Transaction:
        """Lê uma transação."""
        path = path_of("/v1/transactions", internal_id)
        call = Call("GET", path)
        return cast(Transaction, self._http.json(call))

    def list(
        self,
        filters: Optional[TransactionFilters] = None,
        **more: Unpack[TransactionFilters],
    ) -> TransactionPage:
        """Lista transações. Uma página."""
        call = Call("GET", "/v1/transactions", query=merged(filters, more))
        return cast(TransactionPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[TransactionFilters] = None,
        **more: Unpack[TransactionFilters],
    ) -> Iterator[Transaction]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        read = lambda query: self.list(cast(TransactionFilters, query))
        return iterate(read, merged(filters, more))

    def receipt(self, internal_id: str) -> bytes:
        """Baixa o comprovante.

        Em PDF: de uma cobrança ou um saque pago, ou de uma devolução concluída.
        """
        path = path_of("/v1/transactions", internal_id, "/receipt")
        call = Call("GET", path, accept="application/pdf")
        return self._http.send(call)


class Payouts(Resource):
    def retrieve(self, internal_id: str) -> Payout:
        """Lê um saque."""
        path = path_of("/v1/transactions", internal_id)
        call = Call("GET", path)
        return cast(Payout, self._http.json(call))

    def create(
        self,
        body: NewPayout,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CreatedPayout:
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
        return cast(CreatedPayout, self._http.json(call))


class ChargeBatches(Resource):
    """Até 10.000 cobranças de uma vez."""

    def create(self, body: NewChargeBatch, *, idempotency_key: Optional[str] = None) -> ChargeBatch:
        """Cria até 10.000 cobranças. Primeiro confere todas; elas são criadas em seguida."""
        call = Call(
            "POST",
            "/v1/charges/batches",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(ChargeBatch, self._http.json(call))

    def list(
        self,
        filters: Optional[PaymentLinkFilters] = None,
        **more: Unpack[PaymentLinkFilters],
    ) -> ChargeBatchPage:
        """Lista lotes de cobranças. Uma página, os mais novos primeiro."""
        call = Call("GET", "/v1/charges/batches", query=merged(filters, more))
        return cast(ChargeBatchPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[PaymentLinkFilters] = None,
        **more: Unpack[PaymentLinkFilters],
    ) -> Iterator[ChargeBatch]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        read = lambda query: self.list(cast(PaymentLinkFilters, query))
        return iterate(read, merged(filters, more))

    def retrieve(self, batch_id: str) -> ChargeBatch:
        """Lê um lote de cobranças."""
        path = path_of("/v1/charges/batches", batch_id)
        call = Call("GET", path)
        return cast(ChargeBatch, self._http.json(call))

    def items(
        self,
        batch_id: str,
        filters: Optional[ChargeBatchItemFilters] = None,
        **more: Unpack[ChargeBatchItemFilters],
    ) -> ChargeBatchItemPage:
        """Lista as cobranças de um lote. Uma página, cada item com a cobrança ou a recusa."""
        path = path_of("/v1/charges/batches", batch_id, "/items")
        call = Call("GET", path, query=merged(filters, more))
        return cast(ChargeBatchItemPage, self._http.json(call))

    def carne(self, batch_id: str, filters: Optional[CarneFilters] = None, **more: int) -> bytes:
        """Baixa o carnê de um lote. Em PDF: até 300 cobranças do lote, a partir de `from`."""
        path = path_of("/v1/charges/batches", batch_id, "/carne.pdf")
        call = Call("GET", path, query=merged(filters, more), accept="application/pdf")
        return self._http.send(call)


class PaymentLinks(Resource):
    """Páginas em que o próprio pagador cria a cobrança."""

    def create(self, body: NewPaymentLink, *, idempotency_key: Optional[str] = None) -> PaymentLink:
        """Cria um link de pagamento."""
        call = Call(
            "POST",
            "/v1/payment-links",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(PaymentLink, self._http.json(call))

    def list(
        self,
        filters: Optional[PaymentLinkFilters] = None,
        **more: Unpack[PaymentLinkFilters],
    ) -> PaymentLinkPage:
        """Lista links de pagamento. Uma página, os mais novos primeiro."""
        call = Call("GET", "/v1/payment-links", query=merged(filters, more))
        return cast(PaymentLinkPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[PaymentLinkFilters] = None,
        **more: Unpack[PaymentLinkFilters],
    ) -> Iterator[PaymentLink]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        read = lambda query: self.list(cast(PaymentLinkFilters, query))
        return iterate(read, merged(filters, more))

    def retrieve(self, link_id: str) -> PaymentLink:
        """Lê um link de pagamento."""
        path = path_of("/v1/payment-links", link_id)
        call = Call("GET", path)
        return cast(PaymentLink, self._http.json(call))

    def update(self, link_id: str, body: PaymentLinkChange) -> PaymentLink:
        """Muda, pausa ou reativa um link de pagamento.

        Só o que é enviado muda. Cobranças que já existem ficam como estão.
        """
        path = path_of("/v1/payment-links", link_id)
        call = Call("PATCH", path, body=body, is_repeatable=True)
        return cast(PaymentLink, self._http.json(call))


class Products(Resource):
    """O que os links de pagamento vendem."""

    def create(self, body: NewProduct, *, idempotency_key: Optional[str] = None) -> Product:
        """Cria um produto."""
        call = Call(
            "POST",
            "/v1/products",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(Product, self._http.json(call))

    def list(
        self,
        filters: Optional[PaymentLinkFilters] = None,
        **more: Unpack[PaymentLinkFilters],
    ) -> ProductPage:
        """Lista produtos. Uma página, os mais novos primeiro."""
        call = Call("GET", "/v1/products", query=merged(filters, more))
        return cast(ProductPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[PaymentLinkFilters] = None,
        **more: Unpack[PaymentLinkFilters],
    ) -> Iterator[Product]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        read = lambda query: self.list(cast(PaymentLinkFilters, query))
        return iterate(read, merged(filters, more))

    def retrieve(self, product_id: str) -> Product:
        """Lê um produto."""
        path = path_of("/v1/products", product_id)
        call = Call("GET", path)
        return cast(Product, self._http.json(call))

    def update(self, product_id: str, body: ProductChange) -> Product:
        """Muda um produto. Só o que é enviado muda. Cobranças que já existem ficam como estão."""
        path = path_of("/v1/products", product_id)
        call = Call("PATCH", path, body=body, is_repeatable=True)
        return cast(Product, self._http.json(call))


class Splits(Resource):
    def list(
        self,
        filters: Optional[SplitFilters] = None,
        **more: Unpack[SplitFilters],
    ) -> SplitPage:
        """Lista as partes recebidas.

        Uma página das que você recebeu de cobranças de outros lojistas.
        """
        call = Call("GET", "/v1/splits", query=merged(filters, more))
        return cast(SplitPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[SplitFilters] = None,
        **more: Unpack[SplitFilters],
    ) -> Iterator[ReceivedSplit]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        read = lambda query: self.list(cast(SplitFilters, query))
        return iterate(read, merged(filters, more))

    def preview(self, body: NewSplitPreview) -> SplitPreview:
        """Calcula um split. Mostra como uma cobrança seria dividida. Não cria nada."""
        call = Call("POST", "/v1/splits/preview", body=body, is_repeatable=True)
        return cast(SplitPreview, self._http.json(call))


class Subscriptions(Resource):
    """Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança."""

    def create(
        self,
        body: NewSubscription,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Subscription:
        """Cria uma assinatura por Pix Automático."""
        call = Call(
            "POST",
            "/v1/subscriptions",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(Subscription, self._http.json(call))

    def list(
        self,
        filters: Optional[SubscriptionFilters] = None,
        **more: Unpack[SubscriptionFilters],
    ) -> SubscriptionPage:
        """Lista assinaturas. Uma página, as mais novas primeiro."""
        call = Call("GET", "/v1/subscriptions", query=merged(filters, more))
        return cast(SubscriptionPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[SubscriptionFilters] = None,
        **more: Unpack[SubscriptionFilters],
    ) -> Iterator[Subscription]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        read = lambda query: self.list(cast(SubscriptionFilters, query))
        return iterate(read, merged(filters, more))

    def retrieve(self, internal_id: str) -> Subscription:
        """Lê uma assinatura."""
        path = path_of("/v1/subscriptions", internal_id)
        call = Call("GET", path)
        return cast(Subscription, self._http.json(call))

    def cycles(
        self,
        internal_id: str,
        filters: Optional[PaymentLinkFilters] = None,
        **more: Unpack[PaymentLinkFilters],
    ) -> SubscriptionCyclePage:
        """Lista as cobranças de uma assinatura. Uma página, as mais novas primeiro."""
        path = path_of("/v1/subscriptions", internal_id, "/cycles")
        call = Call("GET", path, query=merged(filters, more))
        return cast(SubscriptionCyclePage, self._http.json(call))

    def create_cycle(
        self,
        internal_id: str,
        body: NewSubscriptionCycle,
        *,
        idempotency_key: Optional[str] = None,
    ) -> SubscriptionCycle:
        """Cria uma cobrança de valor variável.

        Só para assinaturas com `min_amount`: a cobrança de um ciclo.
        """
        path = path_of("/v1/subscriptions", internal_id, "/cycles")
        call = Call("POST", path, body=body, is_keyed=True, idempotency_key=idempotency_key)
        return cast(SubscriptionCycle, self._http.json(call))

    def qr_image(self, internal_id: str, *, format: str = "png") -> bytes:
        """Imagem do QR code de uma assinatura.

        O código que o pagador lê, em `png` ou `svg`. A imagem nunca muda: guarde-a.
        """
        path = path_of("/v1/subscriptions", internal_id, "/image")
        accept = "image/svg+xml" if format == "svg" else "image/png"
        call = Call("GET", path, accept=accept)
        return self._http.send(call)

    def pause(self, internal_id: str) -> Subscription:
        """Pausa uma assinatura. Nenhuma cobrança nova é criada até `resume`."""
        path = path_of("/v1/subscriptions", internal_id, "/pause")
        call = Call("POST", path, is_repeatable=True)
        return cast(Subscription, self._http.json(call))

    def resume(self, internal_id: str) -> Subscription:
        """Retoma uma assinatura pausada. As cobranças voltam a partir do próximo ciclo."""
        path = path_of("/v1/subscriptions", internal_id, "/resume")
        call = Call("POST", path, is_repeatable=True)
        return cast(Subscription, self._http.json(call))

    def cancel(self, internal_id: str) -> CanceledSubscription:
        """Cancela uma assinatura. Cancela também as cobranças que ainda podem ser canceladas."""
        path = path_of("/v1/subscriptions", internal_id, "/cancel")
        call = Call("POST", path, is_repeatable=True)
        return cast(CanceledSubscription, self._http.json(call))

    def retry(
        self,
        internal_id: str,
        body: Optional[SubscriptionRetry] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> SubscriptionCycle:
        """Tenta de novo uma cobrança que falhou."""
        path = path_of("/v1/subscriptions", internal_id, "/retry")
        call = Call("POST", path, body=body or {}, is_keyed=True, idempotency_key=idempotency_key)
        return cast(SubscriptionCycle, self._http.json(call))


class Refunds(Resource):
    """Devoluções de todas as cobranças. O método `refund` das cobranças pede uma."""

    def list(
        self,
        filters: Optional[RefundFilters] = None,
        **more: Unpack[RefundFilters],
    ) -> RefundPage:
        """Lista devoluções."""
        call = Call("GET", "/v1/refunds", query=merged(filters, more))
        return cast(RefundPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[RefundFilters] = None,
        **more: Unpack[RefundFilters],
    ) -> Iterator[ListedRefund]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        read = lambda query: self.list(cast(RefundFilters, query))
        return iterate(read, merged(filters, more))

    def retrieve(self, internal_id: str) -> ListedRefund:
        """Consulta uma devolução."""
        path = path_of("/v1/refunds", internal_id)
        call = Call("GET", path)
        return cast(ListedRefund, self._http.json(call))


class Disputes(Resource):
    """Contestações (MED)."""

    def list(
        self,
        filters: Optional[DisputeFilters] = None,
        **more: Unpack[DisputeFilters],
    ) -> DisputePage:
        """Lista contestações."""
        call = Call("GET", "/v1/disputes", query=merged(filters, more))
        return cast(DisputePage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[DisputeFilters] = None,
        **more: Unpack[DisputeFilters],
    ) -> Iterator[Dispute]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        read = lambda query: self.list(cast(DisputeFilters, query))
        return iterate(read, merged(filters, more))

    def retrieve(self, internal_id: str) -> Dispute:
        """Lê uma contestação."""
        path = path_of("/v1/disputes", internal_id)
        call = Call("GET", path)
        return cast(Dispute, self._http.json(call))

    def defend(
        self,
        internal_id: str,
        body: NewDefense,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dispute:
        """Defende uma contestação. Só uma vez por contestação."""
        path = path_of("/v1/disputes", internal_id, "/defense")
        call = Call("POST", path, body=body, is_keyed=True, idempotency_key=idempotency_key)
        return cast(Dispute, self._http.json(call))

    def add_file(self, internal_id: str, body: NewDisputeFile) -> DisputeFile:
        """Anexa um arquivo à defesa.

        Um PDF, PNG ou JPEG (`content` em base64), antes da defesa. O mesmo conteúdo fica uma vez.
        """
        path = path_of("/v1/disputes", internal_id, "/files")
        call = Call("POST", path, body=body)
        return cast(DisputeFile, self._http.json(call))

    def list_files(self, internal_id: str) -> DisputeFiles:
        """Lista os arquivos de uma contestação."""
        path = path_of("/v1/disputes", internal_id, "/files")
        call = Call("GET", path)
        return cast(DisputeFiles, self._http.json(call))

    def retrieve_file(self, internal_id: str, file_id: str) -> bytes:
        """Baixa um arquivo de uma contestação."""
        path = path_of(path_of("/v1/disputes", internal_id, "/files"), file_id)
        call = Call("GET", path, accept="*/*")
        return self._http.send(call)

    def remove_file(self, internal_id: str, file_id: str) -> DisputeFiles:
        """Remove um arquivo antes da defesa. Devolve os que ficaram."""
        path = path_of(path_of("/v1/disputes", internal_id, "/files"), file_id)
        call = Call("DELETE", path)
        return cast(DisputeFiles, self._http.json(call))


class Events(Resource):
    """Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos."""

    def list(
        self,
        filters: Optional[EventFilters] = None,
        **more: Unpack[EventFilters],
    ) -> EventPage:
        """Lista eventos.

        Uma página. Guarde `next_cursor` e envie-o como `after`: nada é pulado nem repetido.
        """
        call = Call("GET", "/v1/events", query=merged(filters, more))
        return cast(EventPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[EventFilters] = None,
        **more: Unpack[EventFilters],
    ) -> Iterator[EventPageItem]:
        """Todos os eventos depois de `after`, até o mais novo.

        O `id` de cada um serve de `after`. Leia-os com `for item in …`.
        """
        read = lambda query: self.list(cast(EventFilters, query))
        return iterate(read, merged(filters, more), "after", "since")

    def retrieve(self, event_id: str) -> EventDetails:
        """Lê um evento. Mostra o estado de cada entrega."""
        path = path_of("/v1/events", event_id)
        call = Call("GET", path)
        return cast(EventDetails, self._http.json(call))

    def attempts(self, event_id: str) -> EventAttempts:
        """Lista tentativas de entrega. Mostra a resposta do seu servidor a cada uma."""
        path = path_of("/v1/events", event_id, "/attempts")
        call = Call("GET", path)
        return cast(EventAttempts, self._http.json(call))

    def resend(self, event_id: str, body: Optional[EventResend] = None) -> EventDetails:
        """Reenvia um evento. Envia agora, a todos os webhooks que o recebem ou a um."""
        path = path_of("/v1/events", event_id, "/resend")
        call = Call("POST", path, body=body or {})
        return cast(EventDetails, self._http.json(call))

    def stream(
        self,
        filters: Optional[EventStreamFilters] = None,
        **more: Unpack[EventStreamFilters],
    ) -> Iterator[WebhookEvent]:
        """Acompanha eventos.

        À medida que acontecem, sem fim. Sem `after`, a partir de agora. A primeira conexão é
        tentada como uma leitura; depois dela, reconecta sempre, a partir do último evento recebido.
        Termine com `break`.
        """
        return cast(Iterator[WebhookEvent], follow(self._http, "/v1/events/stream", merged(filters, more)))


class WebhookExams(Resource):
    """Exames do programa que recebe os seus webhooks."""

    def create(self, body: NewWebhookExam) -> WebhookExamWithSecret:
        """Examina o programa que recebe webhooks.

        O endereço de um webhook seu, já; outro, depois de `start`, com o `secret`.
        """
        call = Call("POST", "/v1/test/webhook-exams", body=body)
        return cast(WebhookExamWithSecret, self._http.json(call))

    def list(self) -> WebhookExamList:
        """Lista exames de webhook."""
        call = Call("GET", "/v1/test/webhook-exams")
        return cast(WebhookExamList, self._http.json(call))

    def start(self, exam_id: str) -> WebhookExam:
        """Começa um exame que aguarda. Chame-o quando o seu programa já tem o segredo."""
        path = path_of("/v1/test/webhook-exams", exam_id, "/start")
        call = Call("POST", path)
        return cast(WebhookExam, self._http.json(call))

    def retrieve(self, exam_id: str) -> WebhookExam:
        """Lê um exame de webhook."""
        path = path_of("/v1/test/webhook-exams", exam_id)
        call = Call("GET", path)
        return cast(WebhookExam, self._http.json(call))


class WebhookEndpoints(Resource):
    """Os endereços que recebem os seus eventos."""

    def list(self) -> WebhookEndpointList:
        """Lista webhooks."""
        call = Call("GET", "/v1/webhook-endpoints")
        return cast(WebhookEndpointList, self._http.json(call))

    def create(self, body: NewWebhookEndpoint) -> WebhookEndpointWithSecret:
        """Cria um webhook. Guarde o `secret`: ele não é mostrado de novo."""
        call = Call("POST", "/v1/webhook-endpoints", body=body)
        return cast(WebhookEndpointWithSecret, self._http.json(call))

    def retrieve(self, endpoint_id: str) -> WebhookEndpoint:
        """Lê um webhook."""
        path = path_of("/v1/webhook-endpoints", endpoint_id)
        call = Call("GET", path)
        return cast(WebhookEndpoint, self._http.json(call))

    def update(self, endpoint_id: str, body: WebhookEndpointChange) -> WebhookEndpoint:
        """Muda um webhook. O que não é enviado fica como está."""
        path = path_of("/v1/webhook-endpoints", endpoint_id)
        call = Call("PATCH", path, body=body, is_repeatable=True)
        return cast(WebhookEndpoint, self._http.json(call))

    def delete(self, endpoint_id: str) -> None:
        """Apaga um webhook."""
        path = path_of("/v1/webhook-endpoints", endpoint_id)
        call = Call("DELETE", path, accept="*/*")
        self._http.send(call)

    def pause(self, endpoint_id: str) -> WebhookEndpoint:
        """Pausa um webhook. As entregas esperam até `resume`."""
        path = path_of("/v1/webhook-endpoints", endpoint_id, "/pause")
        call = Call("POST", path, is_repeatable=True)
        return cast(WebhookEndpoint, self._http.json(call))

    def resume(self, endpoint_id: str) -> WebhookEndpoint:
        """Retoma um webhook."""
        path = path_of("/v1/webhook-endpoints", endpoint_id, "/resume")
        call = Call("POST", path, is_repeatable=True)
        return cast(WebhookEndpoint, self._http.json(call))

    def test(self, endpoint_id: str) -> WebhookEndpoint:
        """Testa um webhook. Envia o evento `webhook.test` ao endereço."""
        path = path_of("/v1/webhook-endpoints", endpoint_id, "/test")
        call = Call("POST", path)
        return cast(WebhookEndpoint, self._http.json(call))

    def rotate(self, endpoint_id: str) -> WebhookEndpointWithSecret:
        """Troca o segredo de um webhook. Por 24 horas as entregas são assinadas com os dois."""
        path = path_of("/v1/webhook-endpoints", endpoint_id, "/rotate")
        call = Call("POST", path)
        return cast(WebhookEndpointWithSecret, self._http.json(call))


class PayerMails(Resource):
    """Lembretes e comprovantes por e-mail aos pagadores."""

    def settings(self) -> PayerMailSettings:
        """Lê o que os pagadores recebem por e-mail."""
        call = Call("GET", "/v1/payer-mails/settings")
        return cast(PayerMailSettings, self._http.json(call))

    def change_settings(self, settings: PayerMailSettingsChange) -> PayerMailSettings:
        """Muda o que os pagadores recebem por e-mail. Só o que vem muda."""
        call = Call("PATCH", "/v1/payer-mails/settings", body=settings, is_repeatable=True)
        return cast(PayerMailSettings, self._http.json(call))

    def list(self, charge_id: str) -> ChargeMails:
        """Lista os e-mails ao pagador de uma cobrança."""
        path = path_of("/v1/transactions", charge_id, "/mails")
        call = Call("GET", path)
        return cast(ChargeMails, self._http.json(call))


class AccountStatement(Resource):
    """O extrato de uma conta, dos lançamentos mais antigos aos mais novos."""

    def list(
        self,
        filters: Optional[StatementFilters] = None,
        **more: Unpack[StatementFilters],
    ) -> Statement:
        """Lê o extrato. Uma página. Guarde `next_cursor` e continue dele no dia seguinte."""
        call = Call("GET", "/v1/statement", query=merged(filters, more))
        return cast(Statement, self._http.json(call))

    def iterate(
        self,
        filters: Optional[StatementFilters] = None,
        **more: Unpack[StatementFilters],
    ) -> Iterator[StatementEntry]:
        """Todos os lançamentos do período.

        A `sequence` do último serve de `cursor`. Leia-os com `for item in …`.
        """
        read = lambda query: self.list(cast(StatementFilters, query))
        return iterate(read, merged(filters, more))


class Closings(Resource):
    """Fechamentos que a loja recebe por e-mail."""

    def settings(self) -> ClosingSettings:
        """Lê quem recebe os fechamentos por e-mail.

        Mostra também os arquivos que a loja escolheu.
        """
        call = Call("GET", "/v1/closings/settings")
        return cast(ClosingSettings, self._http.json(call))

    def list(
        self,
        filters: Optional[ClosingFilters] = None,
        **more: Unpack[ClosingFilters],
    ) -> ClosingPage:
        """Lista os fechamentos enviados por e-mail."""
        call = Call("GET", "/v1/closings", query=merged(filters, more))
        return cast(ClosingPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[ClosingFilters] = None,
        **more: Unpack[ClosingFilters],
    ) -> Iterator[MailedClosing]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        read = lambda query: self.list(cast(ClosingFilters, query))
        return iterate(read, merged(filters, more))


class Customers(Resource):
    """Quem paga as suas cobranças: cada CPF ou CNPJ."""

    def list(
        self,
        filters: Optional[CustomerFilters] = None,
        **more: Unpack[CustomerFilters],
    ) -> CustomerPage:
        """Lista clientes. Uma página, os da cobrança mais nova primeiro."""
        call = Call("GET", "/v1/customers", query=merged(filters, more))
        return cast(CustomerPage, self._http.json(call))

    def iterate(
        self,
        filters: Optional[CustomerFilters] = None,
        **more: Unpack[CustomerFilters],
    ) -> Iterator[Customer]:
        """Os itens de todas as páginas. Leia-os com `for item in …`."""
        read = lambda query: self.list(cast(CustomerFilters, query))
        return iterate(read, merged(filters, more))

    def retrieve(self, customer_id: str) -> CustomerDetails:
        """Lê um cliente. Mostra o que pagou e o que deve."""
        path = path_of("/v1/customers", customer_id)
        call = Call("GET", path)
        return cast(CustomerDetails, self._http.json(call))

    def erase(self, customer_id: str) -> CustomerErasure:
        """Apaga os dados de um cliente.

        Não pode ser desfeito. Valores, identificadores e datas ficam.
        """
        path = path_of("/v1/customers", customer_id)
        call = Call("DELETE", path)
        return cast(CustomerErasure, self._http.json(call))

    def export(self, customer_id: str) -> CustomerExport:
        """Exporta os dados de um cliente. Tudo o que está guardado sobre a pessoa (LGPD)."""
        path = path_of("/v1/customers", customer_id, "/export")
        call = Call("GET", path)
        return cast(CustomerExport, self._http.json(call))


class Requests(Resource):
    """As requisições que os seus programas fazem com esta chave."""

    def stream(self) -> Iterator[RequestRecord]:
        """Acompanha requisições.

        À medida que são respondidas, a partir de agora, sem fim. Reconecta sozinho, a partir da
        última recebida. Termine com `break`.
        """
        return cast(Iterator[RequestRecord], follow(self._http, "/v1/requests/stream", {}))


class TestClockTools(Resource):
    """Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança."""

    def create(self, body: Optional[NewTestClock] = None) -> TestClock:
        """Cria um relógio de teste.

        Com `bind_key`, a chave que chama passa a viver no tempo do relógio.
        """
        call = Call("POST", "/v1/test/clocks", body=body or {})
        return cast(TestClock, self._http.json(call))

    def list(self) -> TestClocks:
        """Lista os relógios de teste."""
        call = Call("GET", "/v1/test/clocks")
        return cast(TestClocks, self._http.json(call))

    def retrieve(self, clock_id: str) -> TestClock:
        """Lê um relógio de teste."""
        path = path_of("/v1/test/clocks", clock_id)
        call = Call("GET", path)
        return cast(TestClock, self._http.json(call))

    def delete(self, clock_id: str) -> None:
        """Apaga um relógio de teste. Encerra o que espera por ele."""
        path = path_of("/v1/test/clocks", clock_id)
        call = Call("DELETE", path, accept="*/*")
        self._http.send(call)

    def advance(self, clock_id: str, body: TestClockAdvance) -> TestClock:
        """Avança um relógio de teste. Espera até que tudo o que vencia tenha acontecido."""
        path = path_of("/v1/test/clocks", clock_id, "/advance")
        call = Call("POST", path, body=body)
        return cast(TestClock, self._http.settle(self._http.json(call), lambda: self.retrieve(clock_id)))

    def bind(self, clock_id: str) -> TestClock:
        """Liga a chave que chama a um relógio de teste."""
        path = path_of("/v1/test/clocks", clock_id, "/bind")
        call = Call("POST", path, is_repeatable=True)
        return cast(TestClock, self._http.json(call))

    def unbind(self, clock_id: str) -> TestClock:
        """Desliga a chave que chama de um relógio de teste."""
        path = path_of("/v1/test/clocks", clock_id, "/unbind")
        call = Call("POST", path, is_repeatable=True)
        return cast(TestClock, self._http.json(call))


class TestTools(Resource):
    """Só com chaves de teste."""

    def __init__(self, http: Http) -> None:
        super().__init__(http)
        self.webhook_exams = WebhookExams(http)
        self.clocks = TestClockTools(http)

    def pay_charge(self, internal_id: str, body: Optional[TestPayment] = None) -> PaidTestCharge:
        """Paga uma cobrança de teste agora.

        Paga o valor certo ou, com `scenario`, tarde, duas vezes, a menos…
        """
        path = path_of("/v1/test/charges", internal_id, "/pay")
        call = Call("POST", path, body=body or {})
        return cast(PaidTestCharge, self._http.json(call))

    def authorize_subscription(self, internal_id: str) -> Subscription:
        """O pagador de teste autoriza."""
        path = path_of("/v1/test/subscriptions", internal_id, "/authorize")
        call = Call("POST", path)
        return cast(Subscription, self._http.json(call))

    def reject_subscription(
        self,
        internal_id: str,
        body: Optional[TestSubscriptionRejection] = None,
    ) -> Subscription:
        """O pagador de teste recusa."""
        path = path_of("/v1/test/subscriptions", internal_id, "/reject")
        call = Call("POST", path, body=body or {})
        return cast(Subscription, self._http.json(call))

    def cancel_subscription(
        self,
        internal_id: str,
        body: Optional[TestSubscriptionCancellation] = None,
    ) -> Subscription:
        """O pagador de teste cancela no banco dele."""
        path = path_of("/v1/test/subscriptions", internal_id, "/cancel")
        call = Call("POST", path, body=body or {})
        return cast(Subscription, self._http.json(call))

    def fail_cycle(
        self,
        internal_id: str,
        due_on: str,
        body: Optional[TestCycleFailure] = None,
    ) -> SubscriptionCycle:
        """Faz falhar uma cobrança de teste. A que está aberta com este vencimento falha agora."""
        path = path_of(path_of("/v1/test/subscriptions", internal_id, "/cycles"), due_on, "/fail")
        call = Call("POST", path, body=body or {})
        return cast(SubscriptionCycle, self._http.json(call))

    def open_dispute(self, internal_id: str, body: Optional[NewTestDispute] = None) -> Dispute:
        """Contesta um pagamento de teste."""
        path = path_of("/v1/test/charges", internal_id, "/dispute")
        call = Call("POST", path, body=body or {})
        return cast(Dispute, self._http.json(call))

    def close_dispute(self, internal_id: str, body: TestDisputeOutcome) -> Dispute:
        """Encerra uma contestação de teste."""
        path = path_of("/v1/test/disputes", internal_id, "/close")
        call = Call("POST", path, body=body)
        return cast(Dispute, self._http.json(call))

    def run_webhook_scenario(self, body: WebhookScenario) -> EventDetails:
        """Envia um evento de teste com defeito. Envia-o de novo aos seus webhooks."""
        call = Call("POST", "/v1/test/webhook-scenarios", body=body)
        return cast(EventDetails, self._http.json(call))
