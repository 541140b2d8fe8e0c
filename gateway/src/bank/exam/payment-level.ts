import { itemsOfCallback, readCallback } from '../bcb-pix/callbacks.ts';
import { readCharge } from '../bcb-pix/read-charge.ts';
import { readPayment } from '../bcb-pix/read-payment.ts';
import { reads, readsPayments } from './adapter-readers.ts';
import { chargeBody } from './charge-level.ts';
import type { Coping, ExamAnswer, Expectation, Facts, Source, Step } from './exam.ts';
import { get, listAround, REMOVED } from './exam-requests.ts';
import {
  AMOUNT,
  END_TO_END_ID,
  equal,
  field,
  INSTANT,
  itemsIn,
  LIST,
  oneOf,
  pageOf,
  rule,
  same,
  success,
  textIn,
  valueAt,
} from './expectations.ts';

export const PAID = '0.01';

export const paymentOf = ({ learned }: Facts) => learned.get('endToEndId');

/** A request about the payment; left out before anything was paid. */
export function ofPayment(make: (endToEndId: string, facts: Facts) => Source): Step['from'] {
  return (facts) => {
    const endToEndId = paymentOf(facts);
    return endToEndId ? make(endToEndId, facts) : { skip: 'nenhum pagamento chegou' };
  };
}

/** The list of the second in which the payment came. */
export const listOwn = (facts: Facts, more: Readonly<Record<string, string>> = {}) =>
  listAround(facts, '/pix', { names: ['paidAt'], more });

/** The fields of a `Pix`. */
const PIX_FIELDS: readonly Expectation[] = [
  field('endToEndId', END_TO_END_ID),
  field('endToEndId', same(paymentOf, 'o endToEndId do pagamento')),
  field(
    'txid',
    same(({ txid }) => txid('paid')),
    { copes: 'no' },
  ),
  field('valor', equal(PAID)),
  field('horario', INSTANT),
  field(
    'chave',
    same(({ pixKey }) => pixKey),
    { isOptional: true },
  ),
];

/** The item of a call-back about the payment, in each form that banks send. */
export const itemOf = (body: unknown, endToEndId: string | undefined) =>
  itemsOfCallback(body)?.find((item) => item.endToEndId === endToEndId);

export const hasRefund = ({ body }: ExamAnswer, facts: Facts) =>
  valueAt(itemOf(body, paymentOf(facts)), 'devolucoes') !== undefined;

function formOf({ body }: ExamAnswer): 'array' | 'single' | 'document' {
  if (Array.isArray(body)) return 'array';
  return Array.isArray(valueAt(body, 'pix')) ? 'document' : 'single';
}

export const ofCallback = (wanted: (answer: ExamAnswer, facts: Facts) => boolean): Step['from'] =>
  ofPayment((endToEndId, facts) =>
    facts.callbackUrl === undefined
      ? { skip: 'ninguém escuta avisos: use --webhook-url e --listen' }
      : {
          callback: (answer) =>
            itemOf(answer.body, endToEndId) !== undefined && wanted(answer, facts),
        },
  );

const readsCallback = ({ body }: ExamAnswer): Coping =>
  readCallback(body)?.some(({ kind }) => kind === 'received') ? 'yes' : 'no';

/** What a call-back must be; `fields` are of its item. */
export function callbackExpectations(fields: readonly Expectation[]): readonly Expectation[] {
  return [
    rule('arrived', 'um aviso do pagamento', {
      section: 'callbacks',
      isMet: ({ status }) => status !== 0,
      found: ({ text }) => text,
      // The worker reads the charges at the bank too.
      copes: 'yes',
      isFirst: true,
    }),
    rule('body', '{"pix": […]}', {
      section: 'callbacks, requestBody',
      isMet: (answer) => formOf(answer) === 'document',
      found: formOf,
      copes: readsCallback,
      profile: (answer) => ({ callbackBody: formOf(answer) }),
    }),
    rule('path', 'o endereço registrado e mais /pix', {
      section: 'callbacks, {$request.body#/webhookUrl}/pix',
      isMet: ({ path = '' }) => path.endsWith('/pix'),
      found: ({ path }) => path,
      copes: 'yes',
    }),
    ...fields.map((one) => ({
      ...one,
      name: `pix.${one.name}`,
      isMet: (answer: ExamAnswer, facts: Facts) =>
        one.isMet({ ...answer, body: itemOf(answer.body, paymentOf(facts)) }, facts),
      found: ({ body }: ExamAnswer) => body,
      // A call-back is only a hint: the adapter reads the payment at the bank before it is booked.
      copes: readsCallback,
    })),
  ];
}

