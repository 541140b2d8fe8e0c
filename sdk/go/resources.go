// Code generated from the OpenAPI document by sdk/tools/generate.ts. DO NOT EDIT.

package pixgateway

import (
	"context"
	"iter"
)

type ChargesAPI struct {
	api *api
}

func newChargesAPI(api *api) *ChargesAPI {
	found := &ChargesAPI{api: api}
	return found
}

// Create: Cria uma cobrança Pix. Devolve o código copia e cola.
func (r *ChargesAPI) Create(
	ctx context.Context,
	body NewCharge,
	options ...Option,
) (*CreatedCharge, error) {
	call := newRequest("POST", "/v1/pix/qrcode")
	call.body = body
	call.isKeyed = true
	return sendJSON[CreatedCharge](ctx, r.api, call, options)
}

// QRImage: Imagem do QR code. Em `png` ou `svg`. Nunca muda: guarde-a.
func (r *ChargesAPI) QRImage(
	ctx context.Context,
	internalID string,
	format string,
	options ...Option,
) ([]byte, error) {
	call := newRequest("GET", "/v1/pix/qrcode", internalID, "/image")
	call.accept = imageType(format)
	return r.api.send(ctx, call, options)
}

// Cancel: Cancela uma cobrança pendente. O código deixa de poder ser pago. Um pagamento simultâneo
// vale, e a resposta é a recusa `charge_already_paid`.
func (r *ChargesAPI) Cancel(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*Charge, error) {
	call := newRequest("POST", "/v1/transactions", internalID, "/cancel")
	call.isRepeatable = true
	return sendJSON[Charge](ctx, r.api, call, options)
}

// Update: Altera uma cobrança com vencimento. Só enquanto não foi paga. O que falta fica como está;
// um valor nulo retira a regra. O código do pagador continua o mesmo.
func (r *ChargesAPI) Update(
	ctx context.Context,
	internalID string,
	body ChargeChange,
	options ...Option,
) (*Charge, error) {
	call := newRequest("PATCH", "/v1/transactions", internalID)
	call.body = body
	call.isRepeatable = true
	return sendJSON[Charge](ctx, r.api, call, options)
}

// Retrieve: Lê uma cobrança.
func (r *ChargesAPI) Retrieve(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*Charge, error) {
	call := newRequest("GET", "/v1/transactions", internalID)
	return sendJSON[Charge](ctx, r.api, call, options)
}

// Refund: Devolve um pagamento. Devolve tudo ou, com `amount`, uma parte.
func (r *ChargesAPI) Refund(
	ctx context.Context,
	internalID string,
	body NewRefund,
	options ...Option,
) (*CreatedRefund, error) {
	call := newRequest("POST", "/v1/transactions", internalID, "/refund")
	call.body = body
	call.isKeyed = true
	return sendJSON[CreatedRefund](ctx, r.api, call, options)
}

// TransactionsAPI: Cobranças e saques, dos mais novos aos mais antigos.
type TransactionsAPI struct {
	api *api
}

func newTransactionsAPI(api *api) *TransactionsAPI {
	found := &TransactionsAPI{api: api}
	return found
}

// Retrieve: Lê uma transação.
func (r *TransactionsAPI) Retrieve(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*Transaction, error) {
	call := newRequest("GET", "/v1/transactions", internalID)
	return sendJSON[Transaction](ctx, r.api, call, options)
}

// List: Lista transações. Uma página.
func (r *TransactionsAPI) List(
	ctx context.Context,
	filters TransactionFilters,
	options ...Option,
) (*TransactionPage, error) {
	call := newRequest("GET", "/v1/transactions")
	call.query = filters
	return sendJSON[TransactionPage](ctx, r.api, call, options)
}

// Iterate: Os itens de todas as páginas.
func (r *TransactionsAPI) Iterate(
	ctx context.Context,
	filters TransactionFilters,
	options ...Option,
) iter.Seq2[Transaction, error] {
	call := newRequest("GET", "/v1/transactions")
	call.query = filters
	return iterate[Transaction](ctx, r.api, call, "cursor", "cursor", options)
}

// Receipt: Baixa o comprovante. Em PDF: de uma cobrança ou um saque pago, ou de uma devolução
// concluída.
func (r *TransactionsAPI) Receipt(
	ctx context.Context,
	internalID string,
	options ...Option,
) ([]byte, error) {
	call := newRequest("GET", "/v1/transactions", internalID, "/receipt")
	call.accept = "application/pdf"
	return r.api.send(ctx, call, options)
}

type PayoutsAPI struct {
	api *api
}

func newPayoutsAPI(api *api) *PayoutsAPI {
	found := &PayoutsAPI{api: api}
	return found
}

// Retrieve: Lê um saque.
func (r *PayoutsAPI) Retrieve(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*Payout, error) {
	call := newRequest("GET", "/v1/transactions", internalID)
	return sendJSON[Payout](ctx, r.api, call, options)
}

// Create: Saca para uma chave Pix. Envie `external_id`: ele é único para sempre, e uma repetição
// depois de 24 horas não paga duas vezes.
func (r *PayoutsAPI) Create(
	ctx context.Context,
	body NewPayout,
	options ...Option,
) (*CreatedPayout, error) {
	call := newRequest("POST", "/v1/pix/payout")
	call.body = body
	call.isKeyed = true
	return sendJSON[CreatedPayout](ctx, r.api, call, options)
}

type SplitsAPI struct {
	api *api
}

func newSplitsAPI(api *api) *SplitsAPI {
	found := &SplitsAPI{api: api}
	return found
}

// List: Lista as partes recebidas. Uma página das que você recebeu de cobranças de outros lojistas.
func (r *SplitsAPI) List(
	ctx context.Context,
	filters SplitFilters,
	options ...Option,
) (*SplitPage, error) {
	call := newRequest("GET", "/v1/splits")
	call.query = filters
	return sendJSON[SplitPage](ctx, r.api, call, options)
}

