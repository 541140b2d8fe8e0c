from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional, cast

from ._http import Call, Http, path_of
from ._pages import iterate, merged
from .types import (
    Charge,
    ChargeChange,
    CreatedCharge,
    CreatedPayout,
    CreatedRefund,
    Dispute,
    DisputeFile,
    DisputeFiles,
    DisputeFilters,
    DisputePage,
    ListedRefund,
    NewCharge,
    NewDefense,
    NewDisputeFile,
    NewPayout,
    NewRefund,
    NewSplitPreview,
    Payout,
    ReceivedSplit,
    RefundFilters,
    RefundPage,
    SplitFilters,
    SplitPage,
    SplitPreview,
    Statement,
    StatementEntry,
    StatementFilters,
    Transaction,
    TransactionFilters,
    TransactionPage,
)

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
        """Cria uma cobrança e devolve o código copia e cola."""
        call = Call(
            "POST",
            "/v1/pix/qrcode",
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return cast(CreatedCharge, self._http.json(call))

    def retrieve(self, internal_id: str) -> Charge:
        """Uma cobrança com tudo o que se sabe dela."""
        return cast(Charge, self._http.json(Call("GET", path_of("/v1/transactions", internal_id))))

    def qr_image(self, internal_id: str, *, format: str = "png") -> bytes:
        """A imagem do QR code, `png` ou `svg`. Nunca muda: guarde-a."""
        accept = "image/svg+xml" if format == "svg" else "image/png"
        path = path_of("/v1/pix/qrcode", internal_id, "/image")
        return self._http.send(Call("GET", path, accept=accept))

    def update(self, internal_id: str, body: ChargeChange) -> Charge:
        """Altera uma cobrança com vencimento que ainda não foi paga.

        O que falta fica como está; `None` retira a regra. O código do pagador continua o mesmo.
        """
        path = path_of("/v1/transactions", internal_id)
        call = Call("PATCH", path, body=body, is_repeatable=True)
        return cast(Charge, self._http.json(call))

    def cancel(self, internal_id: str) -> Charge:
        """Cancela uma cobrança pendente: o código deixa de poder ser pago.

        Um pagamento simultâneo vale, e a resposta é a recusa `charge_already_paid`.
        """
        path = path_of("/v1/transactions", internal_id, "/cancel")
        return cast(Charge, self._http.json(Call("POST", path, is_repeatable=True)))

    def refund(
        self,
        internal_id: str,
        body: Optional[NewRefund] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CreatedRefund:
        """Devolve o pagamento ao pagador, inteiro ou, com `amount`, em parte."""
        call = Call(
            "POST",
            path_of("/v1/transactions", internal_id, "/refund"),
            body=body or {},
            is_keyed=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return cast(CreatedRefund, self._http.json(call))


class Payouts(Resource):
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

    def retrieve(self, internal_id: str) -> Payout:
        return cast(Payout, self._http.json(Call("GET", path_of("/v1/transactions", internal_id))))


class Transactions(Resource):
    """Cobranças e saques, dos mais novos aos mais antigos."""

    def retrieve(self, internal_id: str) -> Transaction:
        path = path_of("/v1/transactions", internal_id)
        return cast(Transaction, self._http.json(Call("GET", path)))

    def receipt(self, internal_id: str) -> bytes:
        """O comprovante em PDF: de uma cobrança ou um saque pago, ou de uma devolução concluída."""
        path = path_of("/v1/transactions", internal_id, "/receipt")
        return self._http.send(Call("GET", path, accept="application/pdf"))

    def list(
        self, filters: Optional[TransactionFilters] = None, **more: Unpack[TransactionFilters]
    ) -> TransactionPage:
        """Uma página."""
        call = Call("GET", "/v1/transactions", query=merged(filters, more))
        return cast(TransactionPage, self._http.json(call))

    def iterate(
        self, filters: Optional[TransactionFilters] = None, **more: Unpack[TransactionFilters]
    ) -> Iterator[Transaction]:
        """Todas as transações, página a página: `for transaction in …`."""
        return iterate(lambda query: self.list(cast(TransactionFilters, query)), merged(filters, more))


class Splits(Resource):
    def list(
        self, filters: Optional[SplitFilters] = None, **more: Unpack[SplitFilters]
    ) -> SplitPage:
        """Uma página das partes que você recebeu de cobranças de outros lojistas."""
        return cast(SplitPage, self._http.json(Call("GET", "/v1/splits", query=merged(filters, more))))

    def iterate(
        self, filters: Optional[SplitFilters] = None, **more: Unpack[SplitFilters]
    ) -> Iterator[ReceivedSplit]:
        return iterate(lambda query: self.list(cast(SplitFilters, query)), merged(filters, more))

    def preview(self, body: NewSplitPreview) -> SplitPreview:
        """Como uma cobrança seria dividida. Não cria nada."""
        call = Call("POST", "/v1/splits/preview", body=body, is_repeatable=True)
        return cast(SplitPreview, self._http.json(call))


class AccountStatement(Resource):
    """O extrato de uma conta, dos lançamentos mais antigos aos mais novos."""

    def list(
        self, filters: Optional[StatementFilters] = None, **more: Unpack[StatementFilters]
    ) -> Statement:
        """Uma página. Guarde `next_cursor` e continue dele no dia seguinte."""
        return cast(Statement, self._http.json(Call("GET", "/v1/statement", query=merged(filters, more))))

    def iterate(
        self, filters: Optional[StatementFilters] = None, **more: Unpack[StatementFilters]
    ) -> Iterator[StatementEntry]:
        """Todos os lançamentos do período. A `sequence` do último serve de `cursor`."""
        query = cast(StatementFilters, merged(filters, more))
        while True:
            page = self.list(query)
            yield from page["data"]
            if not page["has_more"] or page["next_cursor"] is None:
                return
            query["cursor"] = page["next_cursor"]


class Refunds(Resource):
    """Devoluções de todas as cobranças. `charges.refund` pede uma."""

    def retrieve(self, internal_id: str) -> ListedRefund:
        return cast(ListedRefund, self._http.json(Call("GET", path_of("/v1/refunds", internal_id))))

    def list(
        self, filters: Optional[RefundFilters] = None, **more: Unpack[RefundFilters]
    ) -> RefundPage:
        return cast(RefundPage, self._http.json(Call("GET", "/v1/refunds", query=merged(filters, more))))

    def iterate(
        self, filters: Optional[RefundFilters] = None, **more: Unpack[RefundFilters]
    ) -> Iterator[ListedRefund]:
        return iterate(lambda query: self.list(cast(RefundFilters, query)), merged(filters, more))


class Disputes(Resource):
    """Contestações (MED)."""

    def retrieve(self, internal_id: str) -> Dispute:
        return cast(Dispute, self._http.json(Call("GET", path_of("/v1/disputes", internal_id))))

    def list(
        self, filters: Optional[DisputeFilters] = None, **more: Unpack[DisputeFilters]
    ) -> DisputePage:
        return cast(DisputePage, self._http.json(Call("GET", "/v1/disputes", query=merged(filters, more))))

    def iterate(
        self, filters: Optional[DisputeFilters] = None, **more: Unpack[DisputeFilters]
    ) -> Iterator[Dispute]:
        return iterate(lambda query: self.list(cast(DisputeFilters, query)), merged(filters, more))

    def defend(
        self, internal_id: str, body: NewDefense, *, idempotency_key: Optional[str] = None
    ) -> Dispute:
        """Envia a defesa, uma vez por contestação."""
        call = Call(
            "POST",
            path_of("/v1/disputes", internal_id, "/defense"),
            body=body,
            is_keyed=True,
            idempotency_key=idempotency_key,
        )
        return cast(Dispute, self._http.json(call))

    def add_file(self, internal_id: str, body: NewDisputeFile) -> DisputeFile:
        """Anexa um PDF, PNG ou JPEG (`content` em base64), antes da defesa.

        O mesmo conteúdo fica uma vez.
        """
        path = path_of("/v1/disputes", internal_id, "/files")
        return cast(DisputeFile, self._http.json(Call("POST", path, body=body)))

    def list_files(self, internal_id: str) -> DisputeFiles:
        """Os arquivos da contestação."""
        path = path_of("/v1/disputes", internal_id, "/files")
        return cast(DisputeFiles, self._http.json(Call("GET", path)))

    def retrieve_file(self, internal_id: str, file_id: str) -> bytes:
        """O conteúdo de um arquivo."""
        path = path_of(path_of("/v1/disputes", internal_id, "/files"), file_id)
        return self._http.send(Call("GET", path, accept="*/*"))

    def remove_file(self, internal_id: str, file_id: str) -> DisputeFiles:
        """Remove um arquivo, antes da defesa. Devolve os que ficaram."""
        path = path_of(path_of("/v1/disputes", internal_id, "/files"), file_id)
        return cast(DisputeFiles, self._http.json(Call("DELETE", path)))