export const PAYMENT_STEPS: readonly Step[] = [
  {
    id: 'createPaidCharge',
    level: 'payments',
    place: 'PUT /cob/{txid}',
    from: (facts) => ({
      method: 'PUT',
      path: `/cob/${facts.txid('paid')}`,
      body: chargeBody(facts, PAID),
    }),
    learn: ({ body }, { learned }) => void learned.set('code', textIn(body, 'pixCopiaECola')),
    expects: success(201),
    adapter: reads((body) => readCharge(body)),
  },
  {
    id: 'payCharge',
    level: 'payments',
    place: 'PUT /cob/{txid}',
    from: ({ learned }) => {
      const code = learned.get('code');
      return code ? { pay: code } : { skip: 'a cobrança não tem código para pagar' };
    },
    expects: [],
  },
  {
    id: 'findPaidCharge',
    level: 'payments',
    place: 'GET /cob/{txid}',
    from: ({ txid, learned }) =>
      learned.has('isPaid') ? get(`/cob/${txid('paid')}`) : { skip: 'ninguém pagou o centavo' },
    until: ({ status, body }) => status >= 300 || textIn(body, 'status') === 'CONCLUIDA',
    learn: ({ body }, { learned }) => {
      // An example of the document has an object instead of a list.
      const place = Array.isArray(valueAt(body, 'pix')) ? 'pix.0' : 'pix';
      learned.set('endToEndId', textIn(body, `${place}.endToEndId`));
      learned.set('paidAt', textIn(body, `${place}.horario`));
    },
    expects: [
      ...success(200),
      field('status', oneOf('CONCLUIDA'), { copes: 'no' }),
      field('pix', LIST),
      rule('pix.payment', 'o pagamento da cobrança', {
        section: 'CobCompleta.pix',
        isMet: ({ body }) =>
          !Array.isArray(valueAt(body, 'pix')) || valueAt(body, 'pix.0') !== undefined,
        copes: 'no',
      }),
      field('pix.0.endToEndId', END_TO_END_ID, { isOptional: true }),
      field('pix.0.valor', AMOUNT, { isOptional: true }),
      field('pix.0.horario', INSTANT, { isOptional: true }),
    ],
    adapter: reads((body) => {
      const { charge } = readCharge(body, { mayLackCode: true });
      // A paid charge without its payment is asked for again, until the payment is told.
      if (charge.payments.length === 0) readPayment({});
    }),
  },
  {
    id: 'cancelUnpaidCharge',
    level: 'payments',
    place: 'PATCH /cob/{txid}',
    from: ({ txid, learned }) =>
      learned.get('endToEndId')
        ? { skip: 'a cobrança foi paga' }
        : {
            method: 'PATCH',
            path: `/cob/${txid('paid')}`,
            body: { status: REMOVED },
          },
    expects: [],
    isCleanUp: true,
  },
  {
    id: 'findPayment',
    level: 'payments',
    place: 'GET /pix/{e2eid}',
    from: ofPayment((endToEndId) => get(`/pix/${encodeURIComponent(endToEndId)}`)),
    expects: [...success(200), ...PIX_FIELDS],
    adapter: reads((body) => readPayment(body)),
  },
  {
    id: 'listNewPayments',
    level: 'payments',
    place: 'GET /pix',
    from: ofPayment((_endToEndId, facts) => listOwn(facts)),
    expects: [
      ...success(200),
      ...pageOf('pix'),
      rule('has', 'o pagamento que acabou de chegar', {
        section: 'PixConsultados.pix',
        isMet: ({ body }, facts) => itemOf(body, paymentOf(facts)) !== undefined,
        found: ({ body }) => itemsIn(body, 'pix').length,
        copes: 'no',
      }),
    ],
    adapter: readsPayments,
  },
  {
    id: 'listPaymentsOfTxid',
    level: 'payments',
    place: 'GET /pix?txid',
    from: ofPayment((_endToEndId, facts) => listOwn(facts, { txid: facts.txid('unknown') })),
    expects: [
      ...success(200),
      rule('filter', 'nenhum pagamento de outro txid', {
        section: 'txid',
        isMet: ({ body }) => itemsIn(body, 'pix').length === 0,
        found: ({ body }) => itemsIn(body, 'pix').map(({ txid }) => txid),
        copes: 'yes',
      }),
    ],
  },
  {
    id: 'listRefundedBefore',
    level: 'payments',
    place: 'GET /pix?devolucaoPresente=true',
    from: ofPayment((_endToEndId, facts) => listOwn(facts, { devolucaoPresente: 'true' })),
    expects: [
      ...success(200),
      rule('filter', 'só pagamentos com devolução', {
        section: 'devolucaoPresente',
        isMet: ({ body }) => itemsIn(body, 'pix').every((pix) => pix.devolucoes !== undefined),
        found: ({ body }) => itemsIn(body, 'pix').length,
        copes: 'yes',
      }),
    ],
    adapter: readsPayments,
  },
  {
    id: 'paymentCallback',
    level: 'payments',
    place: 'PUT /webhook/{chave}',
    from: ofCallback((answer, facts) => !hasRefund(answer, facts)),
    expects: callbackExpectations(PIX_FIELDS),
  },
];