// Iterate: Os itens de todas as páginas.
func (r *SplitsAPI) Iterate(
	ctx context.Context,
	filters SplitFilters,
	options ...Option,
) iter.Seq2[ReceivedSplit, error] {
	call := newRequest("GET", "/v1/splits")
	call.query = filters
	return iterate[ReceivedSplit](ctx, r.api, call, "cursor", "cursor", options)
}

// Preview: Calcula um split. Mostra como uma cobrança seria dividida. Não cria nada.
func (r *SplitsAPI) Preview(
	ctx context.Context,
	body NewSplitPreview,
	options ...Option,
) (*SplitPreview, error) {
	call := newRequest("POST", "/v1/splits/preview")
	call.body = body
	call.isRepeatable = true
	return sendJSON[SplitPreview](ctx, r.api, call, options)
}

// PaymentLinksAPI: Páginas em que o próprio pagador cria a cobrança.
type PaymentLinksAPI struct {
	api *api
}

func newPaymentLinksAPI(api *api) *PaymentLinksAPI {
	found := &PaymentLinksAPI{api: api}
	return found
}

// Create: Cria um link de pagamento.
func (r *PaymentLinksAPI) Create(
	ctx context.Context,
	body NewPaymentLink,
	options ...Option,
) (*PaymentLink, error) {
	call := newRequest("POST", "/v1/payment-links")
	call.body = body
	call.isKeyed = true
	return sendJSON[PaymentLink](ctx, r.api, call, options)
}

// List: Lista links de pagamento. Uma página, os mais novos primeiro.
func (r *PaymentLinksAPI) List(
	ctx context.Context,
	filters PaymentLinkFilters,
	options ...Option,
) (*PaymentLinkPage, error) {
	call := newRequest("GET", "/v1/payment-links")
	call.query = filters
	return sendJSON[PaymentLinkPage](ctx, r.api, call, options)
}

// Iterate: Os itens de todas as páginas.
func (r *PaymentLinksAPI) Iterate(
	ctx context.Context,
	filters PaymentLinkFilters,
	options ...Option,
) iter.Seq2[PaymentLink, error] {
	call := newRequest("GET", "/v1/payment-links")
	call.query = filters
	return iterate[PaymentLink](ctx, r.api, call, "cursor", "cursor", options)
}

// Retrieve: Lê um link de pagamento.
func (r *PaymentLinksAPI) Retrieve(
	ctx context.Context,
	id string,
	options ...Option,
) (*PaymentLink, error) {
	call := newRequest("GET", "/v1/payment-links", id)
	return sendJSON[PaymentLink](ctx, r.api, call, options)
}

// Update: Muda, pausa ou reativa um link de pagamento. Só o que é enviado muda. Cobranças que já
// existem ficam como estão.
func (r *PaymentLinksAPI) Update(
	ctx context.Context,
	id string,
	body PaymentLinkChange,
	options ...Option,
) (*PaymentLink, error) {
	call := newRequest("PATCH", "/v1/payment-links", id)
	call.body = body
	call.isRepeatable = true
	return sendJSON[PaymentLink](ctx, r.api, call, options)
}

// ProductsAPI: O que os links de pagamento vendem.
type ProductsAPI struct {
	api *api
}

func newProductsAPI(api *api) *ProductsAPI {
	found := &ProductsAPI{api: api}
	return found
}

// Create: Cria um produto.
func (r *ProductsAPI) Create(
	ctx context.Context,
	body NewProduct,
	options ...Option,
) (*Product, error) {
	call := newRequest("POST", "/v1/products")
	call.body = body
	call.isKeyed = true
	return sendJSON[Product](ctx, r.api, call, options)
}

// List: Lista produtos. Uma página, os mais novos primeiro.
func (r *ProductsAPI) List(
	ctx context.Context,
	filters PaymentLinkFilters,
	options ...Option,
) (*ProductPage, error) {
	call := newRequest("GET", "/v1/products")
	call.query = filters
	return sendJSON[ProductPage](ctx, r.api, call, options)
}

// Iterate: Os itens de todas as páginas.
func (r *ProductsAPI) Iterate(
	ctx context.Context,
	filters PaymentLinkFilters,
	options ...Option,
) iter.Seq2[Product, error] {
	call := newRequest("GET", "/v1/products")
	call.query = filters
	return iterate[Product](ctx, r.api, call, "cursor", "cursor", options)
}

// Retrieve: Lê um produto.
func (r *ProductsAPI) Retrieve(
	ctx context.Context,
	id string,
	options ...Option,
) (*Product, error) {
	call := newRequest("GET", "/v1/products", id)
	return sendJSON[Product](ctx, r.api, call, options)
}

// Update: Muda um produto. Só o que é enviado muda. Cobranças que já existem ficam como estão.
func (r *ProductsAPI) Update(
	ctx context.Context,
	id string,
	body ProductChange,
	options ...Option,
) (*Product, error) {
	call := newRequest("PATCH", "/v1/products", id)
	call.body = body
	call.isRepeatable = true
	return sendJSON[Product](ctx, r.api, call, options)
}

// ChargeBatchesAPI: Até 10.000 cobranças de uma vez.
type ChargeBatchesAPI struct {
	api *api
}

func newChargeBatchesAPI(api *api) *ChargeBatchesAPI {
	found := &ChargeBatchesAPI{api: api}
	return found
}

// Create: Cria até 10.000 cobranças. Primeiro confere todas; elas são criadas em seguida.
func (r *ChargeBatchesAPI) Create(
	ctx context.Context,
	body NewChargeBatch,
	options ...Option,
) (*ChargeBatch, error) {
	call := newRequest("POST", "/v1/charges/batches")
	call.body = body
	call.isKeyed = true
	return sendJSON[ChargeBatch](ctx, r.api, call, options)
}

// List: Lista lotes de cobranças. Uma página, os mais novos primeiro.
func (r *ChargeBatchesAPI) List(
	ctx context.Context,
	filters PaymentLinkFilters,
	options ...Option,
) (*ChargeBatchPage, error) {
	call := newRequest("GET", "/v1/charges/batches")
	call.query = filters
	return sendJSON[ChargeBatchPage](ctx, r.api, call, options)
}

