# Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

ErrorCode = Literal[
    "account_not_approved",
    "account_suspended",
    "address_not_allowed",
    "amount_too_small",
    "balance_limit_reached",
    "beneficiary_not_saved",
    "carne_empty",
    "carne_not_ready",
    "charge_already_paid",
    "charge_batch_daily_limit",
    "charge_batch_not_found",
    "charge_batch_refused",
    "charge_batch_too_large",
    "charge_canceled",
    "charge_change_open",
    "charge_expired",
    "charge_not_changeable",
    "charge_not_payable",
    "charge_of_subscription",
    "cursor_expired",
    "customer_has_open_charges",
    "customer_not_found",
    "cycle_amount_too_small",
    "cycle_exists",
    "cycle_not_found",
    "cycle_not_retryable",
    "cycle_too_late",
    "demo_cannot_split",
    "dispute_already_defended",
    "dispute_closed",
    "dispute_defense_too_late",
    "dispute_exceeds_payment",
    "dispute_file_invalid",
    "dispute_file_not_found",
    "dispute_file_too_large",
    "dispute_files_full",
    "dispute_not_found",
    "dispute_not_possible",
    "due_amount_too_large",
    "due_amount_too_small",
    "due_date_in_past",
    "due_date_with_stock",
    "duplicate_username",
    "event_has_no_webhook",
    "event_is_first",
    "event_not_found",
    "export_too_large",
    "external_id_reused",
    "idempotency_in_progress",
    "idempotency_key_invalid",
    "idempotency_key_missing",
    "idempotency_key_reused",
    "insufficient_balance",
    "internal_error",
    "invalid_credentials",
    "invalid_discounts",
    "invalid_json",
    "invalid_percentage",
    "invalid_pix_key",
    "invalid_request",
    "invalid_split",
    "mail_not_configured",
    "overloaded",
    "payload_too_large",
    "payment_disputed",
    "payment_link_not_found",
    "payout_limit_exceeded",
    "product_not_found",
    "provider_refused",
    "provider_unavailable",
    "rate_limited",
    "receipt_not_ready",
    "refund_exceeds_payment",
    "refund_not_possible",
    "refund_too_late",
    "sandbox_forbidden",
    "scope_missing",
    "self_split",
    "split_exceeds_net",
    "subscription_amount_fixed",
    "subscription_ended",
    "subscription_not_authorizable",
    "subscription_not_found",
    "subscription_not_running",
    "subscriptions_unavailable",
    "sum_exceeds_90",
    "test_clock_busy",
    "test_clock_not_found",
    "test_clock_out_of_range",
    "test_key_required",
    "too_many_changes",
    "too_many_charge_batches",
    "too_many_dispute_files",
    "too_many_payment_links",
    "too_many_products",
    "too_many_splits",
    "too_many_subscriptions",
    "too_many_test_clocks",
    "too_many_webhooks",
    "transaction_not_found",
    "unsupported_media_type",
    "username_not_found",
    "webhook_events_invalid",
    "webhook_exam_not_found",
    "webhook_exam_only_in_test",
    "webhook_exam_running",
    "webhook_not_found",
    "webhook_url_invalid",
]

EventKind = Literal[
    "deposit.paid",
    "deposit.expired",
    "deposit.canceled",
    "deposit.refunded",
    "deposit.refund_failed",
    "payout.paid",
    "payout.failed",
    "payout.returned",
    "payout.awaiting_approval",
    "payout.rejected",
    "split.received",
    "split.refunded",
    "split.disputed",
    "dispute.opened",
    "dispute.updated",
    "dispute.closed",
    "balance.adjusted",
    "subscription.authorized",
    "subscription.rejected",
    "subscription.paused",
    "subscription.resumed",
    "subscription.canceled",
    "subscription.expired",
    "cycle.scheduled",
    "cycle.paid",
    "cycle.failed",
    "cycle.retrying",
    "cycle.canceled",
    "webhook.test",
]


class Balance(TypedDict):
    """O saldo do lojista no ambiente da chave."""

    # O ambiente da chave.
    environment: Literal["test", "live"]
    # Moeda.
    currency: Literal["BRL"]
    # Pode ser sacado agora, centavos.
    available: int
    # Em saques e devoluções em andamento, centavos.
    reserved: int
    # Bloqueado por contestações ou pelo operador; não pode ser sacado, centavos.
    blocked: int
    # Dívida com a plataforma: zero ou negativo, centavos.
    debt: int
    # Recebido e ainda não liquidado, centavos.
    pending_settlement: int
    # As próximas liquidações, até dez dias.
    next_settlements: List[BalanceNextSettlement]


class BalanceAdjustedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["balance.adjusted"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: BalanceAdjustment


class BalanceAdjustment(TypedDict):
    """Uma mudança do saldo que não é uma transação."""

    # Sempre balance_adjustment.
    type: Literal["balance_adjustment"]
    # Identificador do gateway.
    internal_id: str
    # adjustment: crédito ou débito da plataforma; hold: valor bloqueado; release: valor
    # desbloqueado; unassignment: um recebimento identificado por engano foi retirado;
    # refund_reversal: uma devolução que o banco não fez voltou ao saldo; dispute: o banco
    # devolveu ao pagador um recebimento identificado como seu (MED).
    kind: Literal["adjustment", "hold", "release", "unassignment", "refund_reversal", "dispute"]
    # Centavos. Um débito é negativo; um bloqueio e um desbloqueio são positivos.
    amount: int
    # A parte de um débito que o saldo não cobriu e virou dívida, em centavos.
    debt_amount: int
    # A parte de um bloqueio que o saldo cobriu na hora, em centavos.
    blocked_amount: int
    # O motivo, escrito pela plataforma.
    reason: str
    # A referência da plataforma, se houver.
    reference: Optional[str]
    # O bloqueio de um hold ou release.
    hold_id: Optional[str]
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str


class BalanceNextSettlement(TypedDict):
    # O dia da liquidação, em Brasília.
    date: str
    # O que entra em available nesse dia, centavos.
    amount: int


class _BatchedChargeRequired(TypedDict):
    # Identificador do gateway.
    internal_id: str
    # Sua referência.
    external_id: Optional[str]
    # Estado da cobrança.
    status: Literal["pending", "paid", "expired", "canceled", "partially_refunded", "refunded"]
    # Valor bruto em centavos.
    amount: int
    # Tarifa em centavos.
    fee_amount: int
    # Valor menos a tarifa, em centavos.
    net_amount: int
    # Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita.
    qrcode: str
    # Caminho da imagem do QR code.
    qr_image_url: str
    # Quando a cobrança expira. ISO 8601 UTC.
    expires_at: str
    # Quando foi criada. ISO 8601 UTC.
    created_at: str
    # Caminho da página de pagamento.
    payment_url: str


class BatchedCharge(_BatchedChargeRequired, total=False):
    """A cobrança, como ela está agora."""

    due: ChargeDue


class Beneficiary(TypedDict):
    """Quem recebe."""

    # Nome.
    name: str
    # CPF ou CNPJ.
    document: str


class CanceledSubscription(TypedDict):
    # Identificador da assinatura.
    internal_id: str
    # Sua referência.
    reference: str
    # O estado.
    status: Literal["created", "authorized", "paused", "rejected", "canceled", "expired"]
    # Por que terminou ou falhou; null se não.
    reason: Optional[SubscriptionReason]
    # Quem terminou: você, o pagador (ou o banco dele), ou o prazo (gateway).
    ended_by: Optional[Literal["merchant", "payer", "gateway"]]
    payer: SubscriptionPayer
    # O que se paga.
    description: str
    # Valor fixo, em centavos; null se variável.
    amount: Optional[int]
    # O menor valor, em centavos; null se fixo.
    min_amount: Optional[int]
    # De quanto em quanto tempo.
    interval: Literal["weekly", "monthly", "quarterly", "semiannual", "annual"]
    # three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
    retries: Literal["none", "three_in_seven_days"]
    # Como o pagador autoriza; null numa recorrência da API Pix que ainda não tem location nem
    # solicitação.
    journey: Optional[Literal["bank_push", "code", "code_and_first_payment", "offer"]]
    # O primeiro vencimento.
    first_due_on: str
    # O último dia.
    ends_on: Optional[str]
    # Como foi enviado; null sem split.
    splits: Any
    # Seus textos.
    metadata: Optional[Dict[str, str]]
    authorization: SubscriptionAuthorization
    # A cobrança do primeiro pagamento.
    first_transaction_id: Optional[str]
    # O link de pagamento em que o pagador assinou.
    payment_link_id: Optional[str]
    # O próximo débito; null se não há.
    next_cycle: Optional[SubscriptionNextCycle]
    # Quando foi criada. ISO 8601 UTC.
    created_at: str
    # Quando o pagador autorizou. ISO 8601 UTC.
    authorized_at: Optional[str]
    # Quando terminou. ISO 8601 UTC.
    ended_at: Optional[str]
    # As cobranças abertas que já não podiam ser canceladas: serão debitadas.
    not_canceled: List[SubscriptionCycle]


CarneFilters = TypedDict("CarneFilters", {
    # O número da primeira cobrança do arquivo: 1, depois 301, 601.
    "from": int,
}, total=False)


class _ChargeRequired(TypedDict):
    # Tipo da transação.
    type: Literal["charge"]
    # Identificador do gateway.
    internal_id: str
    # Sua referência.
    external_id: Optional[str]
    # Estado da cobrança.
    status: Literal["pending", "paid", "expired", "canceled", "partially_refunded", "refunded"]
    # Valor bruto em centavos.
    amount: int
    # Tarifa em centavos.
    fee_amount: int
    # Valor menos a tarifa, em centavos.
    net_amount: int
    # Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita.
    qrcode: str
    # Caminho da imagem do QR code.
    qr_image_url: str
    # Quando a cobrança expira. ISO 8601 UTC.
    expires_at: str
    # Quando foi criada. ISO 8601 UTC.
    created_at: str
    # Caminho da página de pagamento, que não pede chaves.
    payment_url: str
    # Caminho da imagem do QR code, que não pede chaves.
    public_qr_image_url: str
    # Quando o banco recebeu o pagamento. ISO 8601 UTC.
    paid_at: Optional[str]
    # Identificador do Pix no SPI (EndToEndId), 32 caracteres.
    end_to_end_id: Optional[str]
    # A chave que criou a cobrança; null quando foi criada no painel.
    client_id: Optional[str]
    # O que está sendo pago.
    description: Optional[str]
    payer: ChargePayer
    # Os textos utm da criação.
    utm: Optional[Dict[str, str]]
    # Partes de outros lojistas.
    split: List[ChargeSplit]


class Charge(_ChargeRequired, total=False):
    """Uma cobrança com tudo o que se sabe dela."""

    due: ChargeDue
    # O valor cobrado, desde o pagamento de uma cobrança com vencimento ou de uma que foi paga
    # com outro valor. Centavos.
    original: int
    # A multa que foi paga. Centavos.
    fine: int
    # Os juros que foram pagos, ou o que foi pago a mais. Centavos.
    interest: int
    # O abatimento que foi dado. Centavos.
    rebate: int
    # O desconto que foi dado, ou o que foi pago a menos. Centavos.
    discount: int
    # O valor pago: original − abatimento − desconto + juros + multa. Centavos.
    paid_amount: int
    # A assinatura que a criou.
    subscription_id: str
    # O link de pagamento que a criou.
    payment_link_id: str
    # A cobrança expirada que ela renova.
    renewed_from: str
    # Quanto já voltou ao pagador, em centavos. A partir da primeira devolução.
    refunded_amount: int
    # As devoluções, da mais antiga à mais nova. A partir da primeira.
    refunds: List[Refund]
    # true, só em listas: uma alteração espera a resposta do banco, e não se sabe quanto ele
    # cobra. Enquanto isso, a leitura da cobrança responde 503.
    change_pending: bool
    # Quanto está contestado ou já voltou ao pagador por contestação (MED), em centavos. A
    # partir da primeira contestação.
    disputed_amount: int


class ChargeBatch(TypedDict):
    """Um lote de cobranças."""

    # Identificador do lote.
    id: str
    # Sua referência.
    external_id: Optional[str]
    # processing até a última cobrança ser criada ou recusada; depois completed. checked: um
    # arquivo do painel que ninguém confirmou.
    status: Literal["checked", "processing", "completed"]
    # A soma das cobranças que foram aceitas, em centavos.
    amount: int
    # Quantas cobranças o lote tem.
    count: int
    # Quantas já foram criadas.
    created_count: int
    # Quantas foram recusadas.
    refused_count: int
    # Quantas ainda serão criadas.
    open_count: int
    # Quando o lote foi criado. ISO 8601 UTC.
    created_at: str
    # Quando o lote terminou. ISO 8601 UTC.
    completed_at: Optional[str]
    # Desde quando o banco não registra nenhuma cobrança do lote: o lote espera por ele. Null
    # enquanto o banco registra, e sempre no ambiente de teste. ISO 8601 UTC.
    waiting_for_bank_since: Optional[str]


class ChargeBatchItem(TypedDict):
    """Uma cobrança do lote."""

    # A posição em charges, a partir de 0; num arquivo, a linha.
    index: int
    # A parcela, se a linha do arquivo faz várias cobranças; senão 1.
    installment: int
    # open: ainda será criada.
    status: Literal["open", "created", "refused"]
    # null até a cobrança existir.
    charge: Optional[BatchedCharge]
    refusal: Optional[ChargeBatchItemRefusal]


class ChargeBatchItemFilters(TypedDict, total=False):
    # O next_cursor da página anterior.
    cursor: str
    # Itens por página.
    limit: int
    # Só as cobranças neste estado.
    status: Literal["open", "created", "refused"]


class ChargeBatchItemPage(TypedDict):
    # As cobranças, na ordem do lote.
    data: List[ChargeBatchItem]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class ChargeBatchItemRefusal(TypedDict):
    """Por que a cobrança não foi criada."""

    # O código da recusa, como na criação de uma cobrança.
    code: str
    # O motivo.
    message: str
    # As falhas de cada campo.
    fields: List[ChargeBatchItemRefusalField]


class ChargeBatchItemRefusalField(TypedDict):
    # O campo.
    field: str
    # O que está errado.
    message: str


class ChargeBatchPage(TypedDict):
    # Os lotes, os mais novos primeiro.
    data: List[ChargeBatch]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class ChargeChange(TypedDict, total=False):
    """Um campo que falta fica como está; null retira a regra."""

    # Valor bruto em centavos; deve ser maior do que a tarifa.
    amount: int
    # O vencimento: um dia pelo horário de Brasília.
    due_date: Optional[str]
    # Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
    days_after_due: Optional[int]
    fine: Optional[ChargeDueFine]
    interest: Optional[ChargeDueInterest]
    rebate: Optional[ChargeDueFine]
    # Até três descontos com data, ou um só por dia de antecipação.
    discounts: Optional[List[ChargeDueDiscount]]


class _ChargeDueRequired(TypedDict):
    # O vencimento: um dia pelo horário de Brasília.
    due_date: str
    # Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
    days_after_due: int
    fine: Optional[ChargeDueFine]
    interest: Optional[ChargeDueInterest]
    rebate: Optional[ChargeDueFine]
    # Até três descontos com data, ou um só por dia de antecipação.
    discounts: List[ChargeDueDiscount]
    # O último dia em que se pode pagar.
    last_payable_day: str
    # Quanto se paga hoje, em centavos; null quando a cobrança não está pendente.
    payable_today: Optional[int]
    # Quantas vezes foi alterada.
    revision: int


class ChargeDue(_ChargeDueRequired, total=False):
    """O vencimento e suas regras. Só numa cobrança com vencimento."""

    # Quanto o gateway calculou para o dia do pagamento, em centavos. Só quando o banco ou a
    # plataforma confirmou outro valor, que está em `paid_amount`.
    expected_amount: int
    # O que valia antes de cada alteração, da mais antiga à mais nova. Na leitura de uma
    # cobrança, a partir da primeira alteração.
    revisions: List[ChargeDueRevision]


class _ChargeDueDiscountRequired(TypedDict):
    # Até uma data, ou por dia de antecipação, em dias corridos ou úteis.
    mode: Literal["fixed_until", "percent_until", "fixed_per_day", "fixed_per_business_day", "percent_per_day", "percent_per_business_day"]
    # Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o
    # mesmo que não enviar a regra, ou retirá-la.
    value: int


class ChargeDueDiscount(_ChargeDueDiscountRequired, total=False):
    """Um desconto por pagar antes."""

    # Último dia do desconto; só em fixed_until e percent_until.
    until: Optional[str]


class ChargeDueFine(TypedDict):
    """Multa a partir do primeiro dia de atraso."""

    # Valor fixo ou percentual.
    type: Literal["fixed", "percent"]
    # Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o
    # mesmo que não enviar a regra, ou retirá-la.
    value: int


class ChargeDueInterest(TypedDict):
    """Juros simples pelos dias depois do vencimento."""

    # Valor ou percentual, por dia, mês ou ano, em dias corridos ou úteis.
    mode: Literal["fixed_per_day", "percent_per_day", "percent_per_month", "percent_per_year", "fixed_per_business_day", "percent_per_business_day", "percent_per_business_month", "percent_per_business_year"]
    # Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o
    # mesmo que não enviar a regra, ou retirá-la.
    value: int


class ChargeDueRevision(TypedDict):
    # A partir de 0, a criação.
    revision: int
    # O valor original, em centavos.
    amount: int
    # O vencimento: um dia pelo horário de Brasília.
    due_date: str
    # Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
    days_after_due: int
    fine: Optional[ChargeDueFine]
    interest: Optional[ChargeDueInterest]
    rebate: Optional[ChargeDueFine]
    # Até três descontos com data, ou um só por dia de antecipação.
    discounts: List[ChargeDueDiscount]
    # Quando deixou de valer. ISO 8601 UTC.
    replaced_at: str


class ChargeMails(TypedDict):
    """Os e-mails ao pagador de uma cobrança."""

    # Até um de cada tipo, pela hora.
    data: List[ChargeMailsItem]
    # Por que o endereço do pagador não recebe mais e-mails seus.
    address_stop: Optional[ChargeMailsAddressStop]
    # Abre o WhatsApp com um texto pronto e o link de pagamento, para uma pessoa enviar. Só de
    # cobranças pendentes.
    whatsapp_url: Optional[str]


class ChargeMailsAddressStop(TypedDict):
    # unsubscribed: a pessoa não quer mais e-mails seus. refused: o servidor de e-mail recusou o
    # endereço.
    reason: Literal["unsubscribed", "refused"]
    # O código que o servidor de e-mail respondeu.
    reply: Optional[str]


class ChargeMailsItem(TypedDict):
    # before, on_due_day, after: lembretes antes, no dia e depois do vencimento; before também
    # avisa de um débito de assinatura. receipt: o comprovante. attempt_1_failed a
    # attempt_4_failed: uma tentativa do débito falhou. subscription_canceled: a assinatura foi
    # cancelada; está na página dela no painel, e na exportação do cliente.
    kind: Literal["before", "on_due_day", "after", "receipt", "attempt_1_failed", "attempt_2_failed", "attempt_3_failed", "attempt_4_failed", "subscription_canceled"]
    # planned: ainda não chegou a hora. waiting: na fila de envio. sent: o servidor de e-mail
    # aceitou. skipped: não foi enviado, pelo motivo em reason. failed: o envio falhou.
    status: Literal["planned", "waiting", "sent", "skipped", "failed"]
    # Por que não foi enviado.
    reason: Optional[Literal["paid", "canceled", "expired", "renewed", "refunded", "erased", "turned_off", "late", "unsubscribed", "address_refused", "mail_refused", "test_address", "address_limit", "daily_limit", "account_not_active", "no_mail_server", "gave_up", "interrupted"]]
    # O código que o servidor de e-mail respondeu.
    reply: Optional[str]
    # Para quando foi programado; pela hora do relógio de teste, se houver. ISO 8601 UTC.
    planned_for: str
    # Quando o servidor de e-mail aceitou. ISO 8601 UTC.
    sent_at: Optional[str]


class _ChargePayerRequired(TypedDict):
    # Nome.
    name: str
    # CPF ou CNPJ.
    document: str
    # E-mail.
    email: Optional[str]


class ChargePayer(_ChargePayerRequired, total=False):
    """Quem deve pagar."""

    address: ChargePayerAddress


class ChargePayerAddress(TypedDict):
    """O endereço de quem paga, se foi enviado."""

    # Logradouro e número.
    street: str
    # Cidade.
    city: str
    # UF.
    state: str
    # CEP, 8 dígitos.
    postal_code: str
    # Código do município no IBGE.
    city_code: Optional[str]


class ChargeSplit(TypedDict):
    # Quem recebe.
    username: str
    # Percentual do valor bruto; null numa parte fixa.
    percentage: Optional[float]
    # Parte em centavos.
    amount: int
    # Estado da parte.
    status: Literal["pending", "paid", "canceled", "partially_refunded", "refunded"]


class ClosingFilters(TypedDict, total=False):
    # Quantos por página.
    limit: int
    # O next_cursor da página anterior.
    cursor: str


class ClosingPage(TypedDict):
    """Os mais novos primeiro."""

    # Os fechamentos da página.
    data: List[MailedClosing]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class ClosingRecipient(TypedDict):
    # Identificador do endereço.
    id: str
    # O endereço.
    email: str
    # O idioma dos e-mails.
    language: Literal["pt-BR", "en"]
    # Os fechamentos que recebe: do mês, da semana ou do dia.
    periods: List[Literal["month", "week", "day"]]
    # Quando o endereço confirmou que quer receber; null enquanto não confirmou. ISO 8601 UTC.
    confirmed_at: Optional[str]
    # Quando o próximo fechamento é enviado. ISO 8601 UTC.
    next_at: Optional[str]


class ClosingSettings(TypedDict):
    # Os arquivos em anexo.
    formats: List[Literal["pdf", "xlsx", "csv", "ofx"]]
    # Quem recebe, do mais antigo ao mais novo.
    recipients: List[ClosingRecipient]


class _CreatedChargeRequired(TypedDict):
    # Identificador do gateway.
    internal_id: str
    # Sua referência.
    external_id: Optional[str]
    # Estado da cobrança.
    status: Literal["pending", "paid", "expired", "canceled", "partially_refunded", "refunded"]
    # Valor bruto em centavos.
    amount: int
    # Tarifa em centavos.
    fee_amount: int
    # Valor menos a tarifa, em centavos.
    net_amount: int
    # Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita.
    qrcode: str
    # Caminho da imagem do QR code.
    qr_image_url: str
    # Quando a cobrança expira. ISO 8601 UTC.
    expires_at: str
    # Quando foi criada. ISO 8601 UTC.
    created_at: str


class CreatedCharge(_CreatedChargeRequired, total=False):
    """Os dez campos de uma cobrança, e due numa cobrança com vencimento."""

    due: ChargeDue


class CreatedPayout(TypedDict):
    """Um saque aceito: o valor e a tarifa já saíram do saldo disponível."""

    # Identificador do gateway.
    internal_id: str
    # Sua referência.
    external_id: Optional[str]
    # Estado do saque.
    status: Literal["awaiting_approval", "pending", "paid", "failed"]
    # Quanto o destino recebe, em centavos.
    amount: int
    # Tarifa em centavos.
    fee_amount: int
    # Chave Pix normalizada.
    pix_key: str
    # Tipo da chave.
    pix_key_type: str
    beneficiary: Beneficiary
    # Quando foi criado. ISO 8601 UTC.
    created_at: str


class CreatedRefund(TypedDict):
    """Uma devolução aceita: o valor já saiu do saldo disponível."""

    # Identificador da devolução.
    internal_id: str
    # A cobrança devolvida.
    transaction_id: str
    # Estado da devolução.
    status: Literal["pending", "done", "failed"]
    # Valor a devolver, em centavos.
    amount: int
    # O motivo.
    reason: Optional[str]
    # Quando foi pedida. ISO 8601 UTC.
    created_at: str


class Customer(TypedDict):
    """Quem paga as suas cobranças: um CPF ou CNPJ."""

    # Identificador do cliente. Não contém o documento.
    id: str
    # O nome na cobrança mais nova ou, antes da primeira, na assinatura.
    name: str
    # CPF ou CNPJ, sem pontuação.
    document: str
    # O e-mail na cobrança mais nova ou, antes da primeira, na assinatura.
    email: Optional[str]
    # Quando foi criada a primeira cobrança, ou antes dela a assinatura. ISO 8601 UTC.
    first_charge_at: str
    # Quando foi criada a cobrança mais nova, ou antes dela a assinatura. ISO 8601 UTC.
    last_charge_at: str


class CustomerDetails(TypedDict):
    """Um cliente, com o que pagou e o que deve."""

    # Identificador do cliente. Não contém o documento.
    id: str
    # O nome na cobrança mais nova ou, antes da primeira, na assinatura.
    name: str
    # CPF ou CNPJ, sem pontuação.
    document: str
    # O e-mail na cobrança mais nova ou, antes da primeira, na assinatura.
    email: Optional[str]
    # Quando foi criada a primeira cobrança, ou antes dela a assinatura. ISO 8601 UTC.
    first_charge_at: str
    # Quando foi criada a cobrança mais nova, ou antes dela a assinatura. ISO 8601 UTC.
    last_charge_at: str
    summary: CustomerSummary


class CustomerErasure(TypedDict):
    """O apagamento dos dados de um cliente."""

    # Identificador do apagamento.
    id: str
    # O cliente que foi apagado.
    customer_id: str
    # running: ainda há cobranças; o gateway continua sozinho.
    status: Literal["running", "done"]
    # Quantas cobranças já ficaram sem os dados da pessoa.
    erased_charges: int
    # Quando foi pedido. ISO 8601 UTC.
    requested_at: str
    # Quando terminou. ISO 8601 UTC.
    finished_at: Optional[str]


class CustomerExport(TypedDict):
    """Tudo o que está guardado sobre um cliente."""

    # Quando os dados foram lidos. ISO 8601 UTC.
    exported_at: str
    customer: Customer
    # As anotações da equipe.
    notes: List[CustomerNote]
    # As cobranças, com as devoluções.
    charges: List[Charge]
    # As contestações.
    disputes: List[Dispute]
    # Os lembretes, avisos e comprovantes por e-mail.
    mails: List[CustomerExportMail]
    # As assinaturas.
    subscriptions: List[Subscription]
    # false: só as 10.000 cobranças e assinaturas mais novas estão aqui.
    is_complete: bool


class CustomerExportMail(TypedDict):
    # A cobrança ou a assinatura.
    transaction_id: str
    # before, on_due_day, after: lembretes antes, no dia e depois do vencimento; before também
    # avisa de um débito de assinatura. receipt: o comprovante. attempt_1_failed a
    # attempt_4_failed: uma tentativa do débito falhou. subscription_canceled: a assinatura foi
    # cancelada; está na página dela no painel, e na exportação do cliente.
    kind: Literal["before", "on_due_day", "after", "receipt", "attempt_1_failed", "attempt_2_failed", "attempt_3_failed", "attempt_4_failed", "subscription_canceled"]
    # planned: ainda não chegou a hora. waiting: na fila de envio. sent: o servidor de e-mail
    # aceitou. skipped: não foi enviado, pelo motivo em reason. failed: o envio falhou.
    status: Literal["planned", "waiting", "sent", "skipped", "failed"]
    # Por que não foi enviado.
    reason: Optional[Literal["paid", "canceled", "expired", "renewed", "refunded", "erased", "turned_off", "late", "unsubscribed", "address_refused", "mail_refused", "test_address", "address_limit", "daily_limit", "account_not_active", "no_mail_server", "gave_up", "interrupted"]]
    # O código que o servidor de e-mail respondeu.
    reply: Optional[str]
    # Para quando foi programado; pela hora do relógio de teste, se houver. ISO 8601 UTC.
    planned_for: str
    # Quando o servidor de e-mail aceitou. ISO 8601 UTC.
    sent_at: Optional[str]


class CustomerFilters(TypedDict, total=False):
    # Começos de palavras do nome ou do e-mail, ou o começo do CPF ou CNPJ.
    search: str
    # O next_cursor da página anterior.
    cursor: str
    # Quantos em cada página.
    limit: int


class CustomerNote(TypedDict):
    # Identificador da anotação.
    id: str
    # O que a equipe escreveu.
    text: str
    # Quem escreveu.
    author: str
    # Quando foi escrita. ISO 8601 UTC.
    created_at: str


class CustomerPage(TypedDict):
    """Uma página da lista."""

    # Os mais novos primeiro.
    data: List[Customer]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class CustomerSummary(TypedDict):
    """As somas das cobranças do cliente."""

    # Quantas cobranças.
    charge_count: int
    # Quantas foram pagas.
    paid_count: int
    # O que pagou, em centavos, antes de devoluções.
    paid_amount: int
    # O que já foi devolvido, em centavos.
    refunded_amount: int
    # O que está contestado ou voltou por contestação, em centavos.
    disputed_amount: int
    # Quantas cobranças aguardam pagamento.
    pending_count: int
    # O que está em aberto, em centavos.
    pending_amount: int
    # Quantas expiraram sem pagamento.
    expired_count: int
    # A soma das que expiraram sem pagamento, em centavos.
    expired_amount: int
    # O pagamento mais recente. ISO 8601 UTC.
    last_paid_at: Optional[str]
    # false: tem mais de 10.000 cobranças, e só as 10.000 mais novas estão somadas.
    is_complete: bool


class CycleCanceledEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["cycle.canceled"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: SubscriptionCycle


class CycleFailedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["cycle.failed"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: SubscriptionCycle


class CyclePaidEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["cycle.paid"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: SubscriptionCycle


class CycleRetryingEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["cycle.retrying"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: SubscriptionCycle


class CycleScheduledEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["cycle.scheduled"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: SubscriptionCycle


class DepositCanceledEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["deposit.canceled"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Charge


class DepositExpiredEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["deposit.expired"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Charge


class DepositPaidEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["deposit.paid"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Charge


class DepositRefundFailedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["deposit.refund_failed"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Charge


class DepositRefundedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["deposit.refunded"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Charge


class Dispute(TypedDict):
    """Um pagamento contestado pelo banco do pagador (MED)."""

    # Identificador da contestação.
    internal_id: str
    # A cobrança contestada.
    transaction_id: str
    # Identificador do Pix contestado no SPI (EndToEndId).
    end_to_end_id: str
    # Fraude, falha operacional, ou Pix Automático.
    reason: Literal["fraud", "operational_failure", "automatic_pix"]
    # Situação.
    status: Literal["open", "in_defense", "accepted", "rejected", "canceled"]
    # Valor contestado, em centavos.
    amount: int
    # Quanto está bloqueado agora por ela, em centavos, somados todos os lojistas.
    blocked_amount: int
    # Quanto já voltou ao pagador, em centavos.
    returned_amount: int
    # Quando foi aberta. ISO 8601 UTC.
    opened_at: str
    # Até quando a defesa é aceita. ISO 8601 UTC.
    defense_due_at: Optional[str]
    # Quando foi encerrada. ISO 8601 UTC.
    closed_at: Optional[str]
    # A última defesa escrita.
    defense: Optional[DisputeDefense]


class DisputeClosedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["dispute.closed"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Dispute


class DisputeDefense(TypedDict):
    # O texto da defesa.
    text: str
    # waiting: o gateway ainda vai enviá-la; sent: enviada; failed: recusada.
    status: Literal["waiting", "sent", "failed"]
    # Quando foi escrita. ISO 8601 UTC.
    created_at: str
    # Quando foi enviada. ISO 8601 UTC.
    sent_at: Optional[str]
    # Por que o banco recusou a defesa.
    failure_reason: Optional[str]


class DisputeFile(TypedDict):
    """Um arquivo anexado à defesa de uma contestação."""

    # Identificador do arquivo.
    id: str
    # Nome, com a terminação do tipo.
    name: str
    # O tipo, visto no conteúdo.
    content_type: Literal["application/pdf", "image/jpeg", "image/png"]
    # Tamanho em bytes.
    size_bytes: int
    # Quando foi enviado ao gateway. ISO 8601 UTC.
    created_at: str
    # Quando o banco o recebeu; null em bancos que não recebem arquivos. ISO 8601 UTC.
    sent_at: Optional[str]


class DisputeFiles(TypedDict):
    """Os arquivos de uma contestação, no máximo 10."""

    # Os arquivos, do mais antigo ao mais novo.
    data: List[DisputeFile]


class DisputeFilters(TypedDict, total=False):
    # Só as de cobranças deste cliente: o id de GET /v1/customers.
    customer: str
    # Só as que estão nesta situação.
    status: Literal["open", "in_defense", "accepted", "rejected", "canceled"]
    # Só as desta cobrança.
    transaction_id: str
    # Registradas aqui a partir deste instante. Só a data vale 00:00 UTC.
    created_from: str
    # Registradas aqui antes deste instante.
    created_to: str
    # Quantas por página.
    limit: int
    # O next_cursor da página anterior.
    cursor: str


class DisputeOpenedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["dispute.opened"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Dispute


class DisputePage(TypedDict):
    """As mais novas primeiro."""

    # As contestações da página.
    data: List[Dispute]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class DisputeUpdatedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["dispute.updated"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Dispute


class EventAttempt(TypedDict):
    # A entrega.
    delivery_id: str
    # O webhook; null no sandbox.
    webhook_endpoint_id: Optional[str]
    # O endereço; null no sandbox.
    url: Optional[str]
    # Conta as tentativas da entrega.
    attempt: int
    # Quando começou. ISO 8601 UTC.
    started_at: str
    # Milissegundos.
    duration_ms: int
    # O status da resposta; null se não houve.
    response_status: Optional[int]
    # O começo da resposta, até 1 KiB.
    response_excerpt: Optional[str]
    # Por que não houve resposta.
    failure: Optional[str]


class EventAttempts(TypedDict):
    """As de todas as entregas do evento."""

    # As mais novas primeiro, até 100.
    data: List[EventAttempt]


class EventDetails(TypedDict):
    """O evento e o estado de cada entrega."""

    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["deposit.paid", "deposit.expired", "deposit.canceled", "deposit.refunded", "deposit.refund_failed", "payout.paid", "payout.failed", "payout.returned", "payout.awaiting_approval", "payout.rejected", "split.received", "split.refunded", "split.disputed", "dispute.opened", "dispute.updated", "dispute.closed", "balance.adjusted", "subscription.authorized", "subscription.rejected", "subscription.paused", "subscription.resumed", "subscription.canceled", "subscription.expired", "cycle.scheduled", "cycle.paid", "cycle.failed", "cycle.retrying", "cycle.canceled", "webhook.test"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu. ISO 8601 UTC.
    created_at: str
    # O mesmo que o webhook leva: veja o corpo de cada evento em Webhooks.
    data: Dict[str, Any]
    # A transação, contestação ou ajuste de que o evento trata.
    resource_id: str
    # Se algum webhook o recebe e todos já o receberam.
    delivered: bool
    # Uma entrega para cada webhook que recebe o evento.
    deliveries: List[EventDetailsDelivery]


class EventDetailsDelivery(TypedDict):
    # O X-Service-Delivery.
    id: str
    # O webhook; null no sandbox.
    webhook_endpoint_id: Optional[str]
    # O endereço; null no sandbox.
    url: Optional[str]
    # failed: as tentativas se esgotaram.
    status: Literal["pending", "delivered", "failed"]
    # Tentativas feitas.
    attempt_count: int
    # A próxima tentativa; null se terminou ou se o webhook está pausado. ISO 8601 UTC.
    next_attempt_at: Optional[str]


class EventFilters(TypedDict, total=False):
    # Só estes tipos, separados por vírgula.
    type: str
    # Só os eventos desta transação ou contestação.
    resource: str
    # false: só os que algum webhook ainda não recebeu, ou que nenhum webhook recebe. true: só
    # os que todos os webhooks receberam.
    delivered: bool
    # O id de um evento: só os que vêm depois dele.
    after: str
    # Um instante ISO 8601: só os eventos desde então (os primeiros podem ser alguns segundos
    # mais antigos). Só sem after.
    since: str
    # Quantos por página.
    limit: int


class EventPage(TypedDict):
    """Os mais antigos primeiro."""

    # Os eventos da página.
    data: List[EventPageItem]
    # O after da próxima página, agora ou mais tarde; null só sem evento algum.
    next_cursor: Optional[str]
    # Se já há o que ler depois dele. Com um filtro a página pode vir incompleta.
    has_more: bool


class EventPageItem(TypedDict):
    """Algo que aconteceu na sua conta."""

    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["deposit.paid", "deposit.expired", "deposit.canceled", "deposit.refunded", "deposit.refund_failed", "payout.paid", "payout.failed", "payout.returned", "payout.awaiting_approval", "payout.rejected", "split.received", "split.refunded", "split.disputed", "dispute.opened", "dispute.updated", "dispute.closed", "balance.adjusted", "subscription.authorized", "subscription.rejected", "subscription.paused", "subscription.resumed", "subscription.canceled", "subscription.expired", "cycle.scheduled", "cycle.paid", "cycle.failed", "cycle.retrying", "cycle.canceled", "webhook.test"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu. ISO 8601 UTC.
    created_at: str
    # O mesmo que o webhook leva: veja o corpo de cada evento em Webhooks.
    data: Dict[str, Any]
    # A transação, contestação ou ajuste de que o evento trata.
    resource_id: str
    # Se algum webhook o recebe e todos já o receberam.
    delivered: bool


class EventResend(TypedDict, total=False):
    """A quem reenviar."""

    # Só a este webhook. Sem ele, a todos os que recebem o evento.
    webhook_endpoint_id: Optional[str]


class EventStreamFilters(TypedDict, total=False):
    # Só estes tipos, separados por vírgula.
    type: str
    # O id de um evento: só os que vêm depois dele. O cabeçalho Last-Event-ID, se enviado, vale
    # no lugar dele.
    after: str
    # Um instante ISO 8601: só os eventos desde então (os primeiros podem ser alguns segundos
    # mais antigos). Só sem after.
    since: str


class FailureReason(TypedDict):
    # Código ISO 20022 do SPI, ou um nosso.
    code: str
    # O motivo, em português.
    message: str


class _ListedRefundRequired(TypedDict):
    # Identificador da devolução.
    internal_id: str
    # Estado da devolução.
    status: Literal["pending", "done", "failed"]
    # Valor devolvido em centavos.
    amount: int
    # O motivo.
    reason: Optional[str]
    # O que outros lojistas devolvem das suas partes; o resto é da origem.
    split: List[RefundSplit]
    # Quando foi pedida. ISO 8601 UTC.
    created_at: str
    # Quando o dinheiro voltou ao pagador. ISO 8601 UTC.
    done_at: Optional[str]
    # Identificador da devolução no SPI.
    return_id: Optional[str]
    # A chave que pediu a devolução; null quando foi pedida no painel.
    client_id: Optional[str]
    # Por que a devolução falhou; null quando não falhou.
    failure_reason: Optional[FailureReason]
    # A cobrança devolvida.
    transaction_id: str
    # A referência da cobrança.
    external_id: Optional[str]
    # Identificador do Pix devolvido no SPI (EndToEndId).
    end_to_end_id: str


class ListedRefund(_ListedRefundRequired, total=False):
    # Retida: conta suspensa.
    held: bool


MailedClosing = TypedDict("MailedClosing", {
    # Identificador do e-mail.
    "id": str,
    # O endereço.
    "email": str,
    # O primeiro dia do período, em Brasília.
    "from": str,
    # O último dia do período.
    "to": str,
    # Os arquivos em anexo.
    "formats": List[Literal["pdf", "xlsx", "csv", "ofx"]],
    # waiting: ainda não saiu; sent: o servidor de e-mail aceitou; failed: recusado.
    "status": Literal["waiting", "sent", "failed"],
    # Quando foi escrito. ISO 8601 UTC.
    "created_at": str,
    # Quando foi enviado. ISO 8601 UTC.
    "sent_at": Optional[str],
})


class _NewChargeRequired(TypedDict):
    # Valor bruto em centavos; deve ser maior do que a tarifa.
    amount: int
    payer: NewPayer


class NewCharge(_NewChargeRequired, total=False):
    # Sua referência, 1 a 128 caracteres. Não precisa ser única.
    external_id: Optional[str]
    # O que está sendo pago, até 140 caracteres. Quem paga lê na página de pagamento.
    description: Optional[str]
    # Validade em segundos, a partir da criação; sem ela, 86400. Não existe com due_date.
    expires_in: Optional[int]
    # O vencimento: um dia pelo horário de Brasília.
    due_date: Optional[str]
    # Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
    days_after_due: Optional[int]
    fine: Optional[ChargeDueFine]
    interest: Optional[ChargeDueInterest]
    rebate: Optional[ChargeDueFine]
    # Até três descontos com data, ou um só por dia de antecipação.
    discounts: Optional[List[ChargeDueDiscount]]
    # Endereço do aviso desta cobrança. Usado só pela conta sandbox.
    webhook_url: Optional[str]
    # Até 10 textos de até 255 caracteres, guardados na cobrança e nos splits.
    utm: Optional[Dict[str, str]]
    # Até 20 lojistas que recebem parte do valor bruto: `username` e `percentage` (0,01 a 90, no
    # máximo duas casas decimais; a soma não passa de 90), ou `username` e `amount` (parte fixa,
    # em centavos).
    split: Optional[List[NewSplit]]
    # Só com chave de teste: o relógio de teste em cujo tempo a cobrança vive.
    clock_id: Optional[str]


class _NewChargeBatchRequired(TypedDict):
    # De 1 a 10.000 cobranças, cada uma com os campos de POST /v1/pix/qrcode, menos clock_id.
    charges: List[NewCharge]


class NewChargeBatch(_NewChargeBatchRequired, total=False):
    # O que fazer se uma cobrança é recusada. false, o padrão: nada é criado. true: as outras
    # são criadas.
    only_valid: Optional[bool]
    # Sua referência do lote, 1 a 128 caracteres. Não precisa ser única.
    external_id: Optional[str]


class NewDefense(TypedDict):
    # A defesa, de 1 a 1000 caracteres. O banco do pagador a lê.
    text: str


class NewDisputeFile(TypedDict):
    # O nome do arquivo, de 1 a 200 caracteres.
    name: str
    # O conteúdo em base64: um PDF, PNG ou JPEG de até 10 MB.
    content: str


class _NewPayerRequired(TypedDict):
    # Nome de quem paga, 1 a 200 caracteres.
    name: str
    # CPF (11 dígitos) ou CNPJ (14 caracteres, também o alfanumérico). Pontuação é retirada. Com
    # chave de produção os dígitos verificadores são conferidos.
    document: str


class NewPayer(_NewPayerRequired, total=False):
    """Quem vai pagar."""

    # E-mail de quem paga.
    email: Optional[str]
    address: Optional[NewPayerAddress]


class _NewPayerAddressRequired(TypedDict):
    # Logradouro e número.
    street: str
    # Cidade.
    city: str
    # UF.
    state: str
    # CEP.
    postal_code: str


class NewPayerAddress(_NewPayerAddressRequired, total=False):
    """Só com due_date. Com o endereço valem os feriados do estado e do município que o gateway
    conhece."""

    # Código do município no IBGE, 7 dígitos. Com ele valem os feriados do município.
    city_code: Optional[str]


class _NewPaymentLinkRequired(TypedDict):
    # O que o pagador lê no alto da página, 1 a 200 caracteres.
    title: str


class NewPaymentLink(_NewPaymentLinkRequired, total=False):
    """O que se paga e quanto."""

    # Mais sobre o que se paga, até 1000 caracteres.
    description: Optional[str]
    # O produto que o link vende, pelo preço dele. Não vale junto com amount.
    product_id: Optional[str]
    # Valor em centavos; null ou ausente: o pagador escreve o valor.
    amount: Optional[int]
    # Menor valor que o pagador pode escrever, em centavos.
    min_amount: Optional[int]
    # Maior valor que o pagador pode escrever, em centavos.
    max_amount: Optional[int]
    # Quantos pagamentos aceita; null: sem limite.
    stock: Optional[int]
    # paused: a página não aceita pagamentos.
    status: Literal["active", "paused"]
    # Até quando aceita pagamentos.
    expires_at: Optional[str]
    # Para onde o pagador pode ir depois de pagar.
    return_url: Optional[str]
    # Em quantos dias vence a cobrança que o pagador cria; null ou ausente: ela vale por 30
    # minutos. Não vale junto com stock.
    due_in_days: Optional[int]
    # Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
    days_after_due: Optional[int]
    fine: Optional[ChargeDueFine]
    interest: Optional[ChargeDueInterest]
    rebate: Optional[ChargeDueFine]
    # Até três descontos com dia de término, ou um só por dia de antecipação.
    discounts: Optional[List[PaymentLinkDueDiscount]]
    # O pagador assina por Pix Automático, em vez de pagar uma vez. Não vale junto com stock e
    # due_in_days.
    subscription: Optional[NewPaymentLinkSubscription]


class _NewPaymentLinkSubscriptionRequired(TypedDict):
    # De quanto em quanto tempo.
    interval: Literal["weekly", "monthly", "quarterly", "semiannual", "annual"]


class NewPaymentLinkSubscription(_NewPaymentLinkSubscriptionRequired, total=False):
    """O pagador assina, em vez de pagar uma vez. Só com preço fixo."""

    # O primeiro vencimento, em dias depois do dia em que o pagador assina. Ou first_due_day.
    first_due_in_days: Optional[int]
    # O primeiro vencimento é o próximo dia do mês com este número. Ou first_due_in_days.
    first_due_day: Optional[int]
    # Como o pagador autoriza: por um código, ou por um código que também cobra agora.
    journey: Literal["code", "code_and_first_payment"]
    # three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
    retries: Literal["none", "three_in_seven_days"]
    # Quantos débitos; null: até que alguém cancele. O pagamento de agora não conta.
    cycles: Optional[int]


class _NewPayoutRequired(TypedDict):
    # Quanto o destino recebe, em centavos. A tarifa é cobrada à parte.
    amount: int
    # Chave Pix de destino; grafias comuns são normalizadas.
    pix_key: str
    # Tipo da chave; `evp` é o mesmo que `random`.
    pix_key_type: Literal["cpf", "cnpj", "email", "phone", "random", "evp"]
    beneficiary: Beneficiary


class NewPayout(_NewPayoutRequired, total=False):
    # Sua referência, 1 a 128 caracteres. Única para sempre: um saque não se repete.
    external_id: Optional[str]
    # Endereço do aviso deste saque. Usado só pela conta sandbox.
    webhook_url: Optional[str]


class _NewProductRequired(TypedDict):
    # O nome, 1 a 200 caracteres.
    name: str
    # O preço em centavos; deve ser maior do que a tarifa.
    amount: int


class NewProduct(_NewProductRequired, total=False):
    """O que os links vendem."""

    # A descrição, até 1000 caracteres.
    description: Optional[str]


class NewRefund(TypedDict, total=False):
    # Quanto devolver, em centavos. Sem ele, tudo o que resta do pagamento.
    amount: Optional[int]
    # O motivo, até 140 caracteres. O pagador pode vê-lo no extrato.
    reason: Optional[str]
    # true: a origem devolve também as partes dos lojistas do split.
    bear_all: Optional[bool]


class _NewSplitRequired(TypedDict):
    # O username do lojista que recebe.
    username: str


class NewSplit(_NewSplitRequired, total=False):
    # Parte do valor bruto, em por cento; no lugar de `amount`.
    percentage: float
    # Parte fixa, em centavos; no lugar de `percentage`.
    amount: int


class _NewSplitPreviewRequired(TypedDict):
    # Valor bruto em centavos; deve ser maior do que a tarifa.
    amount: int


class NewSplitPreview(_NewSplitPreviewRequired, total=False):
    # Até 20 lojistas que recebem parte do valor bruto: `username` e `percentage` (0,01 a 90, no
    # máximo duas casas decimais; a soma não passa de 90), ou `username` e `amount` (parte fixa,
    # em centavos).
    split: Optional[List[NewSplit]]
    # Uma cobrança pendente com vencimento que seria alterada. Valem o dia em que foi criada, a
    # tarifa, os splits e os feriados dela, e o que não for enviado fica como está.
    internal_id: Optional[str]
    # O vencimento: um dia pelo horário de Brasília.
    due_date: Optional[str]
    # Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
    days_after_due: Optional[int]
    fine: Optional[ChargeDueFine]
    interest: Optional[ChargeDueInterest]
    rebate: Optional[ChargeDueFine]
    # Até três descontos com data, ou um só por dia de antecipação.
    discounts: Optional[List[ChargeDueDiscount]]
    payer: NewSplitPreviewPayer


class NewSplitPreviewPayer(TypedDict, total=False):
    """O endereço de quem paga, cujos feriados locais contam."""

    address: Optional[NewPayerAddress]


class _NewSubscriptionRequired(TypedDict):
    # Sua referência, até 35 caracteres, como o número do contrato.
    reference: str
    payer: NewSubscriptionPayer
    # O que se paga, até 35 caracteres. O pagador lê no banco.
    description: str
    # De quanto em quanto tempo.
    interval: Literal["weekly", "monthly", "quarterly", "semiannual", "annual"]
    # O vencimento da primeira cobrança, ao menos dois dias depois de hoje.
    first_due_on: str
    # three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
    retries: Literal["none", "three_in_seven_days"]
    # Como o pagador autoriza: o banco pergunta (bank_push), um código, um código que também
    # cobra agora (code_and_first_payment), ou uma oferta depois de um pagamento (offer).
    journey: Literal["bank_push", "code", "code_and_first_payment", "offer"]


class NewSubscription(_NewSubscriptionRequired, total=False):
    """Quanto, quando e como o pagador autoriza."""

    # Valor fixo de cada cobrança, em centavos.
    amount: Optional[int]
    # Valor variável: o menor valor de uma cobrança, em centavos.
    min_amount: Optional[int]
    # O último dia; sem ele, até alguém cancelar.
    ends_on: Optional[str]
    # O valor do primeiro pagamento, se não é amount. Só em code_and_first_payment e offer.
    first_payment: Optional[NewSubscriptionFirstPayment]
    # Até 20 lojistas que recebem parte do valor bruto: `username` e `percentage` (0,01 a 90, no
    # máximo duas casas decimais; a soma não passa de 90), ou `username` e `amount` (parte fixa,
    # em centavos).
    splits: Optional[List[NewSplit]]
    # Até 10 textos seus, de até 255 caracteres.
    metadata: Optional[Dict[str, str]]
    # Só com chave de teste: o relógio de teste em cujo tempo a assinatura vive.
    clock_id: Optional[str]


class NewSubscriptionCycle(TypedDict):
    # Em centavos.
    amount: int
    # O vencimento; num dia não útil, passa ao próximo dia útil.
    due_on: str


class NewSubscriptionFirstPayment(TypedDict):
    # Em centavos.
    amount: int


class _NewSubscriptionPayerRequired(TypedDict):
    # Nome de quem paga, até 140 caracteres.
    name: str
    # CPF ou CNPJ de quem paga.
    document: str


class NewSubscriptionPayer(_NewSubscriptionPayerRequired, total=False):
    """Quem vai pagar."""

    # E-mail de quem paga, para os avisos de débitos, se você quiser.
    email: Optional[str]
    account: Optional[NewSubscriptionPayerAccount]


class _NewSubscriptionPayerAccountRequired(TypedDict):
    # O ISPB do banco do pagador.
    ispb: str
    # A conta.
    number: str


class NewSubscriptionPayerAccount(_NewSubscriptionPayerAccountRequired, total=False):
    """Só com journey bank_push: onde o banco pergunta."""

    # A agência.
    branch: Optional[str]


class NewTestClock(TypedDict, total=False):
    """O nome e a hora do começo."""

    # Um nome para você.
    name: Optional[str]
    # Com que hora o relógio começa: ISO 8601, agora ou depois. Sem o campo, agora.
    now: Optional[str]
    # true: a chave que chama passa a viver no tempo do relógio.
    bind_key: bool


class NewTestDispute(TypedDict, total=False):
    # Quanto contestar, em centavos. Sem ele, tudo o que resta do pagamento.
    amount: Optional[int]
    # O motivo; sem ele, fraud.
    reason: Optional[Literal["fraud", "operational_failure", "automatic_pix"]]


class _NewWebhookEndpointRequired(TypedDict):
    # Em produção, https e público.
    url: str


class NewWebhookEndpoint(_NewWebhookEndpointRequired, total=False):
    """O endereço e os eventos."""

    # Só estes eventos; sem o campo, todos.
    events: List[Literal["deposit.paid", "deposit.expired", "deposit.canceled", "deposit.refunded", "deposit.refund_failed", "payout.paid", "payout.failed", "payout.returned", "payout.awaiting_approval", "payout.rejected", "split.received", "split.refunded", "split.disputed", "dispute.opened", "dispute.updated", "dispute.closed", "balance.adjusted", "subscription.authorized", "subscription.rejected", "subscription.paused", "subscription.resumed", "subscription.canceled", "subscription.expired", "cycle.scheduled", "cycle.paid", "cycle.failed", "cycle.retrying", "cycle.canceled"]]


class _NewWebhookExamRequired(TypedDict):
    # O endereço do seu programa. Valem as regras dos endereços de webhooks.
    url: str


class NewWebhookExam(_NewWebhookExamRequired, total=False):
    """O que examinar."""

    # Uma cobrança sua de teste, da qual os eventos tratam. Sem ela, uma inventada.
    charge_id: Optional[str]


class NewWebhookSecretCheck(TypedDict):
    """O segredo a conferir."""

    # O segredo que o seu programa tem, em qualquer forma.
    secret: str


class _PaidTestChargeRequired(TypedDict):
    # Tipo da transação.
    type: Literal["charge"]
    # Identificador do gateway.
    internal_id: str
    # Sua referência.
    external_id: Optional[str]
    # Estado da cobrança.
    status: Literal["pending", "paid", "expired", "canceled", "partially_refunded", "refunded"]
    # Valor bruto em centavos.
    amount: int
    # Tarifa em centavos.
    fee_amount: int
    # Valor menos a tarifa, em centavos.
    net_amount: int
    # Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita.
    qrcode: str
    # Caminho da imagem do QR code.
    qr_image_url: str
    # Quando a cobrança expira. ISO 8601 UTC.
    expires_at: str
    # Quando foi criada. ISO 8601 UTC.
    created_at: str
    # Caminho da página de pagamento, que não pede chaves.
    payment_url: str
    # Caminho da imagem do QR code, que não pede chaves.
    public_qr_image_url: str
    # Quando o banco recebeu o pagamento. ISO 8601 UTC.
    paid_at: Optional[str]
    # Identificador do Pix no SPI (EndToEndId), 32 caracteres.
    end_to_end_id: Optional[str]
    # A chave que criou a cobrança; null quando foi criada no painel.
    client_id: Optional[str]
    # O que está sendo pago.
    description: Optional[str]
    payer: ChargePayer
    # Os textos utm da criação.
    utm: Optional[Dict[str, str]]
    # Partes de outros lojistas.
    split: List[ChargeSplit]


class PaidTestCharge(_PaidTestChargeRequired, total=False):
    """A cobrança, como GET a mostra."""

    due: ChargeDue
    # O valor cobrado, desde o pagamento de uma cobrança com vencimento ou de uma que foi paga
    # com outro valor. Centavos.
    original: int
    # A multa que foi paga. Centavos.
    fine: int
    # Os juros que foram pagos, ou o que foi pago a mais. Centavos.
    interest: int
    # O abatimento que foi dado. Centavos.
    rebate: int
    # O desconto que foi dado, ou o que foi pago a menos. Centavos.
    discount: int
    # O valor pago: original − abatimento − desconto + juros + multa. Centavos.
    paid_amount: int
    # A assinatura que a criou.
    subscription_id: str
    # O link de pagamento que a criou.
    payment_link_id: str
    # A cobrança expirada que ela renova.
    renewed_from: str
    # Quanto já voltou ao pagador, em centavos. A partir da primeira devolução.
    refunded_amount: int
    # As devoluções, da mais antiga à mais nova. A partir da primeira.
    refunds: List[Refund]
    # true, só em listas: uma alteração espera a resposta do banco, e não se sabe quanto ele
    # cobra. Enquanto isso, a leitura da cobrança responde 503.
    change_pending: bool
    # Quanto está contestado ou já voltou ao pagador por contestação (MED), em centavos. A
    # partir da primeira contestação.
    disputed_amount: int
    # Os pagamentos que o banco simulado recebeu. Só quando pedir um cenário.
    test_payments: List[PaidTestChargeTestPayment]


class PaidTestChargeTestPayment(TypedDict):
    # Identificador do Pix.
    end_to_end_id: str
    # Valor em centavos.
    amount: int
    # CPF ou CNPJ de quem pagou.
    payer_document: str
    # paid: pagou a cobrança. held: ficou a identificar, como em produção.
    result: Literal["paid", "held"]
    # Por que não pagou a cobrança; null quando pagou.
    reason: Optional[Literal["amount_differs", "already_paid"]]


class PayerMailSettings(TypedDict):
    """O que os pagadores recebem por e-mail."""

    # Quantos dias antes do vencimento, ou do débito de uma assinatura, o pagador é lembrado;
    # null: não é.
    days_before: Optional[int]
    # Se o pagador é lembrado no dia do vencimento.
    on_due_day: bool
    # Quantos dias depois do vencimento sem pagamento o pagador é avisado; null: não é. Se um
    # débito de uma assinatura falha, o aviso vai na manhã seguinte.
    days_after: Optional[int]
    # Se o pagador recebe o comprovante depois de pagar.
    receipts: bool
    # Se esta plataforma envia e-mails. Sem isso nada pode ser ligado.
    is_mail_configured: bool


class PayerMailSettingsChange(TypedDict, total=False):
    """Só o que vem muda."""

    # Quantos dias antes do vencimento, ou do débito de uma assinatura, o pagador é lembrado;
    # null: não é.
    days_before: Optional[int]
    # Se o pagador é lembrado no dia do vencimento.
    on_due_day: bool
    # Quantos dias depois do vencimento sem pagamento o pagador é avisado; null: não é. Se um
    # débito de uma assinatura falha, o aviso vai na manhã seguinte.
    days_after: Optional[int]
    # Se o pagador recebe o comprovante depois de pagar.
    receipts: bool


class PaymentLink(TypedDict):
    """Uma página em que o pagador cria a cobrança."""

    # Identificador do link.
    id: str
    # O título.
    title: str
    # A descrição.
    description: Optional[str]
    # O produto que o link vende.
    product_id: Optional[str]
    # A imagem do produto.
    image_url: Optional[str]
    # Valor em centavos, o do produto se há um; null: livre.
    amount: Optional[int]
    # Menor valor, em centavos.
    min_amount: Optional[int]
    # Maior valor, em centavos.
    max_amount: Optional[int]
    # Quantos pagamentos aceita; null: sem limite.
    stock: Optional[int]
    # Unidades livres agora; null: sem limite.
    available_count: Optional[int]
    # Unidades em cobranças que ainda podem ser pagas.
    held_count: int
    # Quantos pagamentos e assinaturas autorizadas teve.
    sold_count: int
    # Quantas assinaturas foram autorizadas por ele, mesmo encerradas.
    subscriber_count: int
    # Pagamentos além do estoque, feitos depois do prazo da cobrança.
    oversold_count: int
    # Soma dos pagamentos feitos no link em centavos, antes de tarifas e sem os das assinaturas.
    received_amount: int
    # paused: a página não aceita pagamentos.
    status: Literal["active", "paused"]
    # Até quando aceita pagamentos. ISO 8601 UTC.
    expires_at: Optional[str]
    # Para onde o pagador volta.
    return_url: Optional[str]
    # O vencimento das cobranças; null: elas valem por 30 minutos.
    due: Optional[PaymentLinkDue]
    # O que o pagador assina; null: ele paga uma vez.
    subscription: Optional[PaymentLinkSubscription]
    # Caminho da página do link.
    url: str
    # Quando foi criado. ISO 8601 UTC.
    created_at: str


class PaymentLinkChange(TypedDict, total=False):
    """O que não é enviado fica como está; null retira. Cobranças feitas não mudam."""

    # O que o pagador lê no alto da página, 1 a 200 caracteres.
    title: str
    # Mais sobre o que se paga, até 1000 caracteres.
    description: Optional[str]
    # O produto que o link vende, pelo preço dele. Não vale junto com amount.
    product_id: Optional[str]
    # Valor em centavos; null ou ausente: o pagador escreve o valor.
    amount: Optional[int]
    # Menor valor que o pagador pode escrever, em centavos.
    min_amount: Optional[int]
    # Maior valor que o pagador pode escrever, em centavos.
    max_amount: Optional[int]
    # Quantos pagamentos aceita; null: sem limite.
    stock: Optional[int]
    # paused: a página não aceita pagamentos.
    status: Literal["active", "paused"]
    # Até quando aceita pagamentos.
    expires_at: Optional[str]
    # Para onde o pagador pode ir depois de pagar.
    return_url: Optional[str]
    # Em quantos dias vence a cobrança que o pagador cria; null ou ausente: ela vale por 30
    # minutos. Não vale junto com stock.
    due_in_days: Optional[int]
    # Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
    days_after_due: Optional[int]
    fine: Optional[ChargeDueFine]
    interest: Optional[ChargeDueInterest]
    rebate: Optional[ChargeDueFine]
    # Até três descontos com dia de término, ou um só por dia de antecipação.
    discounts: Optional[List[PaymentLinkDueDiscount]]
    # O pagador assina por Pix Automático, em vez de pagar uma vez. Não vale junto com stock e
    # due_in_days.
    subscription: Optional[NewPaymentLinkSubscription]


class PaymentLinkDue(TypedDict):
    """O vencimento das cobranças do link e suas regras."""

    # Quantos dias depois da criação a cobrança vence; 0: no mesmo dia.
    due_in_days: int
    # Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
    days_after_due: int
    fine: Optional[ChargeDueFine]
    interest: Optional[ChargeDueInterest]
    rebate: Optional[ChargeDueFine]
    # Até três descontos com dia de término, ou um só por dia de antecipação.
    discounts: List[PaymentLinkDueDiscount]


class _PaymentLinkDueDiscountRequired(TypedDict):
    # Até uma data, ou por dia de antecipação, em dias corridos ou úteis.
    mode: Literal["fixed_until", "percent_until", "fixed_per_day", "fixed_per_business_day", "percent_per_day", "percent_per_business_day"]
    # Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o
    # mesmo que não enviar a regra, ou retirá-la.
    value: int


class PaymentLinkDueDiscount(_PaymentLinkDueDiscountRequired, total=False):
    """Um desconto por pagar antes."""

    # Quantos dias antes do vencimento o desconto termina; só em fixed_until e percent_until.
    days_before_due: int


class PaymentLinkFilters(TypedDict, total=False):
    # O next_cursor da página anterior.
    cursor: str
    # Quantos em cada página.
    limit: int


class PaymentLinkPage(TypedDict):
    """Uma página da lista."""

    # Os mais novos primeiro.
    data: List[PaymentLink]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class PaymentLinkSubscription(TypedDict):
    """O que os pagadores do link assinam."""

    # De quanto em quanto tempo.
    interval: Literal["weekly", "monthly", "quarterly", "semiannual", "annual"]
    # O primeiro vencimento, em dias depois do dia em que o pagador assina. Ou first_due_day.
    first_due_in_days: Optional[int]
    # O primeiro vencimento é o próximo dia do mês com este número. Ou first_due_in_days.
    first_due_day: Optional[int]
    # Como o pagador autoriza: por um código, ou por um código que também cobra agora.
    journey: Literal["code", "code_and_first_payment"]
    # three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
    retries: Literal["none", "three_in_seven_days"]
    # Quantos débitos; null: até que alguém cancele. O pagamento de agora não conta.
    cycles: Optional[int]


class _PayoutRequired(TypedDict):
    # Tipo da transação.
    type: Literal["payout"]
    # Identificador do gateway.
    internal_id: str
    # Sua referência.
    external_id: Optional[str]
    # Estado do saque.
    status: Literal["awaiting_approval", "pending", "paid", "failed"]
    # Quanto o destino recebe, em centavos.
    amount: int
    # Tarifa em centavos.
    fee_amount: int
    # Chave Pix normalizada.
    pix_key: str
    # Tipo da chave.
    pix_key_type: str
    beneficiary: Beneficiary
    # Quando foi criado. ISO 8601 UTC.
    created_at: str
    # Quando foi pago. ISO 8601 UTC.
    paid_at: Optional[str]
    # Identificador do Pix no SPI (EndToEndId).
    end_to_end_id: Optional[str]
    # A chave que criou o saque; null quando foi criado no painel.
    client_id: Optional[str]
    # Por que o saque falhou; null quando não falhou.
    failure_reason: Optional[FailureReason]


class Payout(_PayoutRequired, total=False):
    """Um saque com tudo o que se sabe dele."""

    # Quanto o banco de destino devolveu depois de pago, em centavos, se algo voltou.
    returned_amount: int
    # true enquanto o saque está retido e não sai; held_reason diz por quê.
    held: bool
    # Por que o saque está retido: a conta foi suspensa (account_suspended), os saques estão
    # pausados (payouts_stopped), ou a chave Pix é nova e espera (new_destination).
    held_reason: Literal["account_suspended", "payouts_stopped", "new_destination"]
    # true quando o banco fez o saque depois de ele ter falhado aqui: o valor saiu de novo do
    # saldo, sem tarifa.
    paid_after_failure: bool


class PayoutAwaitingApprovalEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["payout.awaiting_approval"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Payout


class PayoutFailedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["payout.failed"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Payout


class PayoutPaidEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["payout.paid"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Payout


class PayoutRejectedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["payout.rejected"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Payout


class PayoutReturnedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["payout.returned"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Payout


class Product(TypedDict):
    """O que os links de pagamento vendem."""

    # Identificador do produto.
    id: str
    # O nome.
    name: str
    # A descrição.
    description: Optional[str]
    # O preço em centavos.
    amount: int
    # Caminho público da imagem.
    image_url: Optional[str]
    # Quando foi criado. ISO 8601 UTC.
    created_at: str


class ProductChange(TypedDict, total=False):
    """O que não é enviado fica como está. Cobranças feitas não mudam."""

    # O nome, 1 a 200 caracteres.
    name: str
    # A descrição, até 1000 caracteres.
    description: Optional[str]
    # O preço em centavos; deve ser maior do que a tarifa.
    amount: int


class ProductPage(TypedDict):
    """Uma página da lista."""

    # Os mais novos primeiro.
    data: List[Product]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class ReceivedSplit(TypedDict):
    """A parte, com o que espera a liberação."""

    # Sempre split.
    type: Literal["split"]
    # A cobrança do outro lojista.
    charge_id: str
    origin: ReceivedSplitOrigin
    # Percentual do valor bruto; null numa parte fixa.
    percentage: Optional[float]
    # Sua parte, em centavos.
    amount: int
    # Quanto da parte já foi devolvido, em centavos.
    refunded_amount: int
    # Quanto da parte está bloqueado por contestações (MED) ou já voltou ao pagador por elas, em
    # centavos.
    disputed_amount: int
    # Estado da parte.
    status: Literal["pending", "paid", "canceled", "partially_refunded", "refunded"]
    # A referência da cobrança.
    external_id: Optional[str]
    # Os textos utm da cobrança.
    utm: Optional[Dict[str, str]]
    # Quando a cobrança foi criada. ISO 8601 UTC.
    created_at: str
    # Quando o banco recebeu o pagamento. ISO 8601 UTC.
    paid_at: Optional[str]
    # Quanto da parte ainda espera o dia da liberação, em centavos.
    pending_amount: int
    # O dia em Brasília em que o resto fica disponível; null quando nada espera.
    available_on: Optional[str]


class ReceivedSplitOrigin(TypedDict):
    """O lojista que criou a cobrança."""

    # O username.
    username: str
    # O nome.
    name: str


class _RefundRequired(TypedDict):
    # Identificador da devolução.
    internal_id: str
    # Estado da devolução.
    status: Literal["pending", "done", "failed"]
    # Valor devolvido em centavos.
    amount: int
    # O motivo.
    reason: Optional[str]
    # O que outros lojistas devolvem das suas partes; o resto é da origem.
    split: List[RefundSplit]
    # Quando foi pedida. ISO 8601 UTC.
    created_at: str
    # Quando o dinheiro voltou ao pagador. ISO 8601 UTC.
    done_at: Optional[str]
    # Identificador da devolução no SPI.
    return_id: Optional[str]
    # A chave que pediu a devolução; null quando foi pedida no painel.
    client_id: Optional[str]
    # Por que a devolução falhou; null quando não falhou.
    failure_reason: Optional[FailureReason]


class Refund(_RefundRequired, total=False):
    # Retida: conta suspensa.
    held: bool


class RefundFilters(TypedDict, total=False):
    # Só as que estão neste estado.
    status: Literal["pending", "done", "failed"]
    # Só as desta cobrança.
    transaction_id: str
    # Só as de cobranças deste cliente: o id de GET /v1/customers.
    customer: str
    # Pedidas a partir deste instante. Só a data vale 00:00 UTC.
    created_from: str
    # Pedidas antes deste instante.
    created_to: str
    # Quantas por página.
    limit: int
    # O next_cursor da página anterior.
    cursor: str


class RefundPage(TypedDict):
    """As mais novas primeiro."""

    # As devoluções da página.
    data: List[ListedRefund]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class RefundSplit(TypedDict):
    # Quem devolve.
    username: str
    # Parte em centavos.
    amount: int


class RequestRecord(TypedDict):
    """Uma requisição desta chave. Nunca tem corpos, cabeçalhos ou chaves."""

    # O X-Request-Id da resposta.
    request_id: str
    # Quando a requisição chegou. ISO 8601 UTC.
    started_at: str
    # O método HTTP.
    method: str
    # O caminho, sem a query.
    path: str
    # A operação; null numa rota que não existe.
    operation: Optional[str]
    # O status HTTP da resposta.
    status: int
    # Quanto a resposta demorou, em milissegundos.
    duration_ms: int
    # A resposta repete a de uma requisição anterior com a mesma Idempotency-Key.
    idempotency_replayed: bool
    # O código do erro, ou null.
    code: Optional[str]
    # Os campos do corpo que a operação não tem, ou null.
    unknown_fields: Optional[str]
    # Quantas outras não aparecem, por serem demais nesse instante.
    omitted: int


class SplitDisputedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["split.disputed"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: SplitOfEvent


class SplitFilters(TypedDict, total=False):
    # Só as que estão neste estado.
    status: Literal["pending", "paid", "canceled", "partially_refunded", "refunded"]
    # Só a parte desta cobrança.
    charge_id: str
    # De cobranças criadas a partir deste instante, inclusive. Só a data vale 00:00 UTC.
    created_from: str
    # De cobranças criadas antes deste instante.
    created_to: str
    # Quantas por página.
    limit: int
    # O next_cursor da página anterior.
    cursor: str


class SplitOfEvent(TypedDict):
    """Sua parte na cobrança de outro lojista."""

    # Sempre split.
    type: Literal["split"]
    # A cobrança do outro lojista.
    charge_id: str
    origin: ReceivedSplitOrigin
    # Percentual do valor bruto; null numa parte fixa.
    percentage: Optional[float]
    # Sua parte, em centavos.
    amount: int
    # Quanto da parte já foi devolvido, em centavos.
    refunded_amount: int
    # Quanto da parte está bloqueado por contestações (MED) ou já voltou ao pagador por elas, em
    # centavos.
    disputed_amount: int
    # Estado da parte.
    status: Literal["pending", "paid", "canceled", "partially_refunded", "refunded"]
    # A referência da cobrança.
    external_id: Optional[str]
    # Os textos utm da cobrança.
    utm: Optional[Dict[str, str]]
    # Quando a cobrança foi criada. ISO 8601 UTC.
    created_at: str
    # Quando o banco recebeu o pagamento. ISO 8601 UTC.
    paid_at: Optional[str]


class SplitPage(TypedDict):
    """As das cobranças mais novas primeiro."""

    # As partes da página.
    data: List[ReceivedSplit]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class _SplitPreviewRequired(TypedDict):
    # Valor bruto em centavos.
    amount: int
    # Tarifa em centavos.
    fee_amount: int
    # A fração de centavo que o arredondamento para baixo tira da tarifa, exata. Fica com você.
    fee_fraction_lost: str
    # As partes, na ordem enviada.
    split: List[SplitPreviewSplit]
    # O que fica com você, em centavos: o valor menos a tarifa e as partes.
    origin_amount: int


class SplitPreview(_SplitPreviewRequired, total=False):
    """A divisão do valor de uma cobrança."""

    smallest: SplitPreviewSmallest
    largest: SplitPreviewSmallest
    # Quanto se paga hoje, no fim de cada desconto, no vencimento, depois dele e no último dia.
    # Só numa cobrança com vencimento.
    days: List[SplitPreviewDay]


class SplitPreviewDay(TypedDict):
    # O dia em que se paga.
    day: str
    # Se é depois do vencimento.
    is_late: bool
    # O valor original. Centavos.
    original: int
    # A multa. Centavos.
    fine: int
    # Os juros. Centavos.
    interest: int
    # O abatimento. Centavos.
    rebate: int
    # O desconto. Centavos.
    discount: int
    # O que se paga nesse dia. Centavos.
    amount: int


class SplitPreviewSmallest(TypedDict):
    """A divisão do menor valor que algum dia pode ter. Só numa cobrança com vencimento."""

    # Valor bruto em centavos.
    amount: int
    # Tarifa em centavos.
    fee_amount: int
    # A fração de centavo que o arredondamento para baixo tira da tarifa, exata. Fica com você.
    fee_fraction_lost: str
    # As partes, na ordem enviada.
    split: List[SplitPreviewSplit]
    # O que fica com você, em centavos: o valor menos a tarifa e as partes.
    origin_amount: int


class SplitPreviewSplit(TypedDict):
    # Quem recebe.
    username: str
    # Percentual do valor bruto; null numa parte fixa.
    percentage: Optional[float]
    # A parte, em centavos.
    amount: int
    # A fração de centavo que o arredondamento para baixo tira da parte, exata. Fica com você.
    fraction_lost: str


class SplitReceivedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["split.received"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: SplitOfEvent


class SplitRefundedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["split.refunded"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: SplitOfEvent


Statement = TypedDict("Statement", {
    # A conta.
    "account": Literal["available", "reserved", "blocked", "pending_settlement", "debt"],
    # O primeiro dia do período; null desde o começo.
    "from": Optional[str],
    # O último dia do período.
    "to": str,
    # Centavos, antes do período.
    "opening_balance": int,
    # Centavos, ao fim do período ou agora.
    "closing_balance": int,
    # Os lançamentos da página.
    "data": List["StatementEntry"],
    # O cursor para continuar, agora ou mais tarde; null só sem lançamentos.
    "next_cursor": Optional[str],
    # Se o período tem mais lançamentos depois desta página.
    "has_more": bool,
})


class StatementEntry(TypedDict):
    """Um movimento da conta."""

    # O número do lançamento na conta, sem buracos.
    sequence: int
    # O tipo do lançamento.
    kind: Literal["charge_paid", "split_received", "payout_reserved", "payout_paid", "payout_failed", "refund_reserved", "refund_paid", "refund_failed", "payout_returned", "payout_paid_late", "refund_paid_late", "transfer_sent", "transfer_received", "sandbox_reset", "incoming_payment_suspended", "incoming_payment_assigned", "incoming_payment_returned", "bank_adjustment", "balance_blocked", "balance_released", "debt_repaid", "dispute_returned", "balance_adjusted", "payment_settled", "incoming_payment_unassigned", "incoming_payment_disputed", "payout_resolution_reversed", "refund_resolution_reversed", "incoming_payment_matched"]
    # O nome do lançamento, para pessoas.
    label: str
    # Do que o lançamento trata: com o tipo, é único.
    reference_id: str
    # A cobrança ou o saque de que trata.
    transaction_id: Optional[str]
    # A sua referência, a descrição da transferência ou o motivo do ajuste.
    external_id: Optional[str]
    # Centavos com sinal: positivo entra na conta, negativo sai.
    amount: int
    # O saldo da conta depois dele, em centavos.
    balance_after: int
    # Quando foi lançado. ISO 8601 UTC.
    created_at: str


StatementFilters = TypedDict("StatementFilters", {
    # json (sem o parâmetro): os lançamentos de uma conta, em páginas. Os outros são arquivos
    # para a contabilidade, com uma linha por movimento e o bruto e a tarifa separados: csv,
    # xlsx (com os totais por dia) e ofx; days_csv só tem os totais por dia, e pdf é o
    # fechamento do período. Eles não levam account, limit e cursor.
    "format": Literal["json", "csv", "days_csv", "xlsx", "ofx", "pdf"],
    # A conta; sem o parâmetro, o saldo disponível.
    "account": Literal["available", "reserved", "blocked", "pending_settlement", "debt"],
    # O primeiro dia, em Brasília. Sem ele, os últimos 30 dias ou, com cursor, desde o começo.
    "from": str,
    # O último dia, em Brasília; sem ele, hoje.
    "to": str,
    # Quantos por página.
    "limit": int,
    # O next_cursor da página anterior, também de outro dia.
    "cursor": str,
}, total=False)


class Subscription(TypedDict):
    """Uma assinatura por Pix Automático."""

    # Identificador da assinatura.
    internal_id: str
    # Sua referência.
    reference: str
    # O estado.
    status: Literal["created", "authorized", "paused", "rejected", "canceled", "expired"]
    # Por que terminou ou falhou; null se não.
    reason: Optional[SubscriptionReason]
    # Quem terminou: você, o pagador (ou o banco dele), ou o prazo (gateway).
    ended_by: Optional[Literal["merchant", "payer", "gateway"]]
    payer: SubscriptionPayer
    # O que se paga.
    description: str
    # Valor fixo, em centavos; null se variável.
    amount: Optional[int]
    # O menor valor, em centavos; null se fixo.
    min_amount: Optional[int]
    # De quanto em quanto tempo.
    interval: Literal["weekly", "monthly", "quarterly", "semiannual", "annual"]
    # three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
    retries: Literal["none", "three_in_seven_days"]
    # Como o pagador autoriza; null numa recorrência da API Pix que ainda não tem location nem
    # solicitação.
    journey: Optional[Literal["bank_push", "code", "code_and_first_payment", "offer"]]
    # O primeiro vencimento.
    first_due_on: str
    # O último dia.
    ends_on: Optional[str]
    # Como foi enviado; null sem split.
    splits: Any
    # Seus textos.
    metadata: Optional[Dict[str, str]]
    authorization: SubscriptionAuthorization
    # A cobrança do primeiro pagamento.
    first_transaction_id: Optional[str]
    # O link de pagamento em que o pagador assinou.
    payment_link_id: Optional[str]
    # O próximo débito; null se não há.
    next_cycle: Optional[SubscriptionNextCycle]
    # Quando foi criada. ISO 8601 UTC.
    created_at: str
    # Quando o pagador autorizou. ISO 8601 UTC.
    authorized_at: Optional[str]
    # Quando terminou. ISO 8601 UTC.
    ended_at: Optional[str]


class SubscriptionAuthorization(TypedDict):
    """Como o pagador autoriza."""

    # O código que o pagador lê; null em bank_push.
    code: Optional[str]
    # A imagem do código.
    qr_image_url: Optional[str]
    # O caminho da página do pagador.
    page_url: str
    # Até quando o pagador pode autorizar. ISO 8601 UTC.
    expires_at: str


class SubscriptionAuthorizedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["subscription.authorized"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Subscription


class SubscriptionCanceledEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["subscription.canceled"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Subscription


class SubscriptionCycle(TypedDict):
    """A cobrança de um ciclo de uma assinatura."""

    # A assinatura.
    subscription_id: str
    # A referência da assinatura.
    reference: str
    # O primeiro dia do ciclo.
    starts_on: str
    # O vencimento, em dia útil.
    due_on: str
    # Em centavos.
    amount: int
    # O estado.
    status: Literal["scheduled", "retrying", "paid", "failed", "canceled"]
    # Por que terminou ou falhou; null se não.
    reason: Optional[SubscriptionReason]
    # A cobrança, em GET /v1/transactions/:id.
    transaction_id: Optional[str]
    # As tentativas, na ordem.
    attempts: List[SubscriptionCycleAttempt]
    # Quando foi criada. ISO 8601 UTC.
    created_at: str
    # Quando terminou. ISO 8601 UTC.
    ended_at: Optional[str]


class SubscriptionCycleAttempt(TypedDict):
    # scheduled: a do vencimento; new_attempt: nova tentativa; resend: o banco do pagador falhou
    # e recebeu o mesmo pedido outra vez, para o mesmo dia (só em produção).
    kind: Literal["scheduled", "new_attempt", "resend"]
    # O dia da tentativa.
    on: str
    # O estado.
    status: Literal["scheduled", "paid", "failed", "canceled"]
    # Por que terminou ou falhou; null se não.
    reason: Optional[SubscriptionReason]
    # Quando o banco do pagador não achou saldo de manhã: ele tenta outra vez entre 18h e 21h.
    # Só em teste. ISO 8601 UTC.
    no_balance_at: Optional[str]
    # Quando terminou. ISO 8601 UTC.
    ended_at: Optional[str]


class SubscriptionCyclePage(TypedDict):
    # Os mais novos primeiro.
    data: List[SubscriptionCycle]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class SubscriptionExpiredEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["subscription.expired"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Subscription


class SubscriptionFilters(TypedDict, total=False):
    # Só neste estado.
    status: Literal["created", "authorized", "paused", "rejected", "canceled", "expired"]
    # Só desta referência.
    reference: Optional[str]
    # Só deste pagador.
    document: Optional[str]
    # Só as que pagadores fizeram por este link de pagamento.
    payment_link_id: Optional[str]
    # Criadas desde então.
    created_from: str
    # Criadas antes de então.
    created_to: str
    # O next_cursor da página anterior.
    cursor: str
    # Itens por página.
    limit: int


class SubscriptionNextCycle(TypedDict):
    # O dia do próximo débito.
    due_on: str
    # Em centavos.
    amount: int
    # planned: ainda será criada.
    status: Literal["scheduled", "retrying", "paid", "failed", "canceled", "planned"]


class SubscriptionPage(TypedDict):
    # As mais novas primeiro.
    data: List[Subscription]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class SubscriptionPausedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["subscription.paused"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Subscription


class SubscriptionPayer(TypedDict):
    """Quem paga."""

    # Nome.
    name: str
    # CPF ou CNPJ.
    document: str
    # E-mail.
    email: Optional[str]


class SubscriptionReason(TypedDict):
    # O código do banco, ou um nosso.
    code: str
    # O motivo.
    message: str
    # O que fazer.
    remedy: Optional[str]


class SubscriptionRejectedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["subscription.rejected"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Subscription


class SubscriptionResumedEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["subscription.resumed"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: Subscription


class SubscriptionRetry(TypedDict, total=False):
    # O vencimento da cobrança que falhou; sem ele, a última.
    due_on: Optional[str]
    # O dia da nova tentativa; sem ele, o primeiro possível.
    on: Optional[str]


class TestClock(TypedDict):
    """Um relógio do ambiente de teste da conta."""

    # Identificador do relógio.
    id: str
    # O nome que você deu.
    name: Optional[str]
    # ready: tudo o que vencia até now aconteceu. advancing: está acontecendo. deleting: o que
    # esperava está sendo encerrado.
    status: Literal["ready", "advancing", "deleting"]
    # A hora do relógio. Ela só muda quando você o avança. ISO 8601 UTC.
    now: str
    # Até onde vai o avanço em andamento; sem avanço, igual a now. ISO 8601 UTC.
    target: str
    # A hora com que o relógio começou. ISO 8601 UTC.
    started_at: str
    # Quando foi criado, pela hora real. ISO 8601 UTC.
    created_at: str
    # Quando é apagado, pela hora real, se ninguém o avançar até lá. ISO 8601 UTC.
    deleted_after: str
    # As chaves que vivem no tempo do relógio.
    client_ids: List[str]


class TestClockAdvance(TypedDict, total=False):
    """Um dos dois campos."""

    # Quantos segundos o relógio avança.
    seconds: int
    # Até que hora o relógio avança: ISO 8601. Em lugar de seconds.
    to: Optional[str]


class TestClocks(TypedDict):
    """Os relógios da conta."""

    # Os mais antigos primeiro, até 20.
    data: List[TestClock]


class TestCycleFailure(TypedDict, total=False):
    # O código do banco. Sem ele, no_balance.
    code: Literal["no_balance", "AB10", "AC05", "AC06", "AM02", "AM09", "DENC", "DS27", "DTED", "DTNT", "FBRD", "IRNT", "MIDI", "MSUC", "NIEC", "NIPA", "NITX", "QUNT", "RC09", "UDEI"]
    # Só sem `code` ou com no_balance, e no tempo do banco. morning: não há saldo de manhã, e a
    # cobrança é paga às 18h; evening: também não há à noite, e ela falha.
    tries: Literal["morning", "evening"]


class TestDisputeOutcome(TypedDict):
    # Como termina.
    outcome: Literal["accepted", "rejected", "canceled"]


class TestPayment(TypedDict, total=False):
    """Sem corpo, a cobrança é paga no valor certo."""

    # Como a cobrança é paga: exact (valor certo, no prazo), late (depois de expirar), twice
    # (duas vezes), less (metade), more (o dobro), another_document (por outro CPF).
    scenario: Literal["exact", "late", "twice", "less", "more", "another_document"]
    # O que dá errado na entrega aos seus webhooks: lost (nada é enviado), doubled (duas vezes),
    # out_of_order (só com late: deposit.paid antes de deposit.expired), old_time (assinatura de
    # 10 minutos atrás) e wrong_secret (assinatura de outro segredo) na próxima tentativa.
    webhook_scenario: Literal["lost", "doubled", "out_of_order", "old_time", "wrong_secret"]


class TestSubscriptionCancellation(TypedDict, total=False):
    # O código do banco. Sem ele, SLDB.
    code: Literal["ACCL", "CPCL", "DCSD", "ERSL", "FRUD", "PCFD", "SLCR", "SLDB"]


class TestSubscriptionRejection(TypedDict, total=False):
    # O código do banco. Sem ele, AP13.
    code: Literal["AP13", "AP14", "AP15"]


class TransactionFilters(TypedDict, total=False):
    # Só cobranças ou só saques.
    type: Literal["charge", "payout"]
    # Só as que estão neste estado.
    status: Literal["awaiting_approval", "pending", "paid", "expired", "canceled", "partially_refunded", "refunded", "failed"]
    # Só as que têm esta referência.
    external_id: str
    # Só as criadas com esta chave; `panel` para as criadas no painel.
    client_id: str
    # Só as cobranças deste cliente: o id de GET /v1/customers.
    customer: str
    # Criadas a partir deste instante, inclusive. Só a data vale 00:00 UTC.
    created_from: str
    # Criadas antes deste instante.
    created_to: str
    # Pagas a partir deste instante, inclusive. Só a data vale 00:00 UTC.
    paid_from: str
    # Pagas antes deste instante.
    paid_to: str
    # Só as cobranças deste link de pagamento.
    payment_link_id: str
    # Pendentes que vencem a partir deste dia.
    due_from: str
    # Pendentes que vencem até este dia, inclusive.
    due_to: str
    # true: só as pendentes cujo vencimento já passou, pelo dia de hoje em Brasília.
    overdue: bool
    # Quantas por página.
    limit: int
    # O next_cursor da página anterior.
    cursor: str


class TransactionPage(TypedDict):
    """As mais novas primeiro."""

    # As transações da página.
    data: List[Transaction]
    # O cursor da próxima página; null na última.
    next_cursor: Optional[str]


class WebhookEndpoint(TypedDict):
    """Um endereço que recebe os seus eventos."""

    # Identificador do webhook.
    id: str
    # Para onde os eventos vão.
    url: str
    # Os eventos que recebe.
    events: List[Literal["deposit.paid", "deposit.expired", "deposit.canceled", "deposit.refunded", "deposit.refund_failed", "payout.paid", "payout.failed", "payout.returned", "payout.awaiting_approval", "payout.rejected", "split.received", "split.refunded", "split.disputed", "dispute.opened", "dispute.updated", "dispute.closed", "balance.adjusted", "subscription.authorized", "subscription.rejected", "subscription.paused", "subscription.resumed", "subscription.canceled", "subscription.expired", "cycle.scheduled", "cycle.paid", "cycle.failed", "cycle.retrying", "cycle.canceled"]]
    # A chave cujos Pix chegam no formato da API Pix; null: recebe eventos.
    pix_key: Optional[str]
    # paused: as entregas esperam até que seja retomado.
    status: Literal["active", "paused"]
    # Quando foi criado. ISO 8601 UTC.
    created_at: str


class WebhookEndpointChange(TypedDict, total=False):
    """O que não é enviado fica como está."""

    # Em produção, https e público.
    url: str
    # Só estes eventos.
    events: List[Literal["deposit.paid", "deposit.expired", "deposit.canceled", "deposit.refunded", "deposit.refund_failed", "payout.paid", "payout.failed", "payout.returned", "payout.awaiting_approval", "payout.rejected", "split.received", "split.refunded", "split.disputed", "dispute.opened", "dispute.updated", "dispute.closed", "balance.adjusted", "subscription.authorized", "subscription.rejected", "subscription.paused", "subscription.resumed", "subscription.canceled", "subscription.expired", "cycle.scheduled", "cycle.paid", "cycle.failed", "cycle.retrying", "cycle.canceled"]]


class WebhookEndpointWithSecret(TypedDict):
    """Guarde o segredo: não é mostrado de novo."""

    # Identificador do webhook.
    id: str
    # Para onde os eventos vão.
    url: str
    # Os eventos que recebe.
    events: List[Literal["deposit.paid", "deposit.expired", "deposit.canceled", "deposit.refunded", "deposit.refund_failed", "payout.paid", "payout.failed", "payout.returned", "payout.awaiting_approval", "payout.rejected", "split.received", "split.refunded", "split.disputed", "dispute.opened", "dispute.updated", "dispute.closed", "balance.adjusted", "subscription.authorized", "subscription.rejected", "subscription.paused", "subscription.resumed", "subscription.canceled", "subscription.expired", "cycle.scheduled", "cycle.paid", "cycle.failed", "cycle.retrying", "cycle.canceled"]]
    # A chave cujos Pix chegam no formato da API Pix; null: recebe eventos.
    pix_key: Optional[str]
    # paused: as entregas esperam até que seja retomado.
    status: Literal["active", "paused"]
    # Quando foi criado. ISO 8601 UTC.
    created_at: str
    # O segredo das assinaturas, mostrado só nesta resposta.
    secret: str


class WebhookEndpoints(TypedDict):
    """Os webhooks do ambiente da chave."""

    # Os mais antigos primeiro, até 20.
    data: List[WebhookEndpoint]


class WebhookExam(TypedDict):
    """O que um programa que recebe webhooks aceitou e recusou."""

    # Identificador do exame.
    id: str
    # O endereço examinado.
    url: str
    # O webhook cujo segredo assina; null se o exame tem um próprio.
    webhook_endpoint_id: Optional[str]
    # awaiting_start: aguarda o início. running: em andamento. passed: tudo certo. failed: há o
    # que corrigir.
    status: Literal["awaiting_start", "running", "passed", "failed"]
    # Por que terminou sem resultados: interrupted (o gateway parou várias vezes) ou
    # webhook_deleted; null se não foi o caso.
    failure: Optional[Literal["interrupted", "webhook_deleted"]]
    # Os resultados, quando terminou.
    checks: List[WebhookExamCheck]
    # Quando foi pedido. ISO 8601 UTC.
    created_at: str
    # Quando terminou. ISO 8601 UTC.
    ended_at: Optional[str]


class WebhookExamCheck(TypedDict):
    # O que foi enviado.
    name: Literal["valid", "repeated", "older_sequence", "old_time", "wrong_signature", "changed_body", "after_rotation", "slow"]
    # O mesmo, em português.
    title: str
    # accept: responder 2xx. refuse: responder 400, 401, 403 ou 422.
    expected: Literal["accept", "refuse"]
    # skipped: não foi enviado, porque o endereço não respondeu antes.
    result: Literal["passed", "failed", "skipped"]
    # O que corrigir; null se nada.
    advice: Optional[str]
    # A parte do guia sobre isso.
    guide_url: str
    # As requisições e as respostas.
    requests: List[WebhookExamCheckRequest]


class WebhookExamCheckRequest(TypedDict):
    # O status da resposta; null se não houve.
    response_status: Optional[int]
    # Milissegundos até a resposta.
    duration_ms: int
    # O começo da resposta, até 1 KiB.
    response_excerpt: Optional[str]
    # Por que não houve resposta.
    failure: Optional[str]


class _WebhookExamWithSecretRequired(TypedDict):
    # Identificador do exame.
    id: str
    # O endereço examinado.
    url: str
    # O webhook cujo segredo assina; null se o exame tem um próprio.
    webhook_endpoint_id: Optional[str]
    # awaiting_start: aguarda o início. running: em andamento. passed: tudo certo. failed: há o
    # que corrigir.
    status: Literal["awaiting_start", "running", "passed", "failed"]
    # Por que terminou sem resultados: interrupted (o gateway parou várias vezes) ou
    # webhook_deleted; null se não foi o caso.
    failure: Optional[Literal["interrupted", "webhook_deleted"]]
    # Os resultados, quando terminou.
    checks: List[WebhookExamCheck]
    # Quando foi pedido. ISO 8601 UTC.
    created_at: str
    # Quando terminou. ISO 8601 UTC.
    ended_at: Optional[str]


class WebhookExamWithSecret(_WebhookExamWithSecretRequired, total=False):
    """O segredo é mostrado só nesta resposta."""

    # O segredo deste exame, se o endereço não é de um webhook seu.
    secret: str


class WebhookExams(TypedDict):
    """Os exames do ambiente de teste."""

    # Os mais novos primeiro, até 20.
    data: List[WebhookExam]


class _WebhookScenarioRequired(TypedDict):
    # O evento a enviar.
    event_id: str
    # doubled: duas vezes. out_of_order: o evento anterior da mesma transação chega 5 s depois.
    # old_time: assinatura de 10 minutos atrás. wrong_secret: assinatura de outro segredo. Nos
    # dois últimos só a próxima tentativa é assim.
    scenario: Literal["doubled", "out_of_order", "old_time", "wrong_secret"]


class WebhookScenario(_WebhookScenarioRequired, total=False):
    """O que dá errado na entrega de um evento."""

    # Só a este webhook. Sem ele, a todos os que recebem o evento.
    webhook_endpoint_id: Optional[str]


class WebhookSecretCheck(TypedDict):
    """As duas formas de um segredo."""

    # Se é o segredo atual do webhook.
    is_current: bool
    # Como o gateway o mostrou; null se não é o atual.
    secret: Optional[str]
    # Como as bibliotecas do Standard Webhooks o leem; null se não é o atual.
    standard_secret: Optional[str]


class WebhookTest(TypedDict):
    """O webhook que você testou."""

    # Sempre test.
    type: Literal["test"]
    # O webhook testado.
    endpoint_id: str


class WebhookTestEvent(TypedDict):
    # Identificador do evento.
    id: str
    # O tipo do evento.
    event: Literal["webhook.test"]
    # O ambiente da transação.
    environment: Literal["test", "live"]
    # Conta os eventos de uma transação, parte ou contestação a partir de 1.
    sequence: int
    # Quando aconteceu, ISO 8601 UTC.
    created_at: str
    data: WebhookTest


Transaction = Union[
    Charge,
    Payout,
]


WebhookEvent = Union[
    DepositPaidEvent,
    DepositExpiredEvent,
    DepositCanceledEvent,
    DepositRefundedEvent,
    DepositRefundFailedEvent,
    PayoutPaidEvent,
    PayoutFailedEvent,
    PayoutReturnedEvent,
    PayoutAwaitingApprovalEvent,
    PayoutRejectedEvent,
    SplitReceivedEvent,
    SplitRefundedEvent,
    SplitDisputedEvent,
    DisputeOpenedEvent,
    DisputeUpdatedEvent,
    DisputeClosedEvent,
    BalanceAdjustedEvent,
    SubscriptionAuthorizedEvent,
    SubscriptionRejectedEvent,
    SubscriptionPausedEvent,
    SubscriptionResumedEvent,
    SubscriptionCanceledEvent,
    SubscriptionExpiredEvent,
    CycleScheduledEvent,
    CyclePaidEvent,
    CycleFailedEvent,
    CycleRetryingEvent,
    CycleCanceledEvent,
    WebhookTestEvent,
]
