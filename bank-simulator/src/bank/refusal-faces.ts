export interface Face {
  readonly status: number;
  /** The last part of a problem's `type`, Efí's `nome`, or an `error` of OAuth2. */
  readonly problem?: string;
  readonly name?: string;
  readonly error?: string;
}

/**
 * The answer of each refusal. The first form is that of API Pix 2.10.0 (its list of errors); the
 * second is Efí's where Efí documents another. Operations that only Efí has, have only Efí's form.
 */
export const FACES = {
  requestInvalid: [
    { status: 400, problem: 'RequisicaoInvalida' },
    { status: 400, name: 'json_invalido' },
  ],
  routeNotFound: [{ status: 404, problem: 'NaoEncontrado' }],
  internalError: [
    { status: 500, problem: 'ErroInternoDoServidor' },
    { status: 500, name: 'erro_aplicacao' },
  ],
  accessDenied: [
    { status: 403, problem: 'AcessoNegado' },
    { status: 403, error: 'insufficient_scope' },
  ],
  tokenInvalid: [{ status: 401, error: 'invalid_token' }],
  clientInvalid: [{ status: 401, error: 'invalid_client' }],
  grantUnsupported: [{ status: 400, error: 'unsupported_grant_type' }],
  scopeInvalid: [{ status: 400, error: 'invalid_scope' }],
  chargeNotFound: [
    { status: 404, problem: 'CobNaoEncontrado' },
    { status: 400, name: 'cobranca_nao_encontrada' },
  ],
  chargeInvalid: [
    { status: 400, problem: 'CobOperacaoInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  chargeKeyNotOurs: [
    { status: 400, problem: 'CobOperacaoInvalida' },
    { status: 400, name: 'chave_invalida' },
  ],
  chargeNotActive: [
    { status: 400, problem: 'CobOperacaoInvalida' },
    { status: 400, name: 'status_cobranca_invalido' },
  ],
  chargeRepeated: [{ status: 409, name: 'txid_duplicado' }],
  chargeQueryInvalid: [
    { status: 400, problem: 'CobConsultaInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  dueChargeNotFound: [
    { status: 404, problem: 'CobVNaoEncontrada' },
    { status: 400, name: 'cobranca_nao_encontrada' },
  ],
  dueChargeInvalid: [
    { status: 400, problem: 'CobVOperacaoInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  dueChargeNotActive: [
    { status: 400, problem: 'CobVOperacaoInvalida' },
    { status: 400, name: 'status_cobranca_invalido' },
  ],
  dueChargeQueryInvalid: [
    { status: 400, problem: 'CobVConsultaInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  lotNotFound: [
    { status: 404, problem: 'LoteCobVNaoEncontrado' },
    { status: 400, name: 'lote_nao_encontrado' },
  ],
  lotInvalid: [
    { status: 400, problem: 'LoteCobVOperacaoInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  lotQueryInvalid: [
    { status: 400, problem: 'LoteCobVConsultaInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  locationNotFound: [
    { status: 404, problem: 'PayloadLocationNaoEncontrado' },
    { status: 400, name: 'location_nao_encontrado' },
  ],
  locationInvalid: [
    { status: 400, problem: 'PayloadLocationOperacaoInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  locationQueryInvalid: [
    { status: 400, problem: 'PayloadLocationConsultaInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  payloadNotFound: [{ status: 404, problem: 'CobPayloadNaoEncontrado' }],
  payloadGone: [{ status: 410, problem: 'CobPayloadNaoEncontrado' }],
  payloadInvalid: [{ status: 400, problem: 'CobPayloadOperacaoInvalida' }],
  paymentNotFound: [
    { status: 404, problem: 'PixNaoEncontrado' },
    { status: 400, name: 'pix_nao_encontrado' },
  ],
  paymentQueryInvalid: [
    { status: 400, problem: 'PixConsultaInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  refundNotFound: [
    { status: 404, problem: 'PixDevolucaoNaoEncontrada' },
    { status: 400, name: 'devolucao_nao_encontrada' },
  ],
  refundInvalid: [
    { status: 400, problem: 'PixDevolucaoInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  refundRepeated: [
    { status: 400, problem: 'PixDevolucaoInvalida' },
    { status: 409, name: 'devolucao_id_duplicado' },
  ],
  webhookNotFound: [{ status: 404, problem: 'WebhookNaoEncontrado' }],
  webhookInvalid: [
    { status: 400, problem: 'WebhookOperacaoInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  webhookUnreachable: [
    { status: 400, problem: 'WebhookOperacaoInvalida' },
    { status: 400, name: 'webhook_invalido' },
  ],
  webhookQueryInvalid: [
    { status: 400, problem: 'WebhookConsultaInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  payoutInvalid: [{ status: 400, name: 'valor_invalido' }],
  payoutKeyNotOurs: [{ status: 400, name: 'chave_invalida' }],
  payoutDocumentBlocked: [{ status: 400, name: 'documento_bloqueado' }],
  payoutDocumentDiffers: [{ status: 400, name: 'chave_nao_pertence_ao_documento' }],
  payoutWithoutWebhook: [{ status: 400, name: 'webhook_nao_cadastrado' }],
  payoutKeyNotFound: [{ status: 404, name: 'chave_favorecido_nao_encontrada' }],
  payoutRepeated: [{ status: 409, name: 'id_envio_duplicado' }],
  payoutDenied: [{ status: 422, name: 'pagamento_negado' }],
  payoutBucketEmpty: [{ status: 429, name: 'balde_fichas_vazio' }],
  payoutQueryInvalid: [{ status: 400, name: 'valor_invalido' }],
  payoutNotFound: [{ status: 404, problem: 'PixEnviadoNaoEncontrado' }],
  disputeNotFound: [{ status: 404, problem: 'InfracaoNaoEncontrada' }],
  disputeQueryInvalid: [{ status: 400, problem: 'InfracoesConsultaInvalida' }],
  defenseInvalid: [{ status: 400, problem: 'InfracoesConsultaInvalida' }],
  defenseRepeated: [{ status: 409, problem: 'InfracaoOperacaoInvalida' }],
  defenseTooLate: [{ status: 422, problem: 'InfracaoOperacaoInvalida' }],
  recurrenceNotFound: [
    { status: 404, problem: 'RecNaoEncontrada' },
    { status: 400, name: 'recorrencia_nao_encontrada' },
  ],
  recurrenceInvalid: [
    { status: 400, problem: 'RecOperacaoInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  recurrenceQueryInvalid: [
    { status: 400, problem: 'RecConsultaInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  solicitationNotFound: [
    { status: 404, problem: 'SolicRecNaoEncontrada' },
    { status: 400, name: 'solicitacao_nao_encontrada' },
  ],
  solicitationInvalid: [
    { status: 400, problem: 'SolicRecOperacaoInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  recurringChargeNotFound: [
    { status: 404, problem: 'CobRNaoEncontrado' },
    { status: 400, name: 'cobranca_nao_encontrada' },
  ],
  recurringChargeInvalid: [
    { status: 400, problem: 'CobROperacaoInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  recurringChargeQueryInvalid: [
    { status: 400, problem: 'CobRConsultaInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  recurrenceLocationNotFound: [
    { status: 404, problem: 'PayloadLocationRecNaoEncontrado' },
    { status: 400, name: 'location_nao_encontrado' },
  ],
  recurrenceLocationQueryInvalid: [
    { status: 400, problem: 'PayloadLocationRecConsultaInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  recurrencePayloadNotFound: [{ status: 404, problem: 'RecPayloadNaoEncontrado' }],
  recurrencePayloadInvalid: [{ status: 400, problem: 'RecPayloadOperacaoInvalida' }],
  recurrenceWebhookNotFound: [{ status: 404, problem: 'WebhookRecNaoEncontrado' }],
  recurrenceWebhookInvalid: [
    { status: 400, problem: 'WebhookRecOperacaoInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
  recurringChargeWebhookNotFound: [{ status: 404, problem: 'WebhookCobRNaoEncontrado' }],
  recurringChargeWebhookInvalid: [
    { status: 400, problem: 'WebhookCobROperacaoInvalida' },
    { status: 400, name: 'valor_invalido' },
  ],
} as const satisfies Record<string, readonly [Face] | readonly [Face, Face]>;