// Iterate: Os itens de todas as páginas.
func (r *ChargeBatchesAPI) Iterate(
	ctx context.Context,
	filters PaymentLinkFilters,
	options ...Option,
) iter.Seq2[ChargeBatch, error] {
	call := newRequest("GET", "/v1/charges/batches")
	call.query = filters
	return iterate[ChargeBatch](ctx, r.api, call, "cursor", "cursor", options)
}

// Retrieve: Lê um lote de cobranças.
func (r *ChargeBatchesAPI) Retrieve(
	ctx context.Context,
	id string,
	options ...Option,
) (*ChargeBatch, error) {
	call := newRequest("GET", "/v1/charges/batches", id)
	return sendJSON[ChargeBatch](ctx, r.api, call, options)
}

// Items: Lista as cobranças de um lote. Uma página, cada item com a cobrança ou a recusa.
func (r *ChargeBatchesAPI) Items(
	ctx context.Context,
	id string,
	filters ChargeBatchItemFilters,
	options ...Option,
) (*ChargeBatchItemPage, error) {
	call := newRequest("GET", "/v1/charges/batches", id, "/items")
	call.query = filters
	return sendJSON[ChargeBatchItemPage](ctx, r.api, call, options)
}

// Carne: Baixa o carnê de um lote. Em PDF: até 300 cobranças do lote, a partir de `from`.
func (r *ChargeBatchesAPI) Carne(
	ctx context.Context,
	id string,
	filters CarneFilters,
	options ...Option,
) ([]byte, error) {
	call := newRequest("GET", "/v1/charges/batches", id, "/carne.pdf")
	call.query = filters
	call.accept = "application/pdf"
	return r.api.send(ctx, call, options)
}

// SubscriptionsAPI: Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança.
type SubscriptionsAPI struct {
	api *api
}

func newSubscriptionsAPI(api *api) *SubscriptionsAPI {
	found := &SubscriptionsAPI{api: api}
	return found
}

// Create: Cria uma assinatura por Pix Automático.
func (r *SubscriptionsAPI) Create(
	ctx context.Context,
	body NewSubscription,
	options ...Option,
) (*Subscription, error) {
	call := newRequest("POST", "/v1/subscriptions")
	call.body = body
	call.isKeyed = true
	return sendJSON[Subscription](ctx, r.api, call, options)
}

// List: Lista assinaturas. Uma página, as mais novas primeiro.
func (r *SubscriptionsAPI) List(
	ctx context.Context,
	filters SubscriptionFilters,
	options ...Option,
) (*SubscriptionPage, error) {
	call := newRequest("GET", "/v1/subscriptions")
	call.query = filters
	return sendJSON[SubscriptionPage](ctx, r.api, call, options)
}

// Iterate: Os itens de todas as páginas.
func (r *SubscriptionsAPI) Iterate(
	ctx context.Context,
	filters SubscriptionFilters,
	options ...Option,
) iter.Seq2[Subscription, error] {
	call := newRequest("GET", "/v1/subscriptions")
	call.query = filters
	return iterate[Subscription](ctx, r.api, call, "cursor", "cursor", options)
}

// Retrieve: Lê uma assinatura.
func (r *SubscriptionsAPI) Retrieve(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*Subscription, error) {
	call := newRequest("GET", "/v1/subscriptions", internalID)
	return sendJSON[Subscription](ctx, r.api, call, options)
}

// Cycles: Lista as cobranças de uma assinatura. Uma página, as mais novas primeiro.
func (r *SubscriptionsAPI) Cycles(
	ctx context.Context,
	internalID string,
	filters PaymentLinkFilters,
	options ...Option,
) (*SubscriptionCyclePage, error) {
	call := newRequest("GET", "/v1/subscriptions", internalID, "/cycles")
	call.query = filters
	return sendJSON[SubscriptionCyclePage](ctx, r.api, call, options)
}

// CreateCycle: Cria uma cobrança de valor variável. Só para assinaturas com `min_amount`: a
// cobrança de um ciclo.
func (r *SubscriptionsAPI) CreateCycle(
	ctx context.Context,
	internalID string,
	body NewSubscriptionCycle,
	options ...Option,
) (*SubscriptionCycle, error) {
	call := newRequest("POST", "/v1/subscriptions", internalID, "/cycles")
	call.body = body
	call.isKeyed = true
	return sendJSON[SubscriptionCycle](ctx, r.api, call, options)
}

// QRImage: Imagem do QR code de uma assinatura. O código que o pagador lê, em `png` ou `svg`. A
// imagem nunca muda: guarde-a.
func (r *SubscriptionsAPI) QRImage(
	ctx context.Context,
	internalID string,
	format string,
	options ...Option,
) ([]byte, error) {
	call := newRequest("GET", "/v1/subscriptions", internalID, "/image")
	call.accept = imageType(format)
	return r.api.send(ctx, call, options)
}

// Pause: Pausa uma assinatura. Nenhuma cobrança nova é criada até `resume`.
func (r *SubscriptionsAPI) Pause(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*Subscription, error) {
	call := newRequest("POST", "/v1/subscriptions", internalID, "/pause")
	call.isRepeatable = true
	return sendJSON[Subscription](ctx, r.api, call, options)
}

// Resume: Retoma uma assinatura pausada. As cobranças voltam a partir do próximo ciclo.
func (r *SubscriptionsAPI) Resume(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*Subscription, error) {
	call := newRequest("POST", "/v1/subscriptions", internalID, "/resume")
	call.isRepeatable = true
	return sendJSON[Subscription](ctx, r.api, call, options)
}

// Cancel: Cancela uma assinatura. Cancela também as cobranças que ainda podem ser canceladas.
func (r *SubscriptionsAPI) Cancel(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*CanceledSubscription, error) {
	call := newRequest("POST", "/v1/subscriptions", internalID, "/cancel")
	call.isRepeatable = true
	return sendJSON[CanceledSubscription](ctx, r.api, call, options)
}

