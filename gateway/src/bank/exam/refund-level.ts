import { readPayment, readRefund } from '../bcb-pix/read-payment.ts';
import { reads, readsPayments, readsRefusal } from './adapter-readers.ts';
import type { ExamAnswer, Expectation, Facts, Source, Step } from './exam.ts';
import { get } from './exam-requests.ts';
import {
  equal,
  field,
  INSTANT,
  itemsIn,
  LIST,
  oneOf,
  RETURN_ID,
  refused,
  rule,
  SHORT_ID,
  same,
  success,
  textIn,
  valueAt,
} from './expectations.ts';
import {
  callbackExpectations,
  hasRefund,
  itemOf,
  listOwn,
  ofCallback,
  ofPayment,
  PAID,
  paymentOf,
} from './payment-level.ts';

const refundPath = (endToEndId: string, { txid }: Facts, name = 'refund') =>
  `/pix/${encodeURIComponent(endToEndId)}/devolucao/${txid(name)}`;

const REFUND_FIELDS: readonly Expectation[] = [
  field('id', SHORT_ID),
  field(
    'id',
    same(({ txid }) => txid('refund')),
  ),
  field('rtrId', RETURN_ID),
  field('valor', equal(PAID)),
  field('horario.solicitacao', INSTANT),
];

const isFinal = ({ body }: ExamAnswer) =>
  ['DEVOLVIDO', 'NAO_REALIZADO'].includes(textIn(body, 'status'));

export const REFUND_STEPS: readonly Step[] = [
  {
    id: 'refuseRefund',
    level: 'refunds',
    place: 'PUT /pix/{e2eid}/devolucao/{id}',
    from: ofPayment((endToEndId, facts) => ({
      method: 'PUT',
      path: refundPath(endToEndId, facts, 'tooLarge'),
      body: { valor: '0.02' },
    })),
    expects: refused('PixDevolucaoInvalida'),
    adapter: readsRefusal,
  },
  {
    id: 'sendRefund',
    level: 'refunds',
    place: 'PUT /pix/{e2eid}/devolucao/{id}',
    from: ofPayment((endToEndId, facts) => ({
      method: 'PUT',
      path: refundPath(endToEndId, facts),
      body: { valor: PAID },
    })),
    learn: ({ status }, { learned }) => {
      if (status < 300) learned.set('refund', 'sent');
    },
    expects: [
      ...success(201),
      ...REFUND_FIELDS,
      field('status', oneOf('EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO')),
    ],
    adapter: reads(readRefund),
  },
  {
    id: 'repeatRefund',
    level: 'refunds',
    place: 'PUT /pix/{e2eid}/devolucao/{id}',
    from: ofRefund((endToEndId, facts) => ({
      method: 'PUT',
      path: refundPath(endToEndId, facts),
      body: { valor: PAID },
    })),
    expects: [
      rule('same', 'a mesma devolução, ou uma recusa do id repetido', {
        section: 'erros, PixDevolucaoInvalida',
        isMet: ({ status, body }, { txid }) =>
          (status >= 400 && status < 500) || textIn(body, 'id') === txid('refund'),
        found: ({ status }) => status,
        copes: 'no',
      }),
    ],
  },
  {
    id: 'findRefund',
    level: 'refunds',
    place: 'GET /pix/{e2eid}/devolucao/{id}',
    from: ofRefund((endToEndId, facts) => get(refundPath(endToEndId, facts))),
    until: (answer) => answer.status >= 300 || isFinal(answer),
    expects: [
      ...success(200),
      ...REFUND_FIELDS,
      field('status', oneOf('DEVOLVIDO', 'NAO_REALIZADO')),
    ],
    adapter: reads(readRefund),
  },
  {
    id: 'findRefundedPayment',
    level: 'refunds',
    place: 'GET /pix/{e2eid}',
    from: ofRefund((endToEndId) => get(`/pix/${encodeURIComponent(endToEndId)}`)),
    expects: [
      ...success(200),
      field('devolucoes', LIST),
      rule('devolucoes.refund', 'uma devolução, uma só vez', {
        section: 'Pix.devolucoes',
        isMet: ({ body }) => {
          const refunds = valueAt(body, 'devolucoes');
          return !Array.isArray(refunds) || refunds.length === 1;
        },
        found: ({ body }) => valueAt(body, 'devolucoes'),
        copes: 'no',
      }),
    ],
    adapter: reads((body) => readPayment(body)),
  },
  {
    id: 'listRefunded',
    level: 'refunds',
    place: 'GET /pix?devolucaoPresente=true',
    from: ofRefund((_endToEndId, facts) => listOwn(facts, { devolucaoPresente: 'true' })),
    expects: [
      ...success(200),
      rule('has', 'o pagamento devolvido', {
        section: 'devolucaoPresente',
        isMet: ({ body }, facts) => itemOf(body, paymentOf(facts)) !== undefined,
        found: ({ body }) => itemsIn(body, 'pix').length,
        // The return of a dispute would be found only by the disputes of the bank.
        copes: 'no',
      }),
    ],
    adapter: readsPayments,
  },
  {
    id: 'refundCallback',
    level: 'refunds',
    place: 'PUT /webhook/{chave}',
    from: ofCallback(hasRefund),
    expects: callbackExpectations([
      field('devolucoes', LIST),
      field('devolucoes.0.status', oneOf('EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO')),
    ]),
  },
];

function ofRefund(make: (endToEndId: string, facts: Facts) => Source): Step['from'] {
  return ofPayment((endToEndId, facts) =>
    facts.learned.has('refund') ? make(endToEndId, facts) : { skip: 'o banco recusou a devolução' },
  );
}
