// Code generated from the OpenAPI document by sdk/tools/generate.ts. DO NOT EDIT.

package pixgateway

import (
	"encoding/json"
)

// Balance: O saldo do lojista no ambiente da chave.
type Balance struct {
	// O ambiente da chave.
	Environment string `json:"environment"`

	// Moeda.
	Currency string `json:"currency"`

	// Pode ser sacado agora, centavos.
	Available int64 `json:"available"`

	// Em saques e devoluções em andamento, centavos.
	Reserved int64 `json:"reserved"`

	// Bloqueado por contestações ou pelo operador; não pode ser sacado, centavos.
	Blocked int64 `json:"blocked"`

	// Dívida com a plataforma: zero ou negativo, centavos.
	Debt int64 `json:"debt"`

	// Recebido e ainda não liquidado, centavos.
	PendingSettlement int64 `json:"pending_settlement"`

	// As próximas liquidações, até dez dias.
	NextSettlements []BalanceNextSettlement `json:"next_settlements"`
}

// BalanceAdjustment: Uma mudança do saldo que não é uma transação.
type BalanceAdjustment struct {
	// Sempre balance_adjustment.
	Type string `json:"type"`

	// Identificador do gateway.
	InternalID string `json:"internal_id"`

	// adjustment: crédito ou débito da plataforma; hold: valor bloqueado; release: valor desbloqueado;
	// unassignment: um recebimento identificado por engano foi retirado; refund_reversal: uma
	// devolução que o banco não fez voltou ao saldo; dispute: o banco devolveu ao pagador um
	// recebimento identificado como seu (MED).
	Kind string `json:"kind"`

	// Centavos. Um débito é negativo; um bloqueio e um desbloqueio são positivos.
	Amount int64 `json:"amount"`

	// A parte de um débito que o saldo não cobriu e virou dívida, em centavos.
	DebtAmount int64 `json:"debt_amount"`

	// A parte de um bloqueio que o saldo cobriu na hora, em centavos.
	BlockedAmount int64 `json:"blocked_amount"`

	// O motivo, escrito pela plataforma.
	Reason string `json:"reason"`

	// A referência da plataforma, se houver.
	Reference *string `json:"reference"`

	// O bloqueio de um hold ou release.
	HoldID *string `json:"hold_id"`

	// Quando aconteceu, ISO 8601 UTC.
	CreatedAt string `json:"created_at"`
}

type BalanceNextSettlement struct {
	// O dia da liquidação, em Brasília.
	Date string `json:"date"`

	// O que entra em available nesse dia, centavos.
	Amount int64 `json:"amount"`
}

// BatchedCharge: A cobrança, como ela está agora.
type BatchedCharge struct {
	// Identificador do gateway.
	InternalID string `json:"internal_id"`

	// Sua referência.
	ExternalID *string `json:"external_id"`

	// Estado da cobrança.
	Status string `json:"status"`

	// Valor bruto em centavos.
	Amount int64 `json:"amount"`

	// Tarifa em centavos.
	FeeAmount int64 `json:"fee_amount"`

	// Valor menos a tarifa, em centavos.
	NetAmount int64 `json:"net_amount"`

	// Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita.
	Qrcode string `json:"qrcode"`

	// Caminho da imagem do QR code.
	QRImageURL string `json:"qr_image_url"`

	// Quando a cobrança expira. ISO 8601 UTC.
	ExpiresAt string `json:"expires_at"`

	// Quando foi criada. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	Due *ChargeDue `json:"due,omitempty"`

	// Caminho da página de pagamento.
	PaymentURL string `json:"payment_url"`
}

// Beneficiary: Quem recebe.
type Beneficiary struct {
	// Nome.
	Name string `json:"name"`

	// CPF ou CNPJ.
	Document string `json:"document"`
}

type CanceledSubscription struct {
	// Identificador da assinatura.
	InternalID string `json:"internal_id"`

	// Sua referência.
	Reference string `json:"reference"`

	// O estado.
	Status string `json:"status"`

	// Por que terminou ou falhou; null se não.
	Reason *SubscriptionReason `json:"reason"`

	// Quem terminou: você, o pagador (ou o banco dele), ou o prazo (gateway).
	EndedBy *string `json:"ended_by"`

	Payer SubscriptionPayer `json:"payer"`

	// O que se paga.
	Description string `json:"description"`

	// Valor fixo, em centavos; null se variável.
	Amount *int64 `json:"amount"`

	// O menor valor, em centavos; null se fixo.
	MinAmount *int64 `json:"min_amount"`

	// De quanto em quanto tempo.
	Interval string `json:"interval"`

	// three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
	Retries string `json:"retries"`

	// Como o pagador autoriza; null numa recorrência da API Pix que ainda não tem location nem
	// solicitação.
	Journey *string `json:"journey"`

	// O primeiro vencimento.
	FirstDueOn string `json:"first_due_on"`

	// O último dia.
	EndsOn *string `json:"ends_on"`

	// Como foi enviado; null sem split.
	Splits json.RawMessage `json:"splits"`

	// Seus textos.
	Metadata map[string]string `json:"metadata"`

	Authorization SubscriptionAuthorization `json:"authorization"`

	// A cobrança do primeiro pagamento.
	FirstTransactionID *string `json:"first_transaction_id"`

	// O link de pagamento em que o pagador assinou.
	PaymentLinkID *string `json:"payment_link_id"`

	// O próximo débito; null se não há.
	NextCycle *SubscriptionNextCycle `json:"next_cycle"`

	// Quando foi criada. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando o pagador autorizou. ISO 8601 UTC.
	AuthorizedAt *string `json:"authorized_at"`

	// Quando terminou. ISO 8601 UTC.
	EndedAt *string `json:"ended_at"`

	// As cobranças abertas que já não podiam ser canceladas: serão debitadas.
	NotCanceled []SubscriptionCycle `json:"not_canceled"`
}

type CarneFilters struct {
	// O número da primeira cobrança do arquivo: 1, depois 301, 601.
	From int64 `json:"from,omitempty"`
}

// Charge: Uma cobrança com tudo o que se sabe dela.
type Charge struct {
	// Tipo da transação.
	Type string `json:"type"`

	// Identificador do gateway.
	InternalID string `json:"internal_id"`

	// Sua referência.
	ExternalID *string `json:"external_id"`

	// Estado da cobrança.
	Status string `json:"status"`

	// Valor bruto em centavos.
	Amount int64 `json:"amount"`

	// Tarifa em centavos.
	FeeAmount int64 `json:"fee_amount"`

	// Valor menos a tarifa, em centavos.
	NetAmount int64 `json:"net_amount"`

	// Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita.
	Qrcode string `json:"qrcode"`

	// Caminho da imagem do QR code.
	QRImageURL string `json:"qr_image_url"`

	// Quando a cobrança expira. ISO 8601 UTC.
	ExpiresAt string `json:"expires_at"`

	// Quando foi criada. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	Due *ChargeDue `json:"due,omitempty"`

	// O valor cobrado, desde o pagamento de uma cobrança com vencimento ou de uma que foi paga com
	// outro valor. Centavos.
	Original *int64 `json:"original,omitempty"`

	// A multa que foi paga. Centavos.
	Fine *int64 `json:"fine,omitempty"`

	// Os juros que foram pagos, ou o que foi pago a mais. Centavos.
	Interest *int64 `json:"interest,omitempty"`

	// O abatimento que foi dado. Centavos.
	Rebate *int64 `json:"rebate,omitempty"`

	// O desconto que foi dado, ou o que foi pago a menos. Centavos.
	Discount *int64 `json:"discount,omitempty"`

	// O valor pago: original − abatimento − desconto + juros + multa. Centavos.
	PaidAmount *int64 `json:"paid_amount,omitempty"`

	// Caminho da página de pagamento, que não pede chaves.
	PaymentURL string `json:"payment_url"`

	// Caminho da imagem do QR code, que não pede chaves.
	PublicQRImageURL string `json:"public_qr_image_url"`

	// Quando o banco recebeu o pagamento. ISO 8601 UTC.
	PaidAt *string `json:"paid_at"`

	// Identificador do Pix no SPI (EndToEndId), 32 caracteres.
	EndToEndID *string `json:"end_to_end_id"`

	// A chave que criou a cobrança; null quando foi criada no painel.
	ClientID *string `json:"client_id"`

	// O que está sendo pago.
	Description *string `json:"description"`

	Payer ChargePayer `json:"payer"`

	// Os textos utm da criação.
	Utm map[string]string `json:"utm"`

	// Partes de outros lojistas.
	Split []ChargeSplit `json:"split"`

	// A assinatura que a criou.
	SubscriptionID string `json:"subscription_id,omitempty"`

	// O link de pagamento que a criou.
	PaymentLinkID string `json:"payment_link_id,omitempty"`

	// A cobrança expirada que ela renova.
	RenewedFrom string `json:"renewed_from,omitempty"`

	// Quanto já voltou ao pagador, em centavos. A partir da primeira devolução.
	RefundedAmount *int64 `json:"refunded_amount,omitempty"`

	// As devoluções, da mais antiga à mais nova. A partir da primeira.
	Refunds []Refund `json:"refunds,omitempty"`

	// true, só em listas: uma alteração espera a resposta do banco, e não se sabe quanto ele cobra.
	// Enquanto isso, a leitura da cobrança responde 503.
	ChangePending *bool `json:"change_pending,omitempty"`

	// Quanto está contestado ou já voltou ao pagador por contestação (MED), em centavos. A partir da
	// primeira contestação.
	DisputedAmount *int64 `json:"disputed_amount,omitempty"`
}

// ChargeBatch: Um lote de cobranças.
type ChargeBatch struct {
	// Identificador do lote.
	ID string `json:"id"`

	// Sua referência.
	ExternalID *string `json:"external_id"`

	// processing até a última cobrança ser criada ou recusada; depois completed. checked: um arquivo
	// do painel que ninguém confirmou.
	Status string `json:"status"`

	// A soma das cobranças que foram aceitas, em centavos.
	Amount int64 `json:"amount"`

	// Quantas cobranças o lote tem.
	Count int64 `json:"count"`

	// Quantas já foram criadas.
	CreatedCount int64 `json:"created_count"`

	// Quantas foram recusadas.
	RefusedCount int64 `json:"refused_count"`

	// Quantas ainda serão criadas.
	OpenCount int64 `json:"open_count"`

	// Quando o lote foi criado. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando o lote terminou. ISO 8601 UTC.
	CompletedAt *string `json:"completed_at"`

	// Desde quando o banco não registra nenhuma cobrança do lote: o lote espera por ele. Null enquanto
	// o banco registra, e sempre no ambiente de teste. ISO 8601 UTC.
	WaitingForBankSince *string `json:"waiting_for_bank_since"`
}

// ChargeBatchItem: Uma cobrança do lote.
type ChargeBatchItem struct {
	// A posição em charges, a partir de 0; num arquivo, a linha.
	Index int64 `json:"index"`

	// A parcela, se a linha do arquivo faz várias cobranças; senão 1.
	Installment int64 `json:"installment"`

	// open: ainda será criada.
	Status string `json:"status"`

	// null até a cobrança existir.
	Charge *BatchedCharge `json:"charge"`

	Refusal *ChargeBatchItemRefusal `json:"refusal"`
}

type ChargeBatchItemFilters struct {
	// O next_cursor da página anterior.
	Cursor string `json:"cursor,omitempty"`

	// Itens por página.
	Limit int64 `json:"limit,omitempty"`

	// Só as cobranças neste estado.
	Status string `json:"status,omitempty"`
}