// Retry: Tenta de novo uma cobrança que falhou.
func (r *SubscriptionsAPI) Retry(
	ctx context.Context,
	internalID string,
	body SubscriptionRetry,
	options ...Option,
) (*SubscriptionCycle, error) {
	call := newRequest("POST", "/v1/subscriptions", internalID, "/retry")
	call.body = body
	call.isKeyed = true
	return sendJSON[SubscriptionCycle](ctx, r.api, call, options)
}

// RefundsAPI: Devoluções de todas as cobranças. O método `refund` das cobranças pede uma.
type RefundsAPI struct {
	api *api
}

func newRefundsAPI(api *api) *RefundsAPI {
	found := &RefundsAPI{api: api}
	return found
}

// List: Lista devoluções.
func (r *RefundsAPI) List(
	ctx context.Context,
	filters RefundFilters,
	options ...Option,
) (*RefundPage, error) {
	call := newRequest("GET", "/v1/refunds")
	call.query = filters
	return sendJSON[RefundPage](ctx, r.api, call, options)
}

// Iterate: Os itens de todas as páginas.
func (r *RefundsAPI) Iterate(
	ctx context.Context,
	filters RefundFilters,
	options ...Option,
) iter.Seq2[ListedRefund, error] {
	call := newRequest("GET", "/v1/refunds")
	call.query = filters
	return iterate[ListedRefund](ctx, r.api, call, "cursor", "cursor", options)
}

// Retrieve: Consulta uma devolução.
func (r *RefundsAPI) Retrieve(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*ListedRefund, error) {
	call := newRequest("GET", "/v1/refunds", internalID)
	return sendJSON[ListedRefund](ctx, r.api, call, options)
}

// DisputesAPI: Contestações (MED).
type DisputesAPI struct {
	api *api
}

func newDisputesAPI(api *api) *DisputesAPI {
	found := &DisputesAPI{api: api}
	return found
}

// List: Lista contestações.
func (r *DisputesAPI) List(
	ctx context.Context,
	filters DisputeFilters,
	options ...Option,
) (*DisputePage, error) {
	call := newRequest("GET", "/v1/disputes")
	call.query = filters
	return sendJSON[DisputePage](ctx, r.api, call, options)
}

// Iterate: Os itens de todas as páginas.
func (r *DisputesAPI) Iterate(
	ctx context.Context,
	filters DisputeFilters,
	options ...Option,
) iter.Seq2[Dispute, error] {
	call := newRequest("GET", "/v1/disputes")
	call.query = filters
	return iterate[Dispute](ctx, r.api, call, "cursor", "cursor", options)
}

// Retrieve: Lê uma contestação.
func (r *DisputesAPI) Retrieve(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*Dispute, error) {
	call := newRequest("GET", "/v1/disputes", internalID)
	return sendJSON[Dispute](ctx, r.api, call, options)
}

// Defend: Defende uma contestação. Só uma vez por contestação.
func (r *DisputesAPI) Defend(
	ctx context.Context,
	internalID string,
	body NewDefense,
	options ...Option,
) (*Dispute, error) {
	call := newRequest("POST", "/v1/disputes", internalID, "/defense")
	call.body = body
	call.isKeyed = true
	return sendJSON[Dispute](ctx, r.api, call, options)
}

// AddFile: Anexa um arquivo à defesa. Um PDF, PNG ou JPEG (`content` em base64), antes da defesa. O
// mesmo conteúdo fica uma vez.
func (r *DisputesAPI) AddFile(
	ctx context.Context,
	internalID string,
	body NewDisputeFile,
	options ...Option,
) (*DisputeFile, error) {
	call := newRequest("POST", "/v1/disputes", internalID, "/files")
	call.body = body
	return sendJSON[DisputeFile](ctx, r.api, call, options)
}

// ListFiles: Lista os arquivos de uma contestação.
func (r *DisputesAPI) ListFiles(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*DisputeFiles, error) {
	call := newRequest("GET", "/v1/disputes", internalID, "/files")
	return sendJSON[DisputeFiles](ctx, r.api, call, options)
}

// RetrieveFile: Baixa um arquivo de uma contestação.
func (r *DisputesAPI) RetrieveFile(
	ctx context.Context,
	internalID string,
	fileID string,
	options ...Option,
) ([]byte, error) {
	call := newRequest("GET", "/v1/disputes", internalID, "/files", fileID)
	call.accept = "*/*"
	return r.api.send(ctx, call, options)
}

// RemoveFile: Remove um arquivo antes da defesa. Devolve os que ficaram.
func (r *DisputesAPI) RemoveFile(
	ctx context.Context,
	internalID string,
	fileID string,
	options ...Option,
) (*DisputeFiles, error) {
	call := newRequest("DELETE", "/v1/disputes", internalID, "/files", fileID)
	return sendJSON[DisputeFiles](ctx, r.api, call, options)
}

// EventsAPI: Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos.
type EventsAPI struct {
	api *api
}

func newEventsAPI(api *api) *EventsAPI {
	found := &EventsAPI{api: api}
	return found
}

// List: Lista eventos. Uma página. Guarde `next_cursor` e envie-o como `after`: nada é pulado nem
// repetido.
func (r *EventsAPI) List(
	ctx context.Context,
	filters EventFilters,
	options ...Option,
) (*EventPage, error) {
	call := newRequest("GET", "/v1/events")
	call.query = filters
	return sendJSON[EventPage](ctx, r.api, call, options)
}

// Iterate: Todos os eventos depois de `after`, até o mais novo. O `id` de cada um serve de `after`.
func (r *EventsAPI) Iterate(
	ctx context.Context,
	filters EventFilters,
	options ...Option,
) iter.Seq2[EventPageItem, error] {
	call := newRequest("GET", "/v1/events")
	call.query = filters
	return iterate[EventPageItem](ctx, r.api, call, "after", "since", options)
}

