import {
  asNumber,
  asText,
  at,
  becomes,
  type Deviation,
  detailOf,
  drop,
  edit,
  forbidden,
  type Json,
  nothingFound,
  refusal,
  renamed,
  withStatus,
} from './twist-answers.ts';

const COBS = ['createCharge', 'findCharge', 'reviseCharge'] as const;
const SEARCHES = ['findCharge', 'findPayment', 'findRefund'] as const;
const LISTS = ['listCharges', 'listPayments', 'listDueCharges', 'listWebhooks'] as const;
const DUE = ['createDueCharge', 'findDueCharge', 'reviseDueCharge'] as const;
const AUTOMATIC = [
  'createRecurrence',
  'findRecurrence',
  'reviseRecurrence',
  'listRecurrences',
  'createRecurrenceLocation',
  'listRecurringCharges',
] as const;

/** The deviations that the bank can play: names and how an answer is twisted. */
export const DEVIATIONS = {
  lifetimeAsText: { on: ['requestToken'], twist: at('expires_in', asText) },
  noTokenType: { on: ['requestToken'], twist: at('token_type', drop) },
  // A token has other scopes only when they are asked for: see access.ts.
  narrowScopes: { on: ['requestToken'] },
  // A request for a scope beyond those of receiving is refused: see access.ts.
  otherScopesRefused: { on: ['requestToken'] },
  tokenByAnotherName: { on: ['requestToken'], twist: at('access_token', renamed('token')) },
  bareNotFound: {
    on: SEARCHES,
    twists: 'refusals',
    twist: () => ({ text: '', contentType: 'text/plain' }),
  },
  notFoundAsPage: {
    on: SEARCHES,
    twists: 'refusals',
    twist: () => ({ text: '<html>404</html>', contentType: 'text/html' }),
  },
  notFoundAsEmptySuccess: {
    on: SEARCHES,
    twists: 'refusals',
    twist: () => ({ status: 200, ...refusal({}) }),
  },
  notFoundWithCode: {
    on: SEARCHES,
    twists: 'refusals',
    twist: (outgoing) => refusal({ codigo: 'PIX-4404', mensagem: detailOf(outgoing) }),
  },
  notFoundAs422: {
    on: SEARCHES,
    twists: 'refusals',
    twist: (outgoing) => ({
      status: 422,
      ...refusal({ codigo: 'PIX-4404', mensagem: detailOf(outgoing) }),
    }),
  },
  problemWithoutType: { on: SEARCHES, twists: 'refusals', twist: at('type', drop) },
  problemAsJson: {
    on: SEARCHES,
    twists: 'refusals',
    twist: () => ({ contentType: 'application/json' }),
  },
  problemStatusAsText: { on: SEARCHES, twists: 'refusals', twist: at('status', asText) },
  refusalAs500: { on: ['createCharge'], twists: 'refusals', twist: withStatus(500) },
  newestFirst: {
    on: ['listCharges'],
    twist: at('cobs', (list, name, holder) => {
      holder[name] = (list as unknown[]).toReversed();
    }),
  },
  noPaging: { on: LISTS, twist: at('parametros.paginacao', drop) },
  pagesFromOne: {
    on: LISTS,
    twist: at('parametros.paginacao.paginaAtual', (value, name, holder) => {
      holder[name] = Number(value) + 1;
    }),
  },
  pagingAsText: { on: LISTS, twist: at('parametros.paginacao.*', asText) },
  emptyListAs404: {
    on: ['listPayments'],
    twist: ({ body }) => ((body as { pix: unknown[] }).pix.length > 0 ? {} : nothingFound),
  },
  emptyListWithoutArray: {
    on: ['listPayments'],
    twist: at('pix', (list, name, holder) => {
      if ((list as unknown[]).length === 0) delete holder[name];
    }),
  },
  listUnderAnotherName: { on: ['listCharges'], twist: at('cobs', renamed('cobrancas')) },
  pageSizeIgnored: { on: ['listCharges'], ignores: ['paginacao.itensPorPagina'] },
  pageIgnored: { on: ['listCharges'], ignores: ['paginacao.paginaAtual'] },
  statusFilterIgnored: { on: ['listCharges'], ignores: ['status'] },
  txidFilterIgnored: { on: ['listPayments'], ignores: ['txid'] },
  refundFilterIgnored: { on: ['listPayments'], ignores: ['devolucaoPresente'] },
  newChargeNotListed: { on: ['listCharges'], twist: at('cobs', becomes([])) },
  createdWith200: { on: ['createCharge', 'createChargeWithoutTxid'], twist: withStatus(200) },
  amountAsNumber: { on: COBS, twist: at('valor.original', asNumber) },
  amountWithComma: {
    on: COBS,
    twist: at(
      'valor.original',
      edit((text) => text.replace('.', ',')),
    ),
  },
  revisionAsText: { on: COBS, twist: at('revisao', asText) },
  expiryAsText: { on: COBS, twist: at('calendario.expiracao', asText) },
  creationWithoutZone: {
    on: COBS,
    twist: at(
      'calendario.criacao',
      edit((text) => text.slice(0, 19)),
    ),
  },
  statusInLowerCase: {
    on: COBS,
    twist: at(
      'status',
      edit((text) => text.toLowerCase()),
    ),
  },
  keyMissing: { on: COBS, twist: at('chave', drop) },
  locationWithScheme: {
    on: COBS,
    twist: at(
      'location',
      edit((text) => `https://${text}`),
    ),
  },
  codeWithWrongChecksum: {
    on: COBS,
    twist: at(
      'pixCopiaECola',
      edit((text) => `${text.slice(0, -4)}0000`),
    ),
  },
  noCodeNorLocation: {
    on: COBS,
    twist: (outgoing) => {
      const { loc, location, pixCopiaECola, ...body } = outgoing.body as Json;
      return { body };
    },
  },
  revisionIgnored: { on: ['findCharge'], ignores: ['revisao'] },
  cancelStaysActive: { on: ['reviseCharge', 'findCharge'], twist: at('status', becomes('ATIVA')) },
  removedByAnotherWord: {
    on: ['reviseCharge', 'findCharge'],
    twist: at(
      'status',
      edit((text) => text.replace('REMOVIDA', 'REMOVIDO')),
    ),
  },
  dueDateInBrazilianForm: {
    on: DUE,
    twist: at(
      'calendario.dataDeVencimento',
      edit((text) => text.split('-').reverse().join('/')),
    ),
  },
  receiverMissing: { on: DUE, twist: at('recebedor', drop) },
  fineAsNumber: { on: DUE, twist: at('valor.multa.valorPerc', asNumber) },
  fineMissing: { on: DUE, twist: at('valor.multa', drop) },
  noDueCharges: {
    on: ['createDueCharge', 'findDueCharge', 'listDueCharges'],
    twists: 'both',
    twist: withStatus(405),
  },
  noLots: { on: ['listLots'], twists: 'both', twist: forbidden },
  noLocations: { on: ['listLocations', 'findLocation'], twists: 'both', twist: withStatus(501) },
  noAutomatic: { on: AUTOMATIC, twists: 'both', twist: withStatus(404) },
  webhookWith204: {
    on: ['registerWebhook'],
    twist: () => ({ status: 204, text: '', contentType: 'text/plain' }),
  },
  // See webhook-routes.ts.
  anyWebhookUrl: { on: ['registerWebhook'] },
  webhookUrlByAnotherName: { on: ['findWebhook'], twist: at('webhookUrl', renamed('url')) },
  paidWithoutPayment: { on: ['findCharge'], twist: at('pix', drop) },
  paymentAsObject: {
    on: ['findCharge'],
    twist: at('pix', (list, name, holder) => {
      [holder[name]] = list as unknown[];
    }),
  },
  paymentAmountAsNumber: { on: ['findPayment'], twist: at('valor', asNumber) },
  paymentWithoutTxid: { on: ['findPayment'], twist: at('txid', drop) },
  paymentTimeWithoutZone: {
    on: ['findPayment', 'listPayments'],
    twist: (outgoing) => ({
      body: JSON.parse(JSON.stringify(outgoing.body), (name, value) =>
        name === 'horario' && typeof value === 'string' ? value.slice(0, 19) : value,
      ),
    }),
  },
  refundsAsObject: {
    on: ['findPayment'],
    twist: at('devolucoes', (list, name, holder) => {
      [holder[name]] = list as unknown[];
    }),
  },
  refundByAnotherStatus: {
    on: ['sendRefund', 'findRefund'],
    twist: at('status', becomes('CONCLUIDA')),
  },
  refundWithoutReturnId: { on: ['sendRefund', 'findRefund'], twist: at('rtrId', drop) },
  refundWith200: { on: ['sendRefund'], twist: withStatus(200) },
  bareCallbacks: {
    on: ['callback'],
    twist: ({ body }) => ({ body: (body as { pix: unknown }).pix }),
  },
  singleCallbacks: {
    on: ['callback'],
    twist: ({ body }) => ({ body: (body as { pix: unknown[] }).pix[0] }),
  },
  callbacksWithoutPath: { on: ['callback'], dropsPath: true },
  callbackWithoutTxid: { on: ['callback'], twist: at('pix.*.txid', drop) },
  recurrenceStatusInLowerCase: {
    on: AUTOMATIC,
    twist: at(
      'status',
      edit((text) => text.toLowerCase()),
    ),
  },
  recurrenceLocationAsText: {
    on: ['createRecurrenceLocation', 'findRecurrenceLocation'],
    twist: at('id', asText),
  },
  cycleWith200: { on: ['createRecurringCharge'], twist: withStatus(200) },
  cycleAmountAsNumber: {
    on: ['createRecurringCharge', 'findRecurringCharge'],
    twist: at('valor.original', asNumber),
  },
  recurrenceAmountAsNumber: { on: AUTOMATIC, twist: at('valor.valorRec', asNumber) },
} as const satisfies Record<string, Deviation>;

export type DeviationName = keyof typeof DEVIATIONS;
