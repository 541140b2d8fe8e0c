import { readCharge } from '../bcb-pix/read-charge.ts';
import { reads, readsNotFound, readsPage } from './adapter-readers.ts';
import { chargeFields, removal, repeated } from './charge-level.ts';
import type { ExamRequest, Expectation, Facts, Step } from './exam.ts';
import { dueDay, EXAM_PAYER, get, listAround, patch, put, REMOVED } from './exam-requests.ts';
import {
  AMOUNT,
  DAY,
  equal,
  field,
  INSTANT,
  itemsIn,
  LOCATION,
  notFound,
  OBJECT,
  offered,
  pageOf,
  rule,
  same,
  success,
  TAX_ID,
  TEXT,
  textIn,
  valueAt,
  WHOLE,
} from './expectations.ts';

function dueBody(facts: Facts) {
  return {
    calendario: { dataDeVencimento: dueDay(facts), validadeAposVencimento: 10 },
    devedor: EXAM_PAYER,
    valor: {
      original: '1.00',
      multa: { modalidade: 2, valorPerc: '2.00' },
      juros: { modalidade: 3, valorPerc: '1.00' },
    },
    chave: facts.pixKey,
  };
}

const readsDue = reads((body) => readCharge(body, { kind: 'due' }));
const readsAnyDue = reads((body) => readCharge(body, { kind: 'due', mayLackCode: true }));

const knownDue = (facts: Facts, request: ExamRequest) =>
  facts.learned.has('dueCharge') ? request : { skip: 'a cobrança com vencimento não foi criada' };

function dueFields(): readonly Expectation[] {
  return [
    ...chargeFields('cobv', 'dueCharge'),
    field('calendario.dataDeVencimento', DAY),
    field('calendario.validadeAposVencimento', WHOLE),
    field('devedor.nome', TEXT, { copes: 'yes' }),
    field('recebedor', OBJECT, { copes: 'yes' }),
    rule('recebedor.documento', 'recebedor.cpf ou recebedor.cnpj', {
      section: 'recebedor',
      isMet: ({ body }, facts) =>
        valueAt(body, 'recebedor') === undefined ||
        ['cpf', 'cnpj'].some((name) => TAX_ID.test(valueAt(body, `recebedor.${name}`), facts)),
      found: ({ body }) => Object.keys(Object(valueAt(body, 'recebedor'))),
      copes: 'yes',
    }),
    // The adapter takes a charge only with the fine and the interest that it ordered.
    field('valor.multa.valorPerc', AMOUNT, { copes: 'no' }),
    field('valor.juros.valorPerc', AMOUNT, { copes: 'no' }),
    rule('valor.multa.modalidade', 'a modalidade pedida, 2', {
      isMet: ({ body }) => Number(valueAt(body, 'valor.multa.modalidade')) === 2,
      copes: 'no',
    }),
  ];
}

export const DUE_STEPS: readonly Step[] = [
  {
    id: 'createDueCharge',
    level: 'due',
    place: 'PUT /cobv/{txid}',
    from: (facts) => put(`/cobv/${facts.txid('dueCharge')}`, dueBody(facts)),
    learn: ({ status, body }, { learned }) => {
      if (status < 300) learned.set('dueCharge', 'created');
      learned.set('dueCreated', textIn(body, 'calendario.criacao'));
      const location = valueAt(body, 'loc.id');
      if (location !== undefined) learned.set('location', String(location));
    },
    expects: [offered('cobv', { missingWrite: 'due' }), ...success(201), ...dueFields()],
    adapter: readsDue,
  },
  {
    id: 'repeatDueCharge',
    level: 'due',
    place: 'PUT /cobv/{txid}',
    from: (facts) => knownDue(facts, put(`/cobv/${facts.txid('dueCharge')}`, dueBody(facts))),
    expects: repeated('dueCharge'),
  },
  {
    id: 'findDueCharge',
    level: 'due',
    place: 'GET /cobv/{txid}',
    from: (facts) => knownDue(facts, get(`/cobv/${facts.txid('dueCharge')}`)),
    expects: [...success(200), ...dueFields()],
    adapter: readsDue,
  },
  {
    id: 'findLocation',
    level: 'due',
    place: 'GET /loc/{id}',
    from: ({ learned }) => {
      const id = learned.get('location');
      if (id === undefined) return { skip: 'o banco não informou loc.id' };
      return get(`/loc/${encodeURIComponent(id)}`);
    },
    expects: [
      offered('loc'),
      ...success(200),
      field('id', WHOLE, { copes: 'yes' }),
      field('location', LOCATION, { copes: 'yes' }),
      field('tipoCob', equal('cobv'), { copes: 'yes' }),
      field('criacao', INSTANT, { copes: 'yes' }),
      field(
        'txid',
        same(({ txid }) => txid('dueCharge')),
        { copes: 'yes' },
      ),
    ],
  },
  {
    id: 'reviseDueCharge',
    level: 'due',
    place: 'PATCH /cobv/{txid}',
    from: (facts) =>
      knownDue(facts, patch(`/cobv/${facts.txid('dueCharge')}`, { valor: { original: '2.00' } })),
    expects: [
      ...success(200),
      field('valor.original', equal('2.00')),
      field('revisao', equal(1), { copes: 'yes' }),
    ],
    adapter: readsAnyDue,
  },
  {
    id: 'listNewDueCharges',
    level: 'due',
    place: 'GET /cobv',
    from: (facts) => knownDue(facts, listAround(facts, '/cobv', { names: ['dueCreated'] })),
    expects: [
      ...success(200),
      ...pageOf('cobs'),
      rule('has', 'a cobrança que acabou de ser criada', {
        section: 'CobsVConsultadas.cobs',
        isMet: ({ body }, { txid }) =>
          itemsIn(body, 'cobs').some((charge) => charge.txid === txid('dueCharge')),
        found: ({ body }) => itemsIn(body, 'cobs').length,
        copes: 'no',
      }),
    ],
    adapter: readsPage('cobs', () => undefined),
  },
  {
    id: 'findUnknownDueCharge',
    level: 'due',
    place: 'GET /cobv/{txid}',
    from: (facts) => knownDue(facts, get(`/cobv/${facts.txid('unknown')}`)),
    expects: notFound(),
    adapter: readsNotFound,
  },
  {
    id: 'cancelDueCharge',
    level: 'due',
    place: 'PATCH /cobv/{txid}',
    from: (facts) =>
      knownDue(facts, patch(`/cobv/${facts.txid('dueCharge')}`, { status: REMOVED })),
    expects: removal(),
    adapter: readsAnyDue,
    isCleanUp: true,
  },
];