// Retrieve: Lê um evento. Mostra o estado de cada entrega.
func (r *EventsAPI) Retrieve(
	ctx context.Context,
	id string,
	options ...Option,
) (*EventDetails, error) {
	call := newRequest("GET", "/v1/events", id)
	return sendJSON[EventDetails](ctx, r.api, call, options)
}

// Attempts: Lista tentativas de entrega. Mostra a resposta do seu servidor a cada uma.
func (r *EventsAPI) Attempts(
	ctx context.Context,
	id string,
	options ...Option,
) (*EventAttempts, error) {
	call := newRequest("GET", "/v1/events", id, "/attempts")
	return sendJSON[EventAttempts](ctx, r.api, call, options)
}

// Resend: Reenvia um evento. Envia agora, a todos os webhooks que o recebem ou a um.
func (r *EventsAPI) Resend(
	ctx context.Context,
	id string,
	body EventResend,
	options ...Option,
) (*EventDetails, error) {
	call := newRequest("POST", "/v1/events", id, "/resend")
	call.body = body
	return sendJSON[EventDetails](ctx, r.api, call, options)
}

// Stream: Acompanha eventos. À medida que acontecem, sem fim. Sem `after`, a partir de agora. A
// primeira conexão é tentada como uma leitura; depois dela, reconecta sempre, a partir do último
// evento recebido. Termine com `break`.
func (r *EventsAPI) Stream(
	ctx context.Context,
	filters EventStreamFilters,
	options ...Option,
) iter.Seq2[WebhookEvent, error] {
	call := newRequest("GET", "/v1/events/stream")
	call.query = filters
	return follow[WebhookEvent](ctx, r.api, call, options)
}

// WebhookEndpointsAPI: Os endereços que recebem os seus eventos.
type WebhookEndpointsAPI struct {
	api *api
}

func newWebhookEndpointsAPI(api *api) *WebhookEndpointsAPI {
	found := &WebhookEndpointsAPI{api: api}
	return found
}

// List: Lista webhooks.
func (r *WebhookEndpointsAPI) List(
	ctx context.Context,
	options ...Option,
) (*WebhookEndpoints, error) {
	call := newRequest("GET", "/v1/webhook-endpoints")
	return sendJSON[WebhookEndpoints](ctx, r.api, call, options)
}

// Create: Cria um webhook. Guarde o `secret`: ele não é mostrado de novo.
func (r *WebhookEndpointsAPI) Create(
	ctx context.Context,
	body NewWebhookEndpoint,
	options ...Option,
) (*WebhookEndpointWithSecret, error) {
	call := newRequest("POST", "/v1/webhook-endpoints")
	call.body = body
	return sendJSON[WebhookEndpointWithSecret](ctx, r.api, call, options)
}

// Retrieve: Lê um webhook.
func (r *WebhookEndpointsAPI) Retrieve(
	ctx context.Context,
	id string,
	options ...Option,
) (*WebhookEndpoint, error) {
	call := newRequest("GET", "/v1/webhook-endpoints", id)
	return sendJSON[WebhookEndpoint](ctx, r.api, call, options)
}

// Update: Muda um webhook. O que não é enviado fica como está.
func (r *WebhookEndpointsAPI) Update(
	ctx context.Context,
	id string,
	body WebhookEndpointChange,
	options ...Option,
) (*WebhookEndpoint, error) {
	call := newRequest("PATCH", "/v1/webhook-endpoints", id)
	call.body = body
	call.isRepeatable = true
	return sendJSON[WebhookEndpoint](ctx, r.api, call, options)
}

// Delete: Apaga um webhook.
func (r *WebhookEndpointsAPI) Delete(ctx context.Context, id string, options ...Option) error {
	call := newRequest("DELETE", "/v1/webhook-endpoints", id)
	call.accept = "*/*"
	_, err := r.api.send(ctx, call, options)
	return err
}

// Pause: Pausa um webhook. As entregas esperam até `resume`.
func (r *WebhookEndpointsAPI) Pause(
	ctx context.Context,
	id string,
	options ...Option,
) (*WebhookEndpoint, error) {
	call := newRequest("POST", "/v1/webhook-endpoints", id, "/pause")
	call.isRepeatable = true
	return sendJSON[WebhookEndpoint](ctx, r.api, call, options)
}

// Resume: Retoma um webhook.
func (r *WebhookEndpointsAPI) Resume(
	ctx context.Context,
	id string,
	options ...Option,
) (*WebhookEndpoint, error) {
	call := newRequest("POST", "/v1/webhook-endpoints", id, "/resume")
	call.isRepeatable = true
	return sendJSON[WebhookEndpoint](ctx, r.api, call, options)
}

// Test: Testa um webhook. Envia o evento `webhook.test` ao endereço.
func (r *WebhookEndpointsAPI) Test(
	ctx context.Context,
	id string,
	options ...Option,
) (*WebhookEndpoint, error) {
	call := newRequest("POST", "/v1/webhook-endpoints", id, "/test")
	return sendJSON[WebhookEndpoint](ctx, r.api, call, options)
}

// Rotate: Troca o segredo de um webhook. Por 24 horas as entregas são assinadas com os dois.
func (r *WebhookEndpointsAPI) Rotate(
	ctx context.Context,
	id string,
	options ...Option,
) (*WebhookEndpointWithSecret, error) {
	call := newRequest("POST", "/v1/webhook-endpoints", id, "/rotate")
	return sendJSON[WebhookEndpointWithSecret](ctx, r.api, call, options)
}

// CheckSecret: Confere o segredo de um webhook. Diz se é o atual, e o dá nas duas formas.
func (r *WebhookEndpointsAPI) CheckSecret(
	ctx context.Context,
	id string,
	body NewWebhookSecretCheck,
	options ...Option,
) (*WebhookSecretCheck, error) {
	call := newRequest("POST", "/v1/webhook-endpoints", id, "/check-secret")
	call.body = body
	call.isRepeatable = true
	return sendJSON[WebhookSecretCheck](ctx, r.api, call, options)
}