type ChargeBatchItemPage struct {
	// As cobranças, na ordem do lote.
	Data []ChargeBatchItem `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

// ChargeBatchItemRefusal: Por que a cobrança não foi criada.
type ChargeBatchItemRefusal struct {
	// O código da recusa, como na criação de uma cobrança.
	Code string `json:"code"`

	// O motivo.
	Message string `json:"message"`

	// As falhas de cada campo.
	Fields []ChargeBatchItemRefusalField `json:"fields"`
}

type ChargeBatchItemRefusalField struct {
	// O campo.
	Field string `json:"field"`

	// O que está errado.
	Message string `json:"message"`
}

type ChargeBatchPage struct {
	// Os lotes, os mais novos primeiro.
	Data []ChargeBatch `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

// ChargeChange: Um campo que falta fica como está; null retira a regra.
type ChargeChange struct {
	// Valor bruto em centavos; deve ser maior do que a tarifa.
	Amount *int64 `json:"amount,omitempty"`

	// O vencimento: um dia pelo horário de Brasília.
	DueDate Nullable[string] `json:"due_date,omitzero"`

	// Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
	DaysAfterDue Nullable[int64] `json:"days_after_due,omitzero"`

	Fine Nullable[ChargeDueFine] `json:"fine,omitzero"`

	Interest Nullable[ChargeDueInterest] `json:"interest,omitzero"`

	Rebate Nullable[ChargeDueFine] `json:"rebate,omitzero"`

	// Até três descontos com data, ou um só por dia de antecipação.
	Discounts Nullable[[]ChargeDueDiscount] `json:"discounts,omitzero"`
}

// ChargeDue: O vencimento e suas regras. Só numa cobrança com vencimento.
type ChargeDue struct {
	// O vencimento: um dia pelo horário de Brasília.
	DueDate string `json:"due_date"`

	// Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
	DaysAfterDue int64 `json:"days_after_due"`

	Fine *ChargeDueFine `json:"fine"`

	Interest *ChargeDueInterest `json:"interest"`

	Rebate *ChargeDueFine `json:"rebate"`

	// Até três descontos com data, ou um só por dia de antecipação.
	Discounts []ChargeDueDiscount `json:"discounts"`

	// O último dia em que se pode pagar.
	LastPayableDay string `json:"last_payable_day"`

	// Quanto se paga hoje, em centavos; null quando a cobrança não está pendente.
	PayableToday *int64 `json:"payable_today"`

	// Quantas vezes foi alterada.
	Revision int64 `json:"revision"`

	// Quanto o gateway calculou para o dia do pagamento, em centavos. Só quando o banco ou a
	// plataforma confirmou outro valor, que está em `paid_amount`.
	ExpectedAmount *int64 `json:"expected_amount,omitempty"`

	// O que valia antes de cada alteração, da mais antiga à mais nova. Na leitura de uma cobrança, a
	// partir da primeira alteração.
	Revisions []ChargeDueRevision `json:"revisions,omitempty"`
}

// ChargeDueDiscount: Um desconto por pagar antes.
type ChargeDueDiscount struct {
	// Até uma data, ou por dia de antecipação, em dias corridos ou úteis.
	Mode string `json:"mode"`

	// Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o mesmo
	// que não enviar a regra, ou retirá-la.
	Value int64 `json:"value"`

	// Último dia do desconto; só em fixed_until e percent_until.
	Until string `json:"until,omitempty"`
}

// ChargeDueFine: Multa a partir do primeiro dia de atraso.
type ChargeDueFine struct {
	// Valor fixo ou percentual.
	Type string `json:"type"`

	// Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o mesmo
	// que não enviar a regra, ou retirá-la.
	Value int64 `json:"value"`
}

// ChargeDueInterest: Juros simples pelos dias depois do vencimento.
type ChargeDueInterest struct {
	// Valor ou percentual, por dia, mês ou ano, em dias corridos ou úteis.
	Mode string `json:"mode"`

	// Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o mesmo
	// que não enviar a regra, ou retirá-la.
	Value int64 `json:"value"`
}

type ChargeDueRevision struct {
	// A partir de 0, a criação.
	Revision int64 `json:"revision"`

	// O valor original, em centavos.
	Amount int64 `json:"amount"`

	// O vencimento: um dia pelo horário de Brasília.
	DueDate string `json:"due_date"`

	// Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
	DaysAfterDue int64 `json:"days_after_due"`

	Fine *ChargeDueFine `json:"fine"`

	Interest *ChargeDueInterest `json:"interest"`

	Rebate *ChargeDueFine `json:"rebate"`

	// Até três descontos com data, ou um só por dia de antecipação.
	Discounts []ChargeDueDiscount `json:"discounts"`

	// Quando deixou de valer. ISO 8601 UTC.
	ReplacedAt string `json:"replaced_at"`
}

// ChargeMails: Os e-mails ao pagador de uma cobrança.
type ChargeMails struct {
	// Até um de cada tipo, pela hora.
	Data []ChargeMailsItem `json:"data"`

	// Por que o endereço do pagador não recebe mais e-mails seus.
	AddressStop *ChargeMailsAddressStop `json:"address_stop"`

	// Abre o WhatsApp com um texto pronto e o link de pagamento, para uma pessoa enviar. Só de
	// cobranças pendentes.
	WhatsappURL *string `json:"whatsapp_url"`
}

type ChargeMailsAddressStop struct {
	// unsubscribed: a pessoa não quer mais e-mails seus. refused: o servidor de e-mail recusou o
	// endereço.
	Reason string `json:"reason"`

	// O código que o servidor de e-mail respondeu.
	Reply *string `json:"reply"`
}

type ChargeMailsItem struct {
	// before, on_due_day, after: lembretes antes, no dia e depois do vencimento; before também avisa
	// de um débito de assinatura. receipt: o comprovante. attempt_1_failed a attempt_4_failed: uma
	// tentativa do débito falhou. subscription_canceled: a assinatura foi cancelada; está na página
	// dela no painel, e na exportação do cliente.
	Kind string `json:"kind"`

	// planned: ainda não chegou a hora. waiting: na fila de envio. sent: o servidor de e-mail aceitou.
	// skipped: não foi enviado, pelo motivo em reason. failed: o envio falhou.
	Status string `json:"status"`

	// Por que não foi enviado.
	Reason *string `json:"reason"`

	// O código que o servidor de e-mail respondeu.
	Reply *string `json:"reply"`

	// Para quando foi programado; pela hora do relógio de teste, se houver. ISO 8601 UTC.
	PlannedFor string `json:"planned_for"`

	// Quando o servidor de e-mail aceitou. ISO 8601 UTC.
	SentAt *string `json:"sent_at"`
}

// ChargePayer: Quem deve pagar.
type ChargePayer struct {
	// Nome.
	Name string `json:"name"`

	// CPF ou CNPJ.
	Document string `json:"document"`

	// E-mail.
	Email *string `json:"email"`

	Address *ChargePayerAddress `json:"address,omitempty"`
}

// ChargePayerAddress: O endereço de quem paga, se foi enviado.
type ChargePayerAddress struct {
	// Logradouro e número.
	Street string `json:"street"`

	// Cidade.
	City string `json:"city"`

	// UF.
	State string `json:"state"`

	// CEP, 8 dígitos.
	PostalCode string `json:"postal_code"`

	// Código do município no IBGE.
	CityCode *string `json:"city_code"`
}

type ChargeSplit struct {
	// Quem recebe.
	Username string `json:"username"`

	// Percentual do valor bruto; null numa parte fixa.
	Percentage *float64 `json:"percentage"`

	// Parte em centavos.
	Amount int64 `json:"amount"`

	// Estado da parte.
	Status string `json:"status"`
}

type ClosingFilters struct {
	// Quantos por página.
	Limit int64 `json:"limit,omitempty"`

	// O next_cursor da página anterior.
	Cursor string `json:"cursor,omitempty"`
}

// ClosingPage: Os mais novos primeiro.
type ClosingPage struct {
	// Os fechamentos da página.
	Data []MailedClosing `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

type ClosingRecipient struct {
	// Identificador do endereço.
	ID string `json:"id"`

	// O endereço.
	Email string `json:"email"`

	// O idioma dos e-mails.
	Language string `json:"language"`

	// Os fechamentos que recebe: do mês, da semana ou do dia.
	Periods []string `json:"periods"`

	// Quando o endereço confirmou que quer receber; null enquanto não confirmou. ISO 8601 UTC.
	ConfirmedAt *string `json:"confirmed_at"`

	// Quando o próximo fechamento é enviado. ISO 8601 UTC.
	NextAt *string `json:"next_at"`
}

type ClosingSettings struct {
	// Os arquivos em anexo.
	Formats []string `json:"formats"`

	// Quem recebe, do mais antigo ao mais novo.
	Recipients []ClosingRecipient `json:"recipients"`
}

// CreatedCharge: Os dez campos de uma cobrança, e due numa cobrança com vencimento.
type CreatedCharge struct {
	// Identificador do gateway.
	InternalID string `json:"internal_id"`

	// Sua referência.
	ExternalID *string `json:"external_id"`

	// Estado da cobrança.
	Status string `json:"status"`

	// Valor bruto em centavos.
	Amount int64 `json:"amount"`

	// Tarifa em centavos.
	FeeAmount int64 `json:"fee_amount"`

	// Valor menos a tarifa, em centavos.
	NetAmount int64 `json:"net_amount"`

	// Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita.
	Qrcode string `json:"qrcode"`

	// Caminho da imagem do QR code.
	QRImageURL string `json:"qr_image_url"`

	// Quando a cobrança expira. ISO 8601 UTC.
	ExpiresAt string `json:"expires_at"`

	// Quando foi criada. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	Due *ChargeDue `json:"due,omitempty"`
}

// CreatedPayout: Um saque aceito: o valor e a tarifa já saíram do saldo disponível.
type CreatedPayout struct {
	// Identificador do gateway.
	InternalID string `json:"internal_id"`

	// Sua referência.
	ExternalID *string `json:"external_id"`

	// Estado do saque.
	Status string `json:"status"`

	// Quanto o destino recebe, em centavos.
	Amount int64 `json:"amount"`

	// Tarifa em centavos.
	FeeAmount int64 `json:"fee_amount"`

	// Chave Pix normalizada.
	PixKey string `json:"pix_key"`

	// Tipo da chave.
	PixKeyType string `json:"pix_key_type"`

	Beneficiary Beneficiary `json:"beneficiary"`

	// Quando foi criado. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`
}

// CreatedRefund: Uma devolução aceita: o valor já saiu do saldo disponível.
type CreatedRefund struct {
	// Identificador da devolução.
	InternalID string `json:"internal_id"`

	// A cobrança devolvida.
	TransactionID string `json:"transaction_id"`

	// Estado da devolução.
	Status string `json:"status"`

	// Valor a devolver, em centavos.
	Amount int64 `json:"amount"`

	// O motivo.
	Reason *string `json:"reason"`

	// Quando foi pedida. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`
}

// Customer: Quem paga as suas cobranças: um CPF ou CNPJ.
type Customer struct {
	// Identificador do cliente. Não contém o documento.
	ID string `json:"id"`

	// O nome na cobrança mais nova ou, antes da primeira, na assinatura.
	Name string `json:"name"`

	// CPF ou CNPJ, sem pontuação.
	Document string `json:"document"`

	// O e-mail na cobrança mais nova ou, antes da primeira, na assinatura.
	Email *string `json:"email"`

	// Quando foi criada a primeira cobrança, ou antes dela a assinatura. ISO 8601 UTC.
	FirstChargeAt string `json:"first_charge_at"`

	// Quando foi criada a cobrança mais nova, ou antes dela a assinatura. ISO 8601 UTC.
	LastChargeAt string `json:"last_charge_at"`
}

// CustomerDetails: Um cliente, com o que pagou e o que deve.
type CustomerDetails struct {
	// Identificador do cliente. Não contém o documento.
	ID string `json:"id"`

	// O nome na cobrança mais nova ou, antes da primeira, na assinatura.
	Name string `json:"name"`

	// CPF ou CNPJ, sem pontuação.
	Document string `json:"document"`

	// O e-mail na cobrança mais nova ou, antes da primeira, na assinatura.
	Email *string `json:"email"`

	// Quando foi criada a primeira cobrança, ou antes dela a assinatura. ISO 8601 UTC.
	FirstChargeAt string `json:"first_charge_at"`

	// Quando foi criada a cobrança mais nova, ou antes dela a assinatura. ISO 8601 UTC.
	LastChargeAt string `json:"last_charge_at"`

	Summary CustomerSummary `json:"summary"`
}

// CustomerErasure: O apagamento dos dados de um cliente.
type CustomerErasure struct {
	// Identificador do apagamento.
	ID string `json:"id"`

	// O cliente que foi apagado.
	CustomerID string `json:"customer_id"`

	// running: ainda há cobranças; o gateway continua sozinho.
	Status string `json:"status"`

	// Quantas cobranças já ficaram sem os dados da pessoa.
	ErasedCharges int64 `json:"erased_charges"`

	// Quando foi pedido. ISO 8601 UTC.
	RequestedAt string `json:"requested_at"`

	// Quando terminou. ISO 8601 UTC.
	FinishedAt *string `json:"finished_at"`
}

// CustomerExport: Tudo o que está guardado sobre um cliente.
type CustomerExport struct {
	// Quando os dados foram lidos. ISO 8601 UTC.
	ExportedAt string `json:"exported_at"`

	Customer Customer `json:"customer"`

	// As anotações da equipe.
	Notes []CustomerNote `json:"notes"`

	// As cobranças, com as devoluções.
	Charges []Charge `json:"charges"`

	// As contestações.
	Disputes []Dispute `json:"disputes"`

	// Os lembretes, avisos e comprovantes por e-mail.
	Mails []CustomerExportMail `json:"mails"`

	// As assinaturas.
	Subscriptions []Subscription `json:"subscriptions"`

	// false: só as 10.000 cobranças e assinaturas mais novas estão aqui.
	IsComplete bool `json:"is_complete"`
}

type CustomerExportMail struct {
	// A cobrança ou a assinatura.
	TransactionID string `json:"transaction_id"`

	// before, on_due_day, after: lembretes antes, no dia e depois do vencimento; before também avisa
	// de um débito de assinatura. receipt: o comprovante. attempt_1_failed a attempt_4_failed: uma
	// tentativa do débito falhou. subscription_canceled: a assinatura foi cancelada; está na página
	// dela no painel, e na exportação do cliente.
	Kind string `json:"kind"`

	// planned: ainda não chegou a hora. waiting: na fila de envio. sent: o servidor de e-mail aceitou.
	// skipped: não foi enviado, pelo motivo em reason. failed: o envio falhou.
	Status string `json:"status"`

	// Por que não foi enviado.
	Reason *string `json:"reason"`

	// O código que o servidor de e-mail respondeu.
	Reply *string `json:"reply"`

	// Para quando foi programado; pela hora do relógio de teste, se houver. ISO 8601 UTC.
	PlannedFor string `json:"planned_for"`

	// Quando o servidor de e-mail aceitou. ISO 8601 UTC.
	SentAt *string `json:"sent_at"`
}

type CustomerFilters struct {
	// Começos de palavras do nome ou do e-mail, ou o começo do CPF ou CNPJ.
	Search string `json:"search,omitempty"`

	// O next_cursor da página anterior.
	Cursor string `json:"cursor,omitempty"`

	// Quantos em cada página.
	Limit int64 `json:"limit,omitempty"`
}

type CustomerNote struct {
	// Identificador da anotação.
	ID string `json:"id"`

	// O que a equipe escreveu.
	Text string `json:"text"`

	// Quem escreveu.
	Author string `json:"author"`

	// Quando foi escrita. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`
}

// CustomerPage: Uma página da lista.
type CustomerPage struct {
	// Os mais novos primeiro.
	Data []Customer `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

// CustomerSummary: As somas das cobranças do cliente.
type CustomerSummary struct {
	// Quantas cobranças.
	ChargeCount int64 `json:"charge_count"`

	// Quantas foram pagas.
	PaidCount int64 `json:"paid_count"`

	// O que pagou, em centavos, antes de devoluções.
	PaidAmount int64 `json:"paid_amount"`

	// O que já foi devolvido, em centavos.
	RefundedAmount int64 `json:"refunded_amount"`

	// O que está contestado ou voltou por contestação, em centavos.
	DisputedAmount int64 `json:"disputed_amount"`

	// Quantas cobranças aguardam pagamento.
	PendingCount int64 `json:"pending_count"`

	// O que está em aberto, em centavos.
	PendingAmount int64 `json:"pending_amount"`

	// Quantas expiraram sem pagamento.
	ExpiredCount int64 `json:"expired_count"`

	// A soma das que expiraram sem pagamento, em centavos.
	ExpiredAmount int64 `json:"expired_amount"`

	// O pagamento mais recente. ISO 8601 UTC.
	LastPaidAt *string `json:"last_paid_at"`

	// false: tem mais de 10.000 cobranças, e só as 10.000 mais novas estão somadas.
	IsComplete bool `json:"is_complete"`
}

// Dispute: Um pagamento contestado pelo banco do pagador (MED).
type Dispute struct {
	// Identificador da contestação.
	InternalID string `json:"internal_id"`

	// A cobrança contestada.
	TransactionID string `json:"transaction_id"`

	// Identificador do Pix contestado no SPI (EndToEndId).
	EndToEndID string `json:"end_to_end_id"`

	// Fraude, falha operacional, ou Pix Automático.
	Reason string `json:"reason"`

	// Situação.
	Status string `json:"status"`

	// Valor contestado, em centavos.
	Amount int64 `json:"amount"`

	// Quanto está bloqueado agora por ela, em centavos, somados todos os lojistas.
	BlockedAmount int64 `json:"blocked_amount"`

	// Quanto já voltou ao pagador, em centavos.
	ReturnedAmount int64 `json:"returned_amount"`

	// Quando foi aberta. ISO 8601 UTC.
	OpenedAt string `json:"opened_at"`

	// Até quando a defesa é aceita. ISO 8601 UTC.
	DefenseDueAt *string `json:"defense_due_at"`

	// Quando foi encerrada. ISO 8601 UTC.
	ClosedAt *string `json:"closed_at"`

	// A última defesa escrita.
	Defense *DisputeDefense `json:"defense"`
}

type DisputeDefense struct {
	// O texto da defesa.
	Text string `json:"text"`

	// waiting: o gateway ainda vai enviá-la; sent: enviada; failed: recusada.
	Status string `json:"status"`

	// Quando foi escrita. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando foi enviada. ISO 8601 UTC.
	SentAt *string `json:"sent_at"`

	// Por que o banco recusou a defesa.
	FailureReason *string `json:"failure_reason"`
}

// DisputeFile: Um arquivo anexado à defesa de uma contestação.
type DisputeFile struct {
	// Identificador do arquivo.
	ID string `json:"id"`

	// Nome, com a terminação do tipo.
	Name string `json:"name"`

	// O tipo, visto no conteúdo.
	ContentType string `json:"content_type"`

	// Tamanho em bytes.
	SizeBytes int64 `json:"size_bytes"`

	// Quando foi enviado ao gateway. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando o banco o recebeu; null em bancos que não recebem arquivos. ISO 8601 UTC.
	SentAt *string `json:"sent_at"`
}

// DisputeFiles: Os arquivos de uma contestação, no máximo 10.
type DisputeFiles struct {
	// Os arquivos, do mais antigo ao mais novo.
	Data []DisputeFile `json:"data"`
}

type DisputeFilters struct {
	// Só as de cobranças deste cliente: o id de GET /v1/customers.
	Customer string `json:"customer,omitempty"`

	// Só as que estão nesta situação.
	Status string `json:"status,omitempty"`

	// Só as desta cobrança.
	TransactionID string `json:"transaction_id,omitempty"`

	// Registradas aqui a partir deste instante. Só a data vale 00:00 UTC.
	CreatedFrom string `json:"created_from,omitempty"`

	// Registradas aqui antes deste instante.
	CreatedTo string `json:"created_to,omitempty"`

	// Quantas por página.
	Limit int64 `json:"limit,omitempty"`

	// O next_cursor da página anterior.
	Cursor string `json:"cursor,omitempty"`
}

// DisputePage: As mais novas primeiro.
type DisputePage struct {
	// As contestações da página.
	Data []Dispute `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

type EventAttempt struct {
	// A entrega.
	DeliveryID string `json:"delivery_id"`

	// O webhook; null no sandbox.
	WebhookEndpointID *string `json:"webhook_endpoint_id"`

	// O endereço; null no sandbox.
	URL *string `json:"url"`

	// Conta as tentativas da entrega.
	Attempt int64 `json:"attempt"`

	// Quando começou. ISO 8601 UTC.
	StartedAt string `json:"started_at"`

	// Milissegundos.
	DurationMs int64 `json:"duration_ms"`

	// O status da resposta; null se não houve.
	ResponseStatus *int64 `json:"response_status"`

	// O começo da resposta, até 1 KiB.
	ResponseExcerpt *string `json:"response_excerpt"`

	// Por que não houve resposta.
	Failure *string `json:"failure"`
}

// EventAttempts: As de todas as entregas do evento.
type EventAttempts struct {
	// As mais novas primeiro, até 100.
	Data []EventAttempt `json:"data"`
}

// EventDetails: O evento e o estado de cada entrega.
type EventDetails struct {
	// Identificador do evento.
	ID string `json:"id"`

	// O tipo do evento.
	Event string `json:"event"`

	// O ambiente da transação.
	Environment string `json:"environment"`

	// Conta os eventos de uma transação, parte ou contestação a partir de 1.
	Sequence int64 `json:"sequence"`

	// Quando aconteceu. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// O mesmo que o webhook leva: veja o corpo de cada evento em Webhooks.
	Data json.RawMessage `json:"data"`

	// A transação, contestação ou ajuste de que o evento trata.
	ResourceID string `json:"resource_id"`

	// Se algum webhook o recebe e todos já o receberam.
	Delivered bool `json:"delivered"`

	// Uma entrega para cada webhook que recebe o evento.
	Deliveries []EventDetailsDelivery `json:"deliveries"`
}

type EventDetailsDelivery struct {
	// O X-Service-Delivery.
	ID string `json:"id"`

	// O webhook; null no sandbox.
	WebhookEndpointID *string `json:"webhook_endpoint_id"`

	// O endereço; null no sandbox.
	URL *string `json:"url"`

	// failed: as tentativas se esgotaram.
	Status string `json:"status"`

	// Tentativas feitas.
	AttemptCount int64 `json:"attempt_count"`

	// A próxima tentativa; null se terminou ou se o webhook está pausado. ISO 8601 UTC.
	NextAttemptAt *string `json:"next_attempt_at"`
}

type EventFilters struct {
	// Só estes tipos, separados por vírgula.
	Type string `json:"type,omitempty"`

	// Só os eventos desta transação ou contestação.
	Resource string `json:"resource,omitempty"`

	// false: só os que algum webhook ainda não recebeu, ou que nenhum webhook recebe. true: só os que
	// todos os webhooks receberam.
	Delivered *bool `json:"delivered,omitempty"`

	// O id de um evento: só os que vêm depois dele.
	After string `json:"after,omitempty"`

	// Um instante ISO 8601: só os eventos desde então (os primeiros podem ser alguns segundos mais
	// antigos). Só sem after.
	Since string `json:"since,omitempty"`

	// Quantos por página.
	Limit int64 `json:"limit,omitempty"`
}

// EventPage: Os mais antigos primeiro.
type EventPage struct {
	// Os eventos da página.
	Data []EventPageItem `json:"data"`

	// O after da próxima página, agora ou mais tarde; null só sem evento algum.
	NextCursor *string `json:"next_cursor"`

	// Se já há o que ler depois dele. Com um filtro a página pode vir incompleta.
	HasMore bool `json:"has_more"`
}

// EventPageItem: Algo que aconteceu na sua conta.
type EventPageItem struct {
	// Identificador do evento.
	ID string `json:"id"`

	// O tipo do evento.
	Event string `json:"event"`

	// O ambiente da transação.
	Environment string `json:"environment"`

	// Conta os eventos de uma transação, parte ou contestação a partir de 1.
	Sequence int64 `json:"sequence"`

	// Quando aconteceu. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// O mesmo que o webhook leva: veja o corpo de cada evento em Webhooks.
	Data json.RawMessage `json:"data"`

	// A transação, contestação ou ajuste de que o evento trata.
	ResourceID string `json:"resource_id"`

	// Se algum webhook o recebe e todos já o receberam.
	Delivered bool `json:"delivered"`
}

// EventResend: A quem reenviar.
type EventResend struct {
	// Só a este webhook. Sem ele, a todos os que recebem o evento.
	WebhookEndpointID string `json:"webhook_endpoint_id,omitempty"`
}

type EventStreamFilters struct {
	// Só estes tipos, separados por vírgula.
	Type string `json:"type,omitempty"`

	// O id de um evento: só os que vêm depois dele. O cabeçalho Last-Event-ID, se enviado, vale no
	// lugar dele.
	After string `json:"after,omitempty"`

	// Um instante ISO 8601: só os eventos desde então (os primeiros podem ser alguns segundos mais
	// antigos). Só sem after.
	Since string `json:"since,omitempty"`
}

type FailureReason struct {
	// Código ISO 20022 do SPI, ou um nosso.
	Code string `json:"code"`

	// O motivo, em português.
	Message string `json:"message"`
}

type ListedRefund struct {
	// Identificador da devolução.
	InternalID string `json:"internal_id"`

	// Estado da devolução.
	Status string `json:"status"`

	// Valor devolvido em centavos.
	Amount int64 `json:"amount"`

	// O motivo.
	Reason *string `json:"reason"`

	// O que outros lojistas devolvem das suas partes; o resto é da origem.
	Split []RefundSplit `json:"split"`

	// Quando foi pedida. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando o dinheiro voltou ao pagador. ISO 8601 UTC.
	DoneAt *string `json:"done_at"`

	// Identificador da devolução no SPI.
	ReturnID *string `json:"return_id"`

	// A chave que pediu a devolução; null quando foi pedida no painel.
	ClientID *string `json:"client_id"`

	// Por que a devolução falhou; null quando não falhou.
	FailureReason *FailureReason `json:"failure_reason"`

	// Retida: conta suspensa.
	Held *bool `json:"held,omitempty"`

	// A cobrança devolvida.
	TransactionID string `json:"transaction_id"`

	// A referência da cobrança.
	ExternalID *string `json:"external_id"`

	// Identificador do Pix devolvido no SPI (EndToEndId).
	EndToEndID string `json:"end_to_end_id"`
}

type MailedClosing struct {
	// Identificador do e-mail.
	ID string `json:"id"`

	// O endereço.
	Email string `json:"email"`

	// O primeiro dia do período, em Brasília.
	From string `json:"from"`

	// O último dia do período.
	To string `json:"to"`

	// Os arquivos em anexo.
	Formats []string `json:"formats"`

	// waiting: ainda não saiu; sent: o servidor de e-mail aceitou; failed: recusado.
	Status string `json:"status"`

	// Quando foi escrito. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando foi enviado. ISO 8601 UTC.
	SentAt *string `json:"sent_at"`
}

type NewCharge struct {
	// Valor bruto em centavos; deve ser maior do que a tarifa.
	Amount int64 `json:"amount"`

	Payer NewPayer `json:"payer"`

	// Sua referência, 1 a 128 caracteres. Não precisa ser única.
	ExternalID string `json:"external_id,omitempty"`

	// O que está sendo pago, até 140 caracteres. Quem paga lê na página de pagamento.
	Description string `json:"description,omitempty"`

	// Validade em segundos, a partir da criação; sem ela, 86400. Não existe com due_date.
	ExpiresIn *int64 `json:"expires_in,omitempty"`

	// O vencimento: um dia pelo horário de Brasília.
	DueDate string `json:"due_date,omitempty"`

	// Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
	DaysAfterDue *int64 `json:"days_after_due,omitempty"`

	Fine *ChargeDueFine `json:"fine,omitempty"`

	Interest *ChargeDueInterest `json:"interest,omitempty"`

	Rebate *ChargeDueFine `json:"rebate,omitempty"`

	// Até três descontos com data, ou um só por dia de antecipação.
	Discounts []ChargeDueDiscount `json:"discounts,omitempty"`

	// Endereço do aviso desta cobrança. Usado só pela conta sandbox.
	WebhookURL string `json:"webhook_url,omitempty"`

	// Até 10 textos de até 255 caracteres, guardados na cobrança e nos splits.
	Utm map[string]string `json:"utm,omitempty"`

	// Até 20 lojistas que recebem parte do valor bruto: `username` e `percentage` (0,01 a 90, no
	// máximo duas casas decimais; a soma não passa de 90), ou `username` e `amount` (parte fixa, em
	// centavos).
	Split []NewSplit `json:"split,omitempty"`

	// Só com chave de teste: o relógio de teste em cujo tempo a cobrança vive.
	ClockID string `json:"clock_id,omitempty"`
}

type NewChargeBatch struct {
	// De 1 a 10.000 cobranças, cada uma com os campos de POST /v1/pix/qrcode, menos clock_id.
	Charges []NewCharge `json:"charges"`

	// O que fazer se uma cobrança é recusada. false, o padrão: nada é criado. true: as outras são
	// criadas.
	OnlyValid *bool `json:"only_valid,omitempty"`

	// Sua referência do lote, 1 a 128 caracteres. Não precisa ser única.
	ExternalID string `json:"external_id,omitempty"`
}

type NewDefense struct {
	// A defesa, de 1 a 1000 caracteres. O banco do pagador a lê.
	Text string `json:"text,omitempty"`
}

type NewDisputeFile struct {
	// O nome do arquivo, de 1 a 200 caracteres.
	Name string `json:"name,omitempty"`

	// O conteúdo em base64: um PDF, PNG ou JPEG de até 10 MB.
	Content string `json:"content,omitempty"`
}

// NewPayer: Quem vai pagar.
type NewPayer struct {
	// Nome de quem paga, 1 a 200 caracteres.
	Name string `json:"name,omitempty"`

	// CPF (11 dígitos) ou CNPJ (14 caracteres, também o alfanumérico). Pontuação é retirada. Com chave
	// de produção os dígitos verificadores são conferidos.
	Document string `json:"document,omitempty"`

	// E-mail de quem paga.
	Email string `json:"email,omitempty"`

	Address *NewPayerAddress `json:"address,omitempty"`
}

// NewPayerAddress: Só com due_date. Com o endereço valem os feriados do estado e do município que o
// gateway conhece.
type NewPayerAddress struct {
	// Logradouro e número.
	Street string `json:"street,omitempty"`

	// Cidade.
	City string `json:"city,omitempty"`

	// UF.
	State string `json:"state,omitempty"`

	// CEP.
	PostalCode string `json:"postal_code,omitempty"`

	// Código do município no IBGE, 7 dígitos. Com ele valem os feriados do município.
	CityCode string `json:"city_code,omitempty"`
}

// NewPaymentLink: O que se paga e quanto.
type NewPaymentLink struct {
	// O que o pagador lê no alto da página, 1 a 200 caracteres.
	Title string `json:"title,omitempty"`

	// Mais sobre o que se paga, até 1000 caracteres.
	Description string `json:"description,omitempty"`

	// O produto que o link vende, pelo preço dele. Não vale junto com amount.
	ProductID string `json:"product_id,omitempty"`

	// Valor em centavos; null ou ausente: o pagador escreve o valor.
	Amount *int64 `json:"amount,omitempty"`

	// Menor valor que o pagador pode escrever, em centavos.
	MinAmount *int64 `json:"min_amount,omitempty"`

	// Maior valor que o pagador pode escrever, em centavos.
	MaxAmount *int64 `json:"max_amount,omitempty"`

	// Quantos pagamentos aceita; null: sem limite.
	Stock *int64 `json:"stock,omitempty"`

	// paused: a página não aceita pagamentos.
	Status string `json:"status,omitempty"`

	// Até quando aceita pagamentos.
	ExpiresAt string `json:"expires_at,omitempty"`

	// Para onde o pagador pode ir depois de pagar.
	ReturnURL string `json:"return_url,omitempty"`

	// Em quantos dias vence a cobrança que o pagador cria; null ou ausente: ela vale por 30 minutos.
	// Não vale junto com stock.
	DueInDays *int64 `json:"due_in_days,omitempty"`

	// Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
	DaysAfterDue *int64 `json:"days_after_due,omitempty"`

	Fine *ChargeDueFine `json:"fine,omitempty"`

	Interest *ChargeDueInterest `json:"interest,omitempty"`

	Rebate *ChargeDueFine `json:"rebate,omitempty"`

	// Até três descontos com dia de término, ou um só por dia de antecipação.
	Discounts []PaymentLinkDueDiscount `json:"discounts,omitempty"`

	// O pagador assina por Pix Automático, em vez de pagar uma vez. Não vale junto com stock e
	// due_in_days.
	Subscription *NewPaymentLinkSubscription `json:"subscription,omitempty"`
}

// NewPaymentLinkSubscription: O pagador assina, em vez de pagar uma vez. Só com preço fixo.
type NewPaymentLinkSubscription struct {
	// De quanto em quanto tempo.
	Interval string `json:"interval,omitempty"`

	// O primeiro vencimento, em dias depois do dia em que o pagador assina. Ou first_due_day.
	FirstDueInDays *int64 `json:"first_due_in_days,omitempty"`

	// O primeiro vencimento é o próximo dia do mês com este número. Ou first_due_in_days.
	FirstDueDay *int64 `json:"first_due_day,omitempty"`

	// Como o pagador autoriza: por um código, ou por um código que também cobra agora.
	Journey string `json:"journey,omitempty"`

	// three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
	Retries string `json:"retries,omitempty"`

	// Quantos débitos; null: até que alguém cancele. O pagamento de agora não conta.
	Cycles *int64 `json:"cycles,omitempty"`
}

type NewPayout struct {
	// Quanto o destino recebe, em centavos. A tarifa é cobrada à parte.
	Amount int64 `json:"amount"`

	// Chave Pix de destino; grafias comuns são normalizadas.
	PixKey string `json:"pix_key,omitempty"`

	// Tipo da chave; `evp` é o mesmo que `random`.
	PixKeyType string `json:"pix_key_type,omitempty"`

	Beneficiary Beneficiary `json:"beneficiary"`

	// Sua referência, 1 a 128 caracteres. Única para sempre: um saque não se repete.
	ExternalID string `json:"external_id,omitempty"`

	// Endereço do aviso deste saque. Usado só pela conta sandbox.
	WebhookURL string `json:"webhook_url,omitempty"`
}

// NewProduct: O que os links vendem.
type NewProduct struct {
	// O nome, 1 a 200 caracteres.
	Name string `json:"name,omitempty"`

	// A descrição, até 1000 caracteres.
	Description string `json:"description,omitempty"`

	// O preço em centavos; deve ser maior do que a tarifa.
	Amount int64 `json:"amount"`
}

type NewRefund struct {
	// Quanto devolver, em centavos. Sem ele, tudo o que resta do pagamento.
	Amount *int64 `json:"amount,omitempty"`

	// O motivo, até 140 caracteres. O pagador pode vê-lo no extrato.
	Reason string `json:"reason,omitempty"`

	// true: a origem devolve também as partes dos lojistas do split.
	BearAll *bool `json:"bear_all,omitempty"`
}

type NewSplit struct {
	// O username do lojista que recebe.
	Username string `json:"username,omitempty"`

	// Parte do valor bruto, em por cento; no lugar de `amount`.
	Percentage *float64 `json:"percentage,omitempty"`

	// Parte fixa, em centavos; no lugar de `percentage`.
	Amount *int64 `json:"amount,omitempty"`
}

type NewSplitPreview struct {
	// Valor bruto em centavos; deve ser maior do que a tarifa.
	Amount int64 `json:"amount"`

	// Até 20 lojistas que recebem parte do valor bruto: `username` e `percentage` (0,01 a 90, no
	// máximo duas casas decimais; a soma não passa de 90), ou `username` e `amount` (parte fixa, em
	// centavos).
	Split []NewSplit `json:"split,omitempty"`

	// Uma cobrança pendente com vencimento que seria alterada. Valem o dia em que foi criada, a
	// tarifa, os splits e os feriados dela, e o que não for enviado fica como está.
	InternalID string `json:"internal_id,omitempty"`

	// O vencimento: um dia pelo horário de Brasília.
	DueDate string `json:"due_date,omitempty"`

	// Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
	DaysAfterDue *int64 `json:"days_after_due,omitempty"`

	Fine *ChargeDueFine `json:"fine,omitempty"`

	Interest *ChargeDueInterest `json:"interest,omitempty"`

	Rebate *ChargeDueFine `json:"rebate,omitempty"`

	// Até três descontos com data, ou um só por dia de antecipação.
	Discounts []ChargeDueDiscount `json:"discounts,omitempty"`

	Payer *NewSplitPreviewPayer `json:"payer,omitempty"`
}

// NewSplitPreviewPayer: O endereço de quem paga, cujos feriados locais contam.
type NewSplitPreviewPayer struct {
	Address *NewPayerAddress `json:"address,omitempty"`
}

// NewSubscription: Quanto, quando e como o pagador autoriza.
type NewSubscription struct {
	// Sua referência, até 35 caracteres, como o número do contrato.
	Reference string `json:"reference,omitempty"`

	Payer NewSubscriptionPayer `json:"payer"`

	// O que se paga, até 35 caracteres. O pagador lê no banco.
	Description string `json:"description,omitempty"`

	// Valor fixo de cada cobrança, em centavos.
	Amount *int64 `json:"amount,omitempty"`

	// Valor variável: o menor valor de uma cobrança, em centavos.
	MinAmount *int64 `json:"min_amount,omitempty"`

	// De quanto em quanto tempo.
	Interval string `json:"interval,omitempty"`

	// O vencimento da primeira cobrança, ao menos dois dias depois de hoje.
	FirstDueOn string `json:"first_due_on,omitempty"`

	// O último dia; sem ele, até alguém cancelar.
	EndsOn string `json:"ends_on,omitempty"`

	// three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
	Retries string `json:"retries,omitempty"`

	// Como o pagador autoriza: o banco pergunta (bank_push), um código, um código que também cobra
	// agora (code_and_first_payment), ou uma oferta depois de um pagamento (offer).
	Journey string `json:"journey,omitempty"`

	// O valor do primeiro pagamento, se não é amount. Só em code_and_first_payment e offer.
	FirstPayment *NewSubscriptionFirstPayment `json:"first_payment,omitempty"`

	// Até 20 lojistas que recebem parte do valor bruto: `username` e `percentage` (0,01 a 90, no
	// máximo duas casas decimais; a soma não passa de 90), ou `username` e `amount` (parte fixa, em
	// centavos).
	Splits []NewSplit `json:"splits,omitempty"`

	// Até 10 textos seus, de até 255 caracteres.
	Metadata map[string]string `json:"metadata,omitempty"`

	// Só com chave de teste: o relógio de teste em cujo tempo a assinatura vive.
	ClockID string `json:"clock_id,omitempty"`
}

type NewSubscriptionCycle struct {
	// Em centavos.
	Amount int64 `json:"amount"`

	// O vencimento; num dia não útil, passa ao próximo dia útil.
	DueOn string `json:"due_on,omitempty"`
}

type NewSubscriptionFirstPayment struct {
	// Em centavos.
	Amount int64 `json:"amount"`
}

// NewSubscriptionPayer: Quem vai pagar.
type NewSubscriptionPayer struct {
	// Nome de quem paga, até 140 caracteres.
	Name string `json:"name,omitempty"`

	// CPF ou CNPJ de quem paga.
	Document string `json:"document,omitempty"`

	// E-mail de quem paga, para os avisos de débitos, se você quiser.
	Email string `json:"email,omitempty"`

	Account *NewSubscriptionPayerAccount `json:"account,omitempty"`
}

// NewSubscriptionPayerAccount: Só com journey bank_push: onde o banco pergunta.
type NewSubscriptionPayerAccount struct {
	// O ISPB do banco do pagador.
	Ispb string `json:"ispb,omitempty"`

	// A agência.
	Branch string `json:"branch,omitempty"`

	// A conta.
	Number string `json:"number,omitempty"`
}

// NewTestClock: O nome e a hora do começo.
type NewTestClock struct {
	// Um nome para você.
	Name string `json:"name,omitempty"`

	// Com que hora o relógio começa: ISO 8601, agora ou depois. Sem o campo, agora.
	Now string `json:"now,omitempty"`

	// true: a chave que chama passa a viver no tempo do relógio.
	BindKey *bool `json:"bind_key,omitempty"`
}

type NewTestDispute struct {
	// Quanto contestar, em centavos. Sem ele, tudo o que resta do pagamento.
	Amount *int64 `json:"amount,omitempty"`

	// O motivo; sem ele, fraud.
	Reason string `json:"reason,omitempty"`
}

// NewWebhookEndpoint: O endereço e os eventos.
type NewWebhookEndpoint struct {
	// Em produção, https e público.
	URL string `json:"url,omitempty"`

	// Só estes eventos; sem o campo, todos.
	Events []string `json:"events,omitempty"`
}

// NewWebhookExam: O que examinar.
type NewWebhookExam struct {
	// O endereço do seu programa. Valem as regras dos endereços de webhooks.
	URL string `json:"url,omitempty"`

	// Uma cobrança sua de teste, da qual os eventos tratam. Sem ela, uma inventada.
	ChargeID string `json:"charge_id,omitempty"`
}

// NewWebhookSecretCheck: O segredo a conferir.
type NewWebhookSecretCheck struct {
	// O segredo que o seu programa tem, em qualquer forma.
	Secret string `json:"secret,omitempty"`
}

// PaidTestCharge: A cobrança, como GET a mostra.
type PaidTestCharge struct {
	// Tipo da transação.
	Type string `json:"type"`

	// Identificador do gateway.
	InternalID string `json:"internal_id"`

	// Sua referência.
	ExternalID *string `json:"external_id"`

	// Estado da cobrança.
	Status string `json:"status"`

	// Valor bruto em centavos.
	Amount int64 `json:"amount"`

	// Tarifa em centavos.
	FeeAmount int64 `json:"fee_amount"`

	// Valor menos a tarifa, em centavos.
	NetAmount int64 `json:"net_amount"`

	// Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita.
	Qrcode string `json:"qrcode"`

	// Caminho da imagem do QR code.
	QRImageURL string `json:"qr_image_url"`

	// Quando a cobrança expira. ISO 8601 UTC.
	ExpiresAt string `json:"expires_at"`

	// Quando foi criada. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	Due *ChargeDue `json:"due,omitempty"`

	// O valor cobrado, desde o pagamento de uma cobrança com vencimento ou de uma que foi paga com
	// outro valor. Centavos.
	Original *int64 `json:"original,omitempty"`

	// A multa que foi paga. Centavos.
	Fine *int64 `json:"fine,omitempty"`

	// Os juros que foram pagos, ou o que foi pago a mais. Centavos.
	Interest *int64 `json:"interest,omitempty"`

	// O abatimento que foi dado. Centavos.
	Rebate *int64 `json:"rebate,omitempty"`

	// O desconto que foi dado, ou o que foi pago a menos. Centavos.
	Discount *int64 `json:"discount,omitempty"`

	// O valor pago: original − abatimento − desconto + juros + multa. Centavos.
	PaidAmount *int64 `json:"paid_amount,omitempty"`

	// Caminho da página de pagamento, que não pede chaves.
	PaymentURL string `json:"payment_url"`

	// Caminho da imagem do QR code, que não pede chaves.
	PublicQRImageURL string `json:"public_qr_image_url"`

	// Quando o banco recebeu o pagamento. ISO 8601 UTC.
	PaidAt *string `json:"paid_at"`

	// Identificador do Pix no SPI (EndToEndId), 32 caracteres.
	EndToEndID *string `json:"end_to_end_id"`

	// A chave que criou a cobrança; null quando foi criada no painel.
	ClientID *string `json:"client_id"`

	// O que está sendo pago.
	Description *string `json:"description"`

	Payer ChargePayer `json:"payer"`

	// Os textos utm da criação.
	Utm map[string]string `json:"utm"`

	// Partes de outros lojistas.
	Split []ChargeSplit `json:"split"`

	// A assinatura que a criou.
	SubscriptionID string `json:"subscription_id,omitempty"`

	// O link de pagamento que a criou.
	PaymentLinkID string `json:"payment_link_id,omitempty"`

	// A cobrança expirada que ela renova.
	RenewedFrom string `json:"renewed_from,omitempty"`

	// Quanto já voltou ao pagador, em centavos. A partir da primeira devolução.
	RefundedAmount *int64 `json:"refunded_amount,omitempty"`

	// As devoluções, da mais antiga à mais nova. A partir da primeira.
	Refunds []Refund `json:"refunds,omitempty"`

	// true, só em listas: uma alteração espera a resposta do banco, e não se sabe quanto ele cobra.
	// Enquanto isso, a leitura da cobrança responde 503.
	ChangePending *bool `json:"change_pending,omitempty"`

	// Quanto está contestado ou já voltou ao pagador por contestação (MED), em centavos. A partir da
	// primeira contestação.
	DisputedAmount *int64 `json:"disputed_amount,omitempty"`

	// Os pagamentos que o banco simulado recebeu. Só quando pedir um cenário.
	TestPayments []PaidTestChargeTestPayment `json:"test_payments,omitempty"`
}

type PaidTestChargeTestPayment struct {
	// Identificador do Pix.
	EndToEndID string `json:"end_to_end_id"`

	// Valor em centavos.
	Amount int64 `json:"amount"`

	// CPF ou CNPJ de quem pagou.
	PayerDocument string `json:"payer_document"`

	// paid: pagou a cobrança. held: ficou a identificar, como em produção.
	Result string `json:"result"`

	// Por que não pagou a cobrança; null quando pagou.
	Reason *string `json:"reason"`
}

// PayerMailSettings: O que os pagadores recebem por e-mail.
type PayerMailSettings struct {
	// Quantos dias antes do vencimento, ou do débito de uma assinatura, o pagador é lembrado; null:
	// não é.
	DaysBefore *int64 `json:"days_before"`

	// Se o pagador é lembrado no dia do vencimento.
	OnDueDay bool `json:"on_due_day"`

	// Quantos dias depois do vencimento sem pagamento o pagador é avisado; null: não é. Se um débito
	// de uma assinatura falha, o aviso vai na manhã seguinte.
	DaysAfter *int64 `json:"days_after"`

	// Se o pagador recebe o comprovante depois de pagar.
	Receipts bool `json:"receipts"`

	// Se esta plataforma envia e-mails. Sem isso nada pode ser ligado.
	IsMailConfigured bool `json:"is_mail_configured"`
}

// PayerMailSettingsChange: Só o que vem muda.
type PayerMailSettingsChange struct {
	// Quantos dias antes do vencimento, ou do débito de uma assinatura, o pagador é lembrado; null:
	// não é.
	DaysBefore Nullable[int64] `json:"days_before,omitzero"`

	// Se o pagador é lembrado no dia do vencimento.
	OnDueDay *bool `json:"on_due_day,omitempty"`

	// Quantos dias depois do vencimento sem pagamento o pagador é avisado; null: não é. Se um débito
	// de uma assinatura falha, o aviso vai na manhã seguinte.
	DaysAfter Nullable[int64] `json:"days_after,omitzero"`

	// Se o pagador recebe o comprovante depois de pagar.
	Receipts *bool `json:"receipts,omitempty"`
}

// PaymentLink: Uma página em que o pagador cria a cobrança.
type PaymentLink struct {
	// Identificador do link.
	ID string `json:"id"`

	// O título.
	Title string `json:"title"`

	// A descrição.
	Description *string `json:"description"`

	// O produto que o link vende.
	ProductID *string `json:"product_id"`

	// A imagem do produto.
	ImageURL *string `json:"image_url"`

	// Valor em centavos, o do produto se há um; null: livre.
	Amount *int64 `json:"amount"`

	// Menor valor, em centavos.
	MinAmount *int64 `json:"min_amount"`

	// Maior valor, em centavos.
	MaxAmount *int64 `json:"max_amount"`

	// Quantos pagamentos aceita; null: sem limite.
	Stock *int64 `json:"stock"`

	// Unidades livres agora; null: sem limite.
	AvailableCount *int64 `json:"available_count"`

	// Unidades em cobranças que ainda podem ser pagas.
	HeldCount int64 `json:"held_count"`

	// Quantos pagamentos e assinaturas autorizadas teve.
	SoldCount int64 `json:"sold_count"`

	// Quantas assinaturas foram autorizadas por ele, mesmo encerradas.
	SubscriberCount int64 `json:"subscriber_count"`

	// Pagamentos além do estoque, feitos depois do prazo da cobrança.
	OversoldCount int64 `json:"oversold_count"`

	// Soma dos pagamentos feitos no link em centavos, antes de tarifas e sem os das assinaturas.
	ReceivedAmount int64 `json:"received_amount"`

	// paused: a página não aceita pagamentos.
	Status string `json:"status"`

	// Até quando aceita pagamentos. ISO 8601 UTC.
	ExpiresAt *string `json:"expires_at"`

	// Para onde o pagador volta.
	ReturnURL *string `json:"return_url"`

	// O vencimento das cobranças; null: elas valem por 30 minutos.
	Due *PaymentLinkDue `json:"due"`

	// O que o pagador assina; null: ele paga uma vez.
	Subscription *PaymentLinkSubscription `json:"subscription"`

	// Caminho da página do link.
	URL string `json:"url"`

	// Quando foi criado. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`
}

// PaymentLinkChange: O que não é enviado fica como está; null retira. Cobranças feitas não mudam.
type PaymentLinkChange struct {
	// O que o pagador lê no alto da página, 1 a 200 caracteres.
	Title string `json:"title,omitempty"`

	// Mais sobre o que se paga, até 1000 caracteres.
	Description Nullable[string] `json:"description,omitzero"`

	// O produto que o link vende, pelo preço dele. Não vale junto com amount.
	ProductID Nullable[string] `json:"product_id,omitzero"`

	// Valor em centavos; null ou ausente: o pagador escreve o valor.
	Amount Nullable[int64] `json:"amount,omitzero"`

	// Menor valor que o pagador pode escrever, em centavos.
	MinAmount Nullable[int64] `json:"min_amount,omitzero"`

	// Maior valor que o pagador pode escrever, em centavos.
	MaxAmount Nullable[int64] `json:"max_amount,omitzero"`

	// Quantos pagamentos aceita; null: sem limite.
	Stock Nullable[int64] `json:"stock,omitzero"`

	// paused: a página não aceita pagamentos.
	Status string `json:"status,omitempty"`

	// Até quando aceita pagamentos.
	ExpiresAt Nullable[string] `json:"expires_at,omitzero"`

	// Para onde o pagador pode ir depois de pagar.
	ReturnURL Nullable[string] `json:"return_url,omitzero"`

	// Em quantos dias vence a cobrança que o pagador cria; null ou ausente: ela vale por 30 minutos.
	// Não vale junto com stock.
	DueInDays Nullable[int64] `json:"due_in_days,omitzero"`

	// Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
	DaysAfterDue Nullable[int64] `json:"days_after_due,omitzero"`

	Fine Nullable[ChargeDueFine] `json:"fine,omitzero"`

	Interest Nullable[ChargeDueInterest] `json:"interest,omitzero"`

	Rebate Nullable[ChargeDueFine] `json:"rebate,omitzero"`

	// Até três descontos com dia de término, ou um só por dia de antecipação.
	Discounts Nullable[[]PaymentLinkDueDiscount] `json:"discounts,omitzero"`

	// O pagador assina por Pix Automático, em vez de pagar uma vez. Não vale junto com stock e
	// due_in_days.
	Subscription Nullable[NewPaymentLinkSubscription] `json:"subscription,omitzero"`
}

// PaymentLinkDue: O vencimento das cobranças do link e suas regras.
type PaymentLinkDue struct {
	// Quantos dias depois da criação a cobrança vence; 0: no mesmo dia.
	DueInDays int64 `json:"due_in_days"`

	// Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30.
	DaysAfterDue int64 `json:"days_after_due"`

	Fine *ChargeDueFine `json:"fine"`

	Interest *ChargeDueInterest `json:"interest"`

	Rebate *ChargeDueFine `json:"rebate"`

	// Até três descontos com dia de término, ou um só por dia de antecipação.
	Discounts []PaymentLinkDueDiscount `json:"discounts"`
}

// PaymentLinkDueDiscount: Um desconto por pagar antes.
type PaymentLinkDueDiscount struct {
	// Até uma data, ou por dia de antecipação, em dias corridos ou úteis.
	Mode string `json:"mode"`

	// Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o mesmo
	// que não enviar a regra, ou retirá-la.
	Value int64 `json:"value"`

	// Quantos dias antes do vencimento o desconto termina; só em fixed_until e percent_until.
	DaysBeforeDue *int64 `json:"days_before_due,omitempty"`
}

type PaymentLinkFilters struct {
	// O next_cursor da página anterior.
	Cursor string `json:"cursor,omitempty"`

	// Quantos em cada página.
	Limit int64 `json:"limit,omitempty"`
}

// PaymentLinkPage: Uma página da lista.
type PaymentLinkPage struct {
	// Os mais novos primeiro.
	Data []PaymentLink `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

// PaymentLinkSubscription: O que os pagadores do link assinam.
type PaymentLinkSubscription struct {
	// De quanto em quanto tempo.
	Interval string `json:"interval"`

	// O primeiro vencimento, em dias depois do dia em que o pagador assina. Ou first_due_day.
	FirstDueInDays *int64 `json:"first_due_in_days"`

	// O primeiro vencimento é o próximo dia do mês com este número. Ou first_due_in_days.
	FirstDueDay *int64 `json:"first_due_day"`

	// Como o pagador autoriza: por um código, ou por um código que também cobra agora.
	Journey string `json:"journey"`

	// three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
	Retries string `json:"retries"`

	// Quantos débitos; null: até que alguém cancele. O pagamento de agora não conta.
	Cycles *int64 `json:"cycles"`
}

// Payout: Um saque com tudo o que se sabe dele.
type Payout struct {
	// Tipo da transação.
	Type string `json:"type"`

	// Identificador do gateway.
	InternalID string `json:"internal_id"`

	// Sua referência.
	ExternalID *string `json:"external_id"`

	// Estado do saque.
	Status string `json:"status"`

	// Quanto o destino recebe, em centavos.
	Amount int64 `json:"amount"`

	// Tarifa em centavos.
	FeeAmount int64 `json:"fee_amount"`

	// Chave Pix normalizada.
	PixKey string `json:"pix_key"`

	// Tipo da chave.
	PixKeyType string `json:"pix_key_type"`

	Beneficiary Beneficiary `json:"beneficiary"`

	// Quando foi criado. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando foi pago. ISO 8601 UTC.
	PaidAt *string `json:"paid_at"`

	// Identificador do Pix no SPI (EndToEndId).
	EndToEndID *string `json:"end_to_end_id"`

	// A chave que criou o saque; null quando foi criado no painel.
	ClientID *string `json:"client_id"`

	// Por que o saque falhou; null quando não falhou.
	FailureReason *FailureReason `json:"failure_reason"`

	// Quanto o banco de destino devolveu depois de pago, em centavos, se algo voltou.
	ReturnedAmount *int64 `json:"returned_amount,omitempty"`

	// true enquanto o saque está retido e não sai; held_reason diz por quê.
	Held *bool `json:"held,omitempty"`

	// Por que o saque está retido: a conta foi suspensa (account_suspended), os saques estão pausados
	// (payouts_stopped), ou a chave Pix é nova e espera (new_destination).
	HeldReason string `json:"held_reason,omitempty"`

	// true quando o banco fez o saque depois de ele ter falhado aqui: o valor saiu de novo do saldo,
	// sem tarifa.
	PaidAfterFailure *bool `json:"paid_after_failure,omitempty"`
}

// Product: O que os links de pagamento vendem.
type Product struct {
	// Identificador do produto.
	ID string `json:"id"`

	// O nome.
	Name string `json:"name"`

	// A descrição.
	Description *string `json:"description"`

	// O preço em centavos.
	Amount int64 `json:"amount"`

	// Caminho público da imagem.
	ImageURL *string `json:"image_url"`

	// Quando foi criado. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`
}

// ProductChange: O que não é enviado fica como está. Cobranças feitas não mudam.
type ProductChange struct {
	// O nome, 1 a 200 caracteres.
	Name string `json:"name,omitempty"`

	// A descrição, até 1000 caracteres.
	Description Nullable[string] `json:"description,omitzero"`

	// O preço em centavos; deve ser maior do que a tarifa.
	Amount *int64 `json:"amount,omitempty"`
}

// ProductPage: Uma página da lista.
type ProductPage struct {
	// Os mais novos primeiro.
	Data []Product `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

// ReceivedSplit: A parte, com o que espera a liberação.
type ReceivedSplit struct {
	// Sempre split.
	Type string `json:"type"`

	// A cobrança do outro lojista.
	ChargeID string `json:"charge_id"`

	Origin ReceivedSplitOrigin `json:"origin"`

	// Percentual do valor bruto; null numa parte fixa.
	Percentage *float64 `json:"percentage"`

	// Sua parte, em centavos.
	Amount int64 `json:"amount"`

	// Quanto da parte já foi devolvido, em centavos.
	RefundedAmount int64 `json:"refunded_amount"`

	// Quanto da parte está bloqueado por contestações (MED) ou já voltou ao pagador por elas, em
	// centavos.
	DisputedAmount int64 `json:"disputed_amount"`

	// Estado da parte.
	Status string `json:"status"`

	// A referência da cobrança.
	ExternalID *string `json:"external_id"`

	// Os textos utm da cobrança.
	Utm map[string]string `json:"utm"`

	// Quando a cobrança foi criada. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando o banco recebeu o pagamento. ISO 8601 UTC.
	PaidAt *string `json:"paid_at"`

	// Quanto da parte ainda espera o dia da liberação, em centavos.
	PendingAmount int64 `json:"pending_amount"`

	// O dia em Brasília em que o resto fica disponível; null quando nada espera.
	AvailableOn *string `json:"available_on"`
}

// ReceivedSplitOrigin: O lojista que criou a cobrança.
type ReceivedSplitOrigin struct {
	// O username.
	Username string `json:"username"`

	// O nome.
	Name string `json:"name"`
}

type Refund struct {
	// Identificador da devolução.
	InternalID string `json:"internal_id"`

	// Estado da devolução.
	Status string `json:"status"`

	// Valor devolvido em centavos.
	Amount int64 `json:"amount"`

	// O motivo.
	Reason *string `json:"reason"`

	// O que outros lojistas devolvem das suas partes; o resto é da origem.
	Split []RefundSplit `json:"split"`

	// Quando foi pedida. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando o dinheiro voltou ao pagador. ISO 8601 UTC.
	DoneAt *string `json:"done_at"`

	// Identificador da devolução no SPI.
	ReturnID *string `json:"return_id"`

	// A chave que pediu a devolução; null quando foi pedida no painel.
	ClientID *string `json:"client_id"`

	// Por que a devolução falhou; null quando não falhou.
	FailureReason *FailureReason `json:"failure_reason"`

	// Retida: conta suspensa.
	Held *bool `json:"held,omitempty"`
}

type RefundFilters struct {
	// Só as que estão neste estado.
	Status string `json:"status,omitempty"`

	// Só as desta cobrança.
	TransactionID string `json:"transaction_id,omitempty"`

	// Só as de cobranças deste cliente: o id de GET /v1/customers.
	Customer string `json:"customer,omitempty"`

	// Pedidas a partir deste instante. Só a data vale 00:00 UTC.
	CreatedFrom string `json:"created_from,omitempty"`

	// Pedidas antes deste instante.
	CreatedTo string `json:"created_to,omitempty"`

	// Quantas por página.
	Limit int64 `json:"limit,omitempty"`

	// O next_cursor da página anterior.
	Cursor string `json:"cursor,omitempty"`
}

// RefundPage: As mais novas primeiro.
type RefundPage struct {
	// As devoluções da página.
	Data []ListedRefund `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

type RefundSplit struct {
	// Quem devolve.
	Username string `json:"username"`

	// Parte em centavos.
	Amount int64 `json:"amount"`
}

// RequestRecord: Uma requisição desta chave. Nunca tem corpos, cabeçalhos ou chaves.
type RequestRecord struct {
	// O X-Request-Id da resposta.
	RequestID string `json:"request_id"`

	// Quando a requisição chegou. ISO 8601 UTC.
	StartedAt string `json:"started_at"`

	// O método HTTP.
	Method string `json:"method"`

	// O caminho, sem a query.
	Path string `json:"path"`

	// A operação; null numa rota que não existe.
	Operation *string `json:"operation"`

	// O status HTTP da resposta.
	Status int64 `json:"status"`

	// Quanto a resposta demorou, em milissegundos.
	DurationMs int64 `json:"duration_ms"`

	// A resposta repete a de uma requisição anterior com a mesma Idempotency-Key.
	IdempotencyReplayed bool `json:"idempotency_replayed"`

	// O código do erro, ou null.
	Code *string `json:"code"`

	// Os campos do corpo que a operação não tem, ou null.
	UnknownFields *string `json:"unknown_fields"`

	// Quantas outras não aparecem, por serem demais nesse instante.
	Omitted int64 `json:"omitted"`
}

type SplitFilters struct {
	// Só as que estão neste estado.
	Status string `json:"status,omitempty"`

	// Só a parte desta cobrança.
	ChargeID string `json:"charge_id,omitempty"`

	// De cobranças criadas a partir deste instante, inclusive. Só a data vale 00:00 UTC.
	CreatedFrom string `json:"created_from,omitempty"`

	// De cobranças criadas antes deste instante.
	CreatedTo string `json:"created_to,omitempty"`

	// Quantas por página.
	Limit int64 `json:"limit,omitempty"`

	// O next_cursor da página anterior.
	Cursor string `json:"cursor,omitempty"`
}

// SplitPage: As das cobranças mais novas primeiro.
type SplitPage struct {
	// As partes da página.
	Data []ReceivedSplit `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

// SplitPreview: A divisão do valor de uma cobrança.
type SplitPreview struct {
	// Valor bruto em centavos.
	Amount int64 `json:"amount"`

	// Tarifa em centavos.
	FeeAmount int64 `json:"fee_amount"`

	// A fração de centavo que o arredondamento para baixo tira da tarifa, exata. Fica com você.
	FeeFractionLost string `json:"fee_fraction_lost"`

	// As partes, na ordem enviada.
	Split []SplitPreviewSplit `json:"split"`

	// O que fica com você, em centavos: o valor menos a tarifa e as partes.
	OriginAmount int64 `json:"origin_amount"`

	Smallest *SplitPreviewSmallest `json:"smallest,omitempty"`

	Largest *SplitPreviewSmallest `json:"largest,omitempty"`

	// Quanto se paga hoje, no fim de cada desconto, no vencimento, depois dele e no último dia. Só
	// numa cobrança com vencimento.
	Days []SplitPreviewDay `json:"days,omitempty"`
}

type SplitPreviewDay struct {
	// O dia em que se paga.
	Day string `json:"day"`

	// Se é depois do vencimento.
	IsLate bool `json:"is_late"`

	// O valor original. Centavos.
	Original int64 `json:"original"`

	// A multa. Centavos.
	Fine int64 `json:"fine"`

	// Os juros. Centavos.
	Interest int64 `json:"interest"`

	// O abatimento. Centavos.
	Rebate int64 `json:"rebate"`

	// O desconto. Centavos.
	Discount int64 `json:"discount"`

	// O que se paga nesse dia. Centavos.
	Amount int64 `json:"amount"`
}

// SplitPreviewSmallest: A divisão do menor valor que algum dia pode ter. Só numa cobrança com
// vencimento.
type SplitPreviewSmallest struct {
	// Valor bruto em centavos.
	Amount int64 `json:"amount"`

	// Tarifa em centavos.
	FeeAmount int64 `json:"fee_amount"`

	// A fração de centavo que o arredondamento para baixo tira da tarifa, exata. Fica com você.
	FeeFractionLost string `json:"fee_fraction_lost"`

	// As partes, na ordem enviada.
	Split []SplitPreviewSplit `json:"split"`

	// O que fica com você, em centavos: o valor menos a tarifa e as partes.
	OriginAmount int64 `json:"origin_amount"`
}

type SplitPreviewSplit struct {
	// Quem recebe.
	Username string `json:"username"`

	// Percentual do valor bruto; null numa parte fixa.
	Percentage *float64 `json:"percentage"`

	// A parte, em centavos.
	Amount int64 `json:"amount"`

	// A fração de centavo que o arredondamento para baixo tira da parte, exata. Fica com você.
	FractionLost string `json:"fraction_lost"`
}

// Statement: Os lançamentos de uma conta, os mais antigos primeiro.
type Statement struct {
	// A conta.
	Account string `json:"account"`

	// O primeiro dia do período; null desde o começo.
	From *string `json:"from"`

	// O último dia do período.
	To string `json:"to"`

	// Centavos, antes do período.
	OpeningBalance int64 `json:"opening_balance"`

	// Centavos, ao fim do período ou agora.
	ClosingBalance int64 `json:"closing_balance"`

	// Os lançamentos da página.
	Data []StatementEntry `json:"data"`

	// O cursor para continuar, agora ou mais tarde; null só sem lançamentos.
	NextCursor *string `json:"next_cursor"`

	// Se o período tem mais lançamentos depois desta página.
	HasMore bool `json:"has_more"`
}

// StatementEntry: Um movimento da conta.
type StatementEntry struct {
	// O número do lançamento na conta, sem buracos.
	Sequence int64 `json:"sequence"`

	// O tipo do lançamento.
	Kind string `json:"kind"`

	// O nome do lançamento, para pessoas.
	Label string `json:"label"`

	// Do que o lançamento trata: com o tipo, é único.
	ReferenceID string `json:"reference_id"`

	// A cobrança ou o saque de que trata.
	TransactionID *string `json:"transaction_id"`

	// A sua referência, a descrição da transferência ou o motivo do ajuste.
	ExternalID *string `json:"external_id"`

	// Centavos com sinal: positivo entra na conta, negativo sai.
	Amount int64 `json:"amount"`

	// O saldo da conta depois dele, em centavos.
	BalanceAfter int64 `json:"balance_after"`

	// Quando foi lançado. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`
}

type StatementFilters struct {
	// json (sem o parâmetro): os lançamentos de uma conta, em páginas. Os outros são arquivos para a
	// contabilidade, com uma linha por movimento e o bruto e a tarifa separados: csv, xlsx (com os
	// totais por dia) e ofx; days_csv só tem os totais por dia, e pdf é o fechamento do período. Eles
	// não levam account, limit e cursor.
	Format string `json:"format,omitempty"`

	// A conta; sem o parâmetro, o saldo disponível.
	Account string `json:"account,omitempty"`

	// O primeiro dia, em Brasília. Sem ele, os últimos 30 dias ou, com cursor, desde o começo.
	From string `json:"from,omitempty"`

	// O último dia, em Brasília; sem ele, hoje.
	To string `json:"to,omitempty"`

	// Quantos por página.
	Limit int64 `json:"limit,omitempty"`

	// O next_cursor da página anterior, também de outro dia.
	Cursor string `json:"cursor,omitempty"`
}

// Subscription: Uma assinatura por Pix Automático.
type Subscription struct {
	// Identificador da assinatura.
	InternalID string `json:"internal_id"`

	// Sua referência.
	Reference string `json:"reference"`

	// O estado.
	Status string `json:"status"`

	// Por que terminou ou falhou; null se não.
	Reason *SubscriptionReason `json:"reason"`

	// Quem terminou: você, o pagador (ou o banco dele), ou o prazo (gateway).
	EndedBy *string `json:"ended_by"`

	Payer SubscriptionPayer `json:"payer"`

	// O que se paga.
	Description string `json:"description"`

	// Valor fixo, em centavos; null se variável.
	Amount *int64 `json:"amount"`

	// O menor valor, em centavos; null se fixo.
	MinAmount *int64 `json:"min_amount"`

	// De quanto em quanto tempo.
	Interval string `json:"interval"`

	// three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
	Retries string `json:"retries"`

	// Como o pagador autoriza; null numa recorrência da API Pix que ainda não tem location nem
	// solicitação.
	Journey *string `json:"journey"`

	// O primeiro vencimento.
	FirstDueOn string `json:"first_due_on"`

	// O último dia.
	EndsOn *string `json:"ends_on"`

	// Como foi enviado; null sem split.
	Splits json.RawMessage `json:"splits"`

	// Seus textos.
	Metadata map[string]string `json:"metadata"`

	Authorization SubscriptionAuthorization `json:"authorization"`

	// A cobrança do primeiro pagamento.
	FirstTransactionID *string `json:"first_transaction_id"`

	// O link de pagamento em que o pagador assinou.
	PaymentLinkID *string `json:"payment_link_id"`

	// O próximo débito; null se não há.
	NextCycle *SubscriptionNextCycle `json:"next_cycle"`

	// Quando foi criada. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando o pagador autorizou. ISO 8601 UTC.
	AuthorizedAt *string `json:"authorized_at"`

	// Quando terminou. ISO 8601 UTC.
	EndedAt *string `json:"ended_at"`
}

// SubscriptionAuthorization: Como o pagador autoriza.
type SubscriptionAuthorization struct {
	// O código que o pagador lê; null em bank_push.
	Code *string `json:"code"`

	// A imagem do código.
	QRImageURL *string `json:"qr_image_url"`

	// O caminho da página do pagador.
	PageURL string `json:"page_url"`

	// Até quando o pagador pode autorizar. ISO 8601 UTC.
	ExpiresAt string `json:"expires_at"`
}

// SubscriptionCycle: A cobrança de um ciclo de uma assinatura.
type SubscriptionCycle struct {
	// A assinatura.
	SubscriptionID string `json:"subscription_id"`

	// A referência da assinatura.
	Reference string `json:"reference"`

	// O primeiro dia do ciclo.
	StartsOn string `json:"starts_on"`

	// O vencimento, em dia útil.
	DueOn string `json:"due_on"`

	// Em centavos.
	Amount int64 `json:"amount"`

	// O estado.
	Status string `json:"status"`

	// Por que terminou ou falhou; null se não.
	Reason *SubscriptionReason `json:"reason"`

	// A cobrança, em GET /v1/transactions/:id.
	TransactionID *string `json:"transaction_id"`

	// As tentativas, na ordem.
	Attempts []SubscriptionCycleAttempt `json:"attempts"`

	// Quando foi criada. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando terminou. ISO 8601 UTC.
	EndedAt *string `json:"ended_at"`
}

type SubscriptionCycleAttempt struct {
	// scheduled: a do vencimento; new_attempt: nova tentativa; resend: o banco do pagador falhou e
	// recebeu o mesmo pedido outra vez, para o mesmo dia (só em produção).
	Kind string `json:"kind"`

	// O dia da tentativa.
	On string `json:"on"`

	// O estado.
	Status string `json:"status"`

	// Por que terminou ou falhou; null se não.
	Reason *SubscriptionReason `json:"reason"`

	// Quando o banco do pagador não achou saldo de manhã: ele tenta outra vez entre 18h e 21h. Só em
	// teste. ISO 8601 UTC.
	NoBalanceAt *string `json:"no_balance_at"`

	// Quando terminou. ISO 8601 UTC.
	EndedAt *string `json:"ended_at"`
}

type SubscriptionCyclePage struct {
	// Os mais novos primeiro.
	Data []SubscriptionCycle `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

type SubscriptionFilters struct {
	// Só neste estado.
	Status string `json:"status,omitempty"`

	// Só desta referência.
	Reference string `json:"reference,omitempty"`

	// Só deste pagador.
	Document string `json:"document,omitempty"`

	// Só as que pagadores fizeram por este link de pagamento.
	PaymentLinkID string `json:"payment_link_id,omitempty"`

	// Criadas desde então.
	CreatedFrom string `json:"created_from,omitempty"`

	// Criadas antes de então.
	CreatedTo string `json:"created_to,omitempty"`

	// O next_cursor da página anterior.
	Cursor string `json:"cursor,omitempty"`

	// Itens por página.
	Limit int64 `json:"limit,omitempty"`
}

type SubscriptionNextCycle struct {
	// O dia do próximo débito.
	DueOn string `json:"due_on"`

	// Em centavos.
	Amount int64 `json:"amount"`

	// planned: ainda será criada.
	Status string `json:"status"`
}

type SubscriptionPage struct {
	// As mais novas primeiro.
	Data []Subscription `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

// SubscriptionPayer: Quem paga.
type SubscriptionPayer struct {
	// Nome.
	Name string `json:"name"`

	// CPF ou CNPJ.
	Document string `json:"document"`

	// E-mail.
	Email *string `json:"email"`
}

type SubscriptionReason struct {
	// O código do banco, ou um nosso.
	Code string `json:"code"`

	// O motivo.
	Message string `json:"message"`

	// O que fazer.
	Remedy *string `json:"remedy"`
}

type SubscriptionRetry struct {
	// O vencimento da cobrança que falhou; sem ele, a última.
	DueOn string `json:"due_on,omitempty"`

	// O dia da nova tentativa; sem ele, o primeiro possível.
	On string `json:"on,omitempty"`
}

// TestClock: Um relógio do ambiente de teste da conta.
type TestClock struct {
	// Identificador do relógio.
	ID string `json:"id"`

	// O nome que você deu.
	Name *string `json:"name"`

	// ready: tudo o que vencia até now aconteceu. advancing: está acontecendo. deleting: o que
	// esperava está sendo encerrado.
	Status string `json:"status"`

	// A hora do relógio. Ela só muda quando você o avança. ISO 8601 UTC.
	Now string `json:"now"`

	// Até onde vai o avanço em andamento; sem avanço, igual a now. ISO 8601 UTC.
	Target string `json:"target"`

	// A hora com que o relógio começou. ISO 8601 UTC.
	StartedAt string `json:"started_at"`

	// Quando foi criado, pela hora real. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando é apagado, pela hora real, se ninguém o avançar até lá. ISO 8601 UTC.
	DeletedAfter string `json:"deleted_after"`

	// As chaves que vivem no tempo do relógio.
	ClientIDs []string `json:"client_ids"`
}

// TestClockAdvance: Um dos dois campos.
type TestClockAdvance struct {
	// Quantos segundos o relógio avança.
	Seconds *int64 `json:"seconds,omitempty"`

	// Até que hora o relógio avança: ISO 8601. Em lugar de seconds.
	To string `json:"to,omitempty"`
}

// TestClocks: Os relógios da conta.
type TestClocks struct {
	// Os mais antigos primeiro, até 20.
	Data []TestClock `json:"data"`
}

type TestCycleFailure struct {
	// O código do banco. Sem ele, no_balance.
	Code string `json:"code,omitempty"`

	// Só sem `code` ou com no_balance, e no tempo do banco. morning: não há saldo de manhã, e a
	// cobrança é paga às 18h; evening: também não há à noite, e ela falha.
	Tries string `json:"tries,omitempty"`
}

type TestDisputeOutcome struct {
	// Como termina.
	Outcome string `json:"outcome"`
}

// TestPayment: Sem corpo, a cobrança é paga no valor certo.
type TestPayment struct {
	// Como a cobrança é paga: exact (valor certo, no prazo), late (depois de expirar), twice (duas
	// vezes), less (metade), more (o dobro), another_document (por outro CPF).
	Scenario string `json:"scenario,omitempty"`

	// O que dá errado na entrega aos seus webhooks: lost (nada é enviado), doubled (duas vezes),
	// out_of_order (só com late: deposit.paid antes de deposit.expired), old_time (assinatura de 10
	// minutos atrás) e wrong_secret (assinatura de outro segredo) na próxima tentativa.
	WebhookScenario string `json:"webhook_scenario,omitempty"`
}

type TestSubscriptionCancellation struct {
	// O código do banco. Sem ele, SLDB.
	Code string `json:"code,omitempty"`
}

type TestSubscriptionRejection struct {
	// O código do banco. Sem ele, AP13.
	Code string `json:"code,omitempty"`
}

// Transaction: Uma cobrança (`type: charge`) ou um saque (`type: payout`).
type Transaction struct {
	Charge *Charge

	Payout *Payout
}

// MarshalJSON escreve a alternativa que está preenchida.
func (value Transaction) MarshalJSON() ([]byte, error) {
	if value.Charge != nil {
		return json.Marshal(value.Charge)
	}
	if value.Payout != nil {
		return json.Marshal(value.Payout)
	}
	return []byte("null"), nil
}

// UnmarshalJSON preenche a alternativa de `type`; nenhuma, se o SDK não a conhece.
func (value *Transaction) UnmarshalJSON(data []byte) error {
	var found struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(data, &found); err != nil {
		return err
	}
	switch found.Type {
	case "charge":
		return json.Unmarshal(data, &value.Charge)
	case "payout":
		return json.Unmarshal(data, &value.Payout)
	}
	return nil
}

type TransactionFilters struct {
	// Só cobranças ou só saques.
	Type string `json:"type,omitempty"`

	// Só as que estão neste estado.
	Status string `json:"status,omitempty"`

	// Só as que têm esta referência.
	ExternalID string `json:"external_id,omitempty"`

	// Só as criadas com esta chave; `panel` para as criadas no painel.
	ClientID string `json:"client_id,omitempty"`

	// Só as cobranças deste cliente: o id de GET /v1/customers.
	Customer string `json:"customer,omitempty"`

	// Criadas a partir deste instante, inclusive. Só a data vale 00:00 UTC.
	CreatedFrom string `json:"created_from,omitempty"`

	// Criadas antes deste instante.
	CreatedTo string `json:"created_to,omitempty"`

	// Pagas a partir deste instante, inclusive. Só a data vale 00:00 UTC.
	PaidFrom string `json:"paid_from,omitempty"`

	// Pagas antes deste instante.
	PaidTo string `json:"paid_to,omitempty"`

	// Só as cobranças deste link de pagamento.
	PaymentLinkID string `json:"payment_link_id,omitempty"`

	// Pendentes que vencem a partir deste dia.
	DueFrom string `json:"due_from,omitempty"`

	// Pendentes que vencem até este dia, inclusive.
	DueTo string `json:"due_to,omitempty"`

	// true: só as pendentes cujo vencimento já passou, pelo dia de hoje em Brasília.
	Overdue *bool `json:"overdue,omitempty"`

	// Quantas por página.
	Limit int64 `json:"limit,omitempty"`

	// O next_cursor da página anterior.
	Cursor string `json:"cursor,omitempty"`
}

// TransactionPage: As mais novas primeiro.
type TransactionPage struct {
	// As transações da página.
	Data []Transaction `json:"data"`

	// O cursor da próxima página; null na última.
	NextCursor *string `json:"next_cursor"`
}

// WebhookEndpoint: Um endereço que recebe os seus eventos.
type WebhookEndpoint struct {
	// Identificador do webhook.
	ID string `json:"id"`

	// Para onde os eventos vão.
	URL string `json:"url"`

	// Os eventos que recebe.
	Events []string `json:"events"`

	// A chave cujos Pix chegam no formato da API Pix; null: recebe eventos.
	PixKey *string `json:"pix_key"`

	// paused: as entregas esperam até que seja retomado.
	Status string `json:"status"`

	// Quando foi criado. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`
}

// WebhookEndpointChange: O que não é enviado fica como está.
type WebhookEndpointChange struct {
	// Em produção, https e público.
	URL string `json:"url,omitempty"`

	// Só estes eventos.
	Events []string `json:"events,omitempty"`
}

// WebhookEndpointWithSecret: Guarde o segredo: não é mostrado de novo.
type WebhookEndpointWithSecret struct {
	// Identificador do webhook.
	ID string `json:"id"`

	// Para onde os eventos vão.
	URL string `json:"url"`

	// Os eventos que recebe.
	Events []string `json:"events"`

	// A chave cujos Pix chegam no formato da API Pix; null: recebe eventos.
	PixKey *string `json:"pix_key"`

	// paused: as entregas esperam até que seja retomado.
	Status string `json:"status"`

	// Quando foi criado. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// O segredo das assinaturas, mostrado só nesta resposta.
	Secret string `json:"secret"`
}

// WebhookEndpoints: Os webhooks do ambiente da chave.
type WebhookEndpoints struct {
	// Os mais antigos primeiro, até 20.
	Data []WebhookEndpoint `json:"data"`
}

// WebhookExam: O que um programa que recebe webhooks aceitou e recusou.
type WebhookExam struct {
	// Identificador do exame.
	ID string `json:"id"`

	// O endereço examinado.
	URL string `json:"url"`

	// O webhook cujo segredo assina; null se o exame tem um próprio.
	WebhookEndpointID *string `json:"webhook_endpoint_id"`

	// awaiting_start: aguarda o início. running: em andamento. passed: tudo certo. failed: há o que
	// corrigir.
	Status string `json:"status"`

	// Por que terminou sem resultados: interrupted (o gateway parou várias vezes) ou webhook_deleted;
	// null se não foi o caso.
	Failure *string `json:"failure"`

	// Os resultados, quando terminou.
	Checks []WebhookExamCheck `json:"checks"`

	// Quando foi pedido. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando terminou. ISO 8601 UTC.
	EndedAt *string `json:"ended_at"`
}

type WebhookExamCheck struct {
	// O que foi enviado.
	Name string `json:"name"`

	// O mesmo, em português.
	Title string `json:"title"`

	// accept: responder 2xx. refuse: responder 400, 401, 403 ou 422.
	Expected string `json:"expected"`

	// skipped: não foi enviado, porque o endereço não respondeu antes.
	Result string `json:"result"`

	// O que corrigir; null se nada.
	Advice *string `json:"advice"`

	// A parte do guia sobre isso.
	GuideURL string `json:"guide_url"`

	// As requisições e as respostas.
	Requests []WebhookExamCheckRequest `json:"requests"`
}

type WebhookExamCheckRequest struct {
	// O status da resposta; null se não houve.
	ResponseStatus *int64 `json:"response_status"`

	// Milissegundos até a resposta.
	DurationMs int64 `json:"duration_ms"`

	// O começo da resposta, até 1 KiB.
	ResponseExcerpt *string `json:"response_excerpt"`

	// Por que não houve resposta.
	Failure *string `json:"failure"`
}

// WebhookExamWithSecret: O segredo é mostrado só nesta resposta.
type WebhookExamWithSecret struct {
	// Identificador do exame.
	ID string `json:"id"`

	// O endereço examinado.
	URL string `json:"url"`

	// O webhook cujo segredo assina; null se o exame tem um próprio.
	WebhookEndpointID *string `json:"webhook_endpoint_id"`

	// awaiting_start: aguarda o início. running: em andamento. passed: tudo certo. failed: há o que
	// corrigir.
	Status string `json:"status"`

	// Por que terminou sem resultados: interrupted (o gateway parou várias vezes) ou webhook_deleted;
	// null se não foi o caso.
	Failure *string `json:"failure"`

	// Os resultados, quando terminou.
	Checks []WebhookExamCheck `json:"checks"`

	// Quando foi pedido. ISO 8601 UTC.
	CreatedAt string `json:"created_at"`

	// Quando terminou. ISO 8601 UTC.
	EndedAt *string `json:"ended_at"`

	// O segredo deste exame, se o endereço não é de um webhook seu.
	Secret string `json:"secret,omitempty"`
}

// WebhookExams: Os exames do ambiente de teste.
type WebhookExams struct {
	// Os mais novos primeiro, até 20.
	Data []WebhookExam `json:"data"`
}

// WebhookScenario: O que dá errado na entrega de um evento.
type WebhookScenario struct {
	// O evento a enviar.
	EventID string `json:"event_id"`

	// doubled: duas vezes. out_of_order: o evento anterior da mesma transação chega 5 s depois.
	// old_time: assinatura de 10 minutos atrás. wrong_secret: assinatura de outro segredo. Nos dois
	// últimos só a próxima tentativa é assim.
	Scenario string `json:"scenario"`

	// Só a este webhook. Sem ele, a todos os que recebem o evento.
	WebhookEndpointID string `json:"webhook_endpoint_id,omitempty"`
}

// WebhookSecretCheck: As duas formas de um segredo.
type WebhookSecretCheck struct {
	// Se é o segredo atual do webhook.
	IsCurrent bool `json:"is_current"`

	// Como o gateway o mostrou; null se não é o atual.
	Secret *string `json:"secret"`

	// Como as bibliotecas do Standard Webhooks o leem; null se não é o atual.
	StandardSecret *string `json:"standard_secret"`
}

// WebhookTest: O webhook que você testou.
type WebhookTest struct {
	// Sempre test.
	Type string `json:"type"`

	// O webhook testado.
	EndpointID string `json:"endpoint_id"`
}