// WebhookExamsAPI: Exames do programa que recebe os seus webhooks.
type WebhookExamsAPI struct {
	api *api
}

func newWebhookExamsAPI(api *api) *WebhookExamsAPI {
	found := &WebhookExamsAPI{api: api}
	return found
}

// Create: Examina o programa que recebe webhooks. O endereço de um webhook seu, já; outro, depois
// de `start`, com o `secret`.
func (r *WebhookExamsAPI) Create(
	ctx context.Context,
	body NewWebhookExam,
	options ...Option,
) (*WebhookExamWithSecret, error) {
	call := newRequest("POST", "/v1/test/webhook-exams")
	call.body = body
	return sendJSON[WebhookExamWithSecret](ctx, r.api, call, options)
}

// List: Lista exames de webhook.
func (r *WebhookExamsAPI) List(ctx context.Context, options ...Option) (*WebhookExams, error) {
	call := newRequest("GET", "/v1/test/webhook-exams")
	return sendJSON[WebhookExams](ctx, r.api, call, options)
}

// Start: Começa um exame que aguarda. Chame-o quando o seu programa já tem o segredo.
func (r *WebhookExamsAPI) Start(
	ctx context.Context,
	id string,
	options ...Option,
) (*WebhookExam, error) {
	call := newRequest("POST", "/v1/test/webhook-exams", id, "/start")
	return sendJSON[WebhookExam](ctx, r.api, call, options)
}

// Retrieve: Lê um exame de webhook.
func (r *WebhookExamsAPI) Retrieve(
	ctx context.Context,
	id string,
	options ...Option,
) (*WebhookExam, error) {
	call := newRequest("GET", "/v1/test/webhook-exams", id)
	return sendJSON[WebhookExam](ctx, r.api, call, options)
}

// PayerMailsAPI: Lembretes e comprovantes por e-mail aos pagadores.
type PayerMailsAPI struct {
	api *api
}

func newPayerMailsAPI(api *api) *PayerMailsAPI {
	found := &PayerMailsAPI{api: api}
	return found
}

// Settings: Lê o que os pagadores recebem por e-mail.
func (r *PayerMailsAPI) Settings(
	ctx context.Context,
	options ...Option,
) (*PayerMailSettings, error) {
	call := newRequest("GET", "/v1/payer-mails/settings")
	return sendJSON[PayerMailSettings](ctx, r.api, call, options)
}

// ChangeSettings: Muda o que os pagadores recebem por e-mail. Só o que vem muda.
func (r *PayerMailsAPI) ChangeSettings(
	ctx context.Context,
	settings PayerMailSettingsChange,
	options ...Option,
) (*PayerMailSettings, error) {
	call := newRequest("PATCH", "/v1/payer-mails/settings")
	call.body = settings
	call.isRepeatable = true
	return sendJSON[PayerMailSettings](ctx, r.api, call, options)
}

// List: Lista os e-mails ao pagador de uma cobrança.
func (r *PayerMailsAPI) List(
	ctx context.Context,
	chargeID string,
	options ...Option,
) (*ChargeMails, error) {
	call := newRequest("GET", "/v1/transactions", chargeID, "/mails")
	return sendJSON[ChargeMails](ctx, r.api, call, options)
}

// AccountStatementAPI: O extrato de uma conta, dos lançamentos mais antigos aos mais novos.
type AccountStatementAPI struct {
	api *api
}

func newAccountStatementAPI(api *api) *AccountStatementAPI {
	found := &AccountStatementAPI{api: api}
	return found
}

// List: Lê o extrato. Uma página. Guarde `next_cursor` e continue dele no dia seguinte.
func (r *AccountStatementAPI) List(
	ctx context.Context,
	filters StatementFilters,
	options ...Option,
) (*Statement, error) {
	call := newRequest("GET", "/v1/statement")
	call.query = filters
	return sendJSON[Statement](ctx, r.api, call, options)
}

// Iterate: Todos os lançamentos do período. A `sequence` do último serve de `cursor`.
func (r *AccountStatementAPI) Iterate(
	ctx context.Context,
	filters StatementFilters,
	options ...Option,
) iter.Seq2[StatementEntry, error] {
	call := newRequest("GET", "/v1/statement")
	call.query = filters
	return iterate[StatementEntry](ctx, r.api, call, "cursor", "cursor", options)
}

// ClosingsAPI: Fechamentos que a loja recebe por e-mail.
type ClosingsAPI struct {
	api *api
}

func newClosingsAPI(api *api) *ClosingsAPI {
	found := &ClosingsAPI{api: api}
	return found
}

// Settings: Lê quem recebe os fechamentos por e-mail. Mostra também os arquivos que a loja
// escolheu.
func (r *ClosingsAPI) Settings(ctx context.Context, options ...Option) (*ClosingSettings, error) {
	call := newRequest("GET", "/v1/closings/settings")
	return sendJSON[ClosingSettings](ctx, r.api, call, options)
}

// List: Lista os fechamentos enviados por e-mail.
func (r *ClosingsAPI) List(
	ctx context.Context,
	filters ClosingFilters,
	options ...Option,
) (*ClosingPage, error) {
	call := newRequest("GET", "/v1/closings")
	call.query = filters
	return sendJSON[ClosingPage](ctx, r.api, call, options)
}

// Iterate: Os itens de todas as páginas.
func (r *ClosingsAPI) Iterate(
	ctx context.Context,
	filters ClosingFilters,
	options ...Option,
) iter.Seq2[MailedClosing, error] {
	call := newRequest("GET", "/v1/closings")
	call.query = filters
	return iterate[MailedClosing](ctx, r.api, call, "cursor", "cursor", options)
}

// CustomersAPI: Quem paga as suas cobranças: cada CPF ou CNPJ.
type CustomersAPI struct {
	api *api
}

func newCustomersAPI(api *api) *CustomersAPI {
	found := &CustomersAPI{api: api}
	return found
}

// List: Lista clientes. Uma página, os da cobrança mais nova primeiro.
func (r *CustomersAPI) List(
	ctx context.Context,
	filters CustomerFilters,
	options ...Option,
) (*CustomerPage, error) {
	call := newRequest("GET", "/v1/customers")
	call.query = filters
	return sendJSON[CustomerPage](ctx, r.api, call, options)
}

// Iterate: Os itens de todas as páginas.
func (r *CustomersAPI) Iterate(
	ctx context.Context,
	filters CustomerFilters,
	options ...Option,
) iter.Seq2[Customer, error] {
	call := newRequest("GET", "/v1/customers")
	call.query = filters
	return iterate[Customer](ctx, r.api, call, "cursor", "cursor", options)
}

// Retrieve: Lê um cliente. Mostra o que pagou e o que deve.
func (r *CustomersAPI) Retrieve(
	ctx context.Context,
	id string,
	options ...Option,
) (*CustomerDetails, error) {
	call := newRequest("GET", "/v1/customers", id)
	return sendJSON[CustomerDetails](ctx, r.api, call, options)
}

// Erase: Apaga os dados de um cliente. Não pode ser desfeito. Valores, identificadores e datas
// ficam.
func (r *CustomersAPI) Erase(
	ctx context.Context,
	id string,
	options ...Option,
) (*CustomerErasure, error) {
	call := newRequest("DELETE", "/v1/customers", id)
	return sendJSON[CustomerErasure](ctx, r.api, call, options)
}

// Export: Exporta os dados de um cliente. Tudo o que está guardado sobre a pessoa (LGPD).
func (r *CustomersAPI) Export(
	ctx context.Context,
	id string,
	options ...Option,
) (*CustomerExport, error) {
	call := newRequest("GET", "/v1/customers", id, "/export")
	return sendJSON[CustomerExport](ctx, r.api, call, options)
}

// RequestsAPI: As requisições que os seus programas fazem com esta chave.
type RequestsAPI struct {
	api *api
}

func newRequestsAPI(api *api) *RequestsAPI {
	found := &RequestsAPI{api: api}
	return found
}

// Stream: Acompanha requisições. À medida que são respondidas, a partir de agora, sem fim.
// Reconecta sozinho, a partir da última recebida. Termine com `break`.
func (r *RequestsAPI) Stream(
	ctx context.Context,
	options ...Option,
) iter.Seq2[RequestRecord, error] {
	call := newRequest("GET", "/v1/requests/stream")
	return follow[RequestRecord](ctx, r.api, call, options)
}

// TestClocksAPI: Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o
// avança.
type TestClocksAPI struct {
	api *api
}

func newTestClocksAPI(api *api) *TestClocksAPI {
	found := &TestClocksAPI{api: api}
	return found
}

// Create: Cria um relógio de teste. Com `bind_key`, a chave que chama passa a viver no tempo do
// relógio.
func (r *TestClocksAPI) Create(
	ctx context.Context,
	body NewTestClock,
	options ...Option,
) (*TestClock, error) {
	call := newRequest("POST", "/v1/test/clocks")
	call.body = body
	return sendJSON[TestClock](ctx, r.api, call, options)
}

// List: Lista os relógios de teste.
func (r *TestClocksAPI) List(ctx context.Context, options ...Option) (*TestClocks, error) {
	call := newRequest("GET", "/v1/test/clocks")
	return sendJSON[TestClocks](ctx, r.api, call, options)
}

// Retrieve: Lê um relógio de teste.
func (r *TestClocksAPI) Retrieve(
	ctx context.Context,
	id string,
	options ...Option,
) (*TestClock, error) {
	call := newRequest("GET", "/v1/test/clocks", id)
	return sendJSON[TestClock](ctx, r.api, call, options)
}

// Delete: Apaga um relógio de teste. Encerra o que espera por ele.
func (r *TestClocksAPI) Delete(ctx context.Context, id string, options ...Option) error {
	call := newRequest("DELETE", "/v1/test/clocks", id)
	call.accept = "*/*"
	_, err := r.api.send(ctx, call, options)
	return err
}

// Advance: Avança um relógio de teste. Espera até que tudo o que vencia tenha acontecido.
func (r *TestClocksAPI) Advance(
	ctx context.Context,
	id string,
	body TestClockAdvance,
	options ...Option,
) (*TestClock, error) {
	call := newRequest("POST", "/v1/test/clocks", id, "/advance")
	call.body = body
	return settle[TestClock](ctx, r.api, call, options)
}

// Bind: Liga a chave que chama a um relógio de teste.
func (r *TestClocksAPI) Bind(
	ctx context.Context,
	id string,
	options ...Option,
) (*TestClock, error) {
	call := newRequest("POST", "/v1/test/clocks", id, "/bind")
	call.isRepeatable = true
	return sendJSON[TestClock](ctx, r.api, call, options)
}

// Unbind: Desliga a chave que chama de um relógio de teste.
func (r *TestClocksAPI) Unbind(
	ctx context.Context,
	id string,
	options ...Option,
) (*TestClock, error) {
	call := newRequest("POST", "/v1/test/clocks", id, "/unbind")
	call.isRepeatable = true
	return sendJSON[TestClock](ctx, r.api, call, options)
}

// TestToolsAPI: Só com chaves de teste.
type TestToolsAPI struct {
	api *api

	// Exames do programa que recebe os seus webhooks.
	WebhookExams *WebhookExamsAPI

	// Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança.
	Clocks *TestClocksAPI
}

func newTestToolsAPI(api *api) *TestToolsAPI {
	found := &TestToolsAPI{api: api}
	found.WebhookExams = newWebhookExamsAPI(api)
	found.Clocks = newTestClocksAPI(api)
	return found
}

// PayCharge: Paga uma cobrança de teste agora. Paga o valor certo ou, com `scenario`, tarde, duas
// vezes, a menos…
func (r *TestToolsAPI) PayCharge(
	ctx context.Context,
	internalID string,
	body TestPayment,
	options ...Option,
) (*PaidTestCharge, error) {
	call := newRequest("POST", "/v1/test/charges", internalID, "/pay")
	call.body = body
	return sendJSON[PaidTestCharge](ctx, r.api, call, options)
}

// AuthorizeSubscription: O pagador de teste autoriza.
func (r *TestToolsAPI) AuthorizeSubscription(
	ctx context.Context,
	internalID string,
	options ...Option,
) (*Subscription, error) {
	call := newRequest("POST", "/v1/test/subscriptions", internalID, "/authorize")
	return sendJSON[Subscription](ctx, r.api, call, options)
}

// RejectSubscription: O pagador de teste recusa.
func (r *TestToolsAPI) RejectSubscription(
	ctx context.Context,
	internalID string,
	body TestSubscriptionRejection,
	options ...Option,
) (*Subscription, error) {
	call := newRequest("POST", "/v1/test/subscriptions", internalID, "/reject")
	call.body = body
	return sendJSON[Subscription](ctx, r.api, call, options)
}

// CancelSubscription: O pagador de teste cancela no banco dele.
func (r *TestToolsAPI) CancelSubscription(
	ctx context.Context,
	internalID string,
	body TestSubscriptionCancellation,
	options ...Option,
) (*Subscription, error) {
	call := newRequest("POST", "/v1/test/subscriptions", internalID, "/cancel")
	call.body = body
	return sendJSON[Subscription](ctx, r.api, call, options)
}

// FailCycle: Faz falhar uma cobrança de teste. A que está aberta com este vencimento falha agora.
func (r *TestToolsAPI) FailCycle(
	ctx context.Context,
	internalID string,
	dueOn string,
	body TestCycleFailure,
	options ...Option,
) (*SubscriptionCycle, error) {
	call := newRequest("POST", "/v1/test/subscriptions", internalID, "/cycles", dueOn, "/fail")
	call.body = body
	return sendJSON[SubscriptionCycle](ctx, r.api, call, options)
}

// OpenDispute: Contesta um pagamento de teste.
func (r *TestToolsAPI) OpenDispute(
	ctx context.Context,
	internalID string,
	body NewTestDispute,
	options ...Option,
) (*Dispute, error) {
	call := newRequest("POST", "/v1/test/charges", internalID, "/dispute")
	call.body = body
	return sendJSON[Dispute](ctx, r.api, call, options)
}

// CloseDispute: Encerra uma contestação de teste.
func (r *TestToolsAPI) CloseDispute(
	ctx context.Context,
	internalID string,
	body TestDisputeOutcome,
	options ...Option,
) (*Dispute, error) {
	call := newRequest("POST", "/v1/test/disputes", internalID, "/close")
	call.body = body
	return sendJSON[Dispute](ctx, r.api, call, options)
}

// RunWebhookScenario: Envia um evento de teste com defeito. Envia-o de novo aos seus webhooks.
func (r *TestToolsAPI) RunWebhookScenario(
	ctx context.Context,
	body WebhookScenario,
	options ...Option,
) (*EventDetails, error) {
	call := newRequest("POST", "/v1/test/webhook-scenarios")
	call.body = body
	return sendJSON[EventDetails](ctx, r.api, call, options)
}

// Client: Os recursos da API.
type Client struct {
	api *api

	Charges *ChargesAPI

	// Só com chaves de teste.
	Test *TestToolsAPI

	// Cobranças e saques, dos mais novos aos mais antigos.
	Transactions *TransactionsAPI

	Payouts *PayoutsAPI

	Splits *SplitsAPI

	// Páginas em que o próprio pagador cria a cobrança.
	PaymentLinks *PaymentLinksAPI

	// O que os links de pagamento vendem.
	Products *ProductsAPI

	// Até 10.000 cobranças de uma vez.
	ChargeBatches *ChargeBatchesAPI

	// Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança.
	Subscriptions *SubscriptionsAPI

	// Devoluções de todas as cobranças. O método `refund` das cobranças pede uma.
	Refunds *RefundsAPI

	// Contestações (MED).
	Disputes *DisputesAPI

	// Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos.
	Events *EventsAPI

	// Os endereços que recebem os seus eventos.
	WebhookEndpoints *WebhookEndpointsAPI

	// Lembretes e comprovantes por e-mail aos pagadores.
	PayerMails *PayerMailsAPI

	// O extrato de uma conta, dos lançamentos mais antigos aos mais novos.
	Statement *AccountStatementAPI

	// Fechamentos que a loja recebe por e-mail.
	Closings *ClosingsAPI

	// Quem paga as suas cobranças: cada CPF ou CNPJ.
	Customers *CustomersAPI

	// As requisições que os seus programas fazem com esta chave.
	Requests *RequestsAPI
}

func newClient(api *api) *Client {
	found := &Client{api: api}
	found.Charges = newChargesAPI(api)
	found.Test = newTestToolsAPI(api)
	found.Transactions = newTransactionsAPI(api)
	found.Payouts = newPayoutsAPI(api)
	found.Splits = newSplitsAPI(api)
	found.PaymentLinks = newPaymentLinksAPI(api)
	found.Products = newProductsAPI(api)
	found.ChargeBatches = newChargeBatchesAPI(api)
	found.Subscriptions = newSubscriptionsAPI(api)
	found.Refunds = newRefundsAPI(api)
	found.Disputes = newDisputesAPI(api)
	found.Events = newEventsAPI(api)
	found.WebhookEndpoints = newWebhookEndpointsAPI(api)
	found.PayerMails = newPayerMailsAPI(api)
	found.Statement = newAccountStatementAPI(api)
	found.Closings = newClosingsAPI(api)
	found.Customers = newCustomersAPI(api)
	found.Requests = newRequestsAPI(api)
	return found
}

// Balance: Lê o saldo. O saldo do ambiente da chave, em centavos.
func (r *Client) Balance(ctx context.Context, options ...Option) (*Balance, error) {
	call := newRequest("GET", "/v1/balance")
	return sendJSON[Balance](ctx, r.api, call, options)
}
