import { readRecurrence } from '../bcb-pix/automatic/read-recurrence.ts';
import { numberAt, UnreadableAnswer } from '../bcb-pix/json-fields.ts';
import { reads, readsNotFound, readsPage, readsRefusal } from './adapter-readers.ts';
import { CYCLE_STEPS, cycleBody, ofRecurrence } from './cycle-steps.ts';
import type { Expectation, Facts, Source, Step } from './exam.ts';
import { dueDay, EXAM_PAYER, listSince } from './exam-requests.ts';
import {
  DAY,
  equal,
  field,
  INSTANT,
  itemsIn,
  LOCATION,
  notFound,
  offered,
  oneOf,
  pageOf,
  RECURRENCE_ID,
  refused,
  rule,
  same,
  success,
  textIn,
  valueAt,
  WHOLE,
} from './expectations.ts';

/** Well formed, and of no recurrence. */
const NO_RECURRENCE = 'RR0000000020000101aaaaaaaaaaa';

function recurrenceBody(facts: Facts) {
  return {
    vinculo: {
      contrato: facts.txid('contract').slice(0, 30),
      devedor: EXAM_PAYER,
      objeto: 'Exame',
    },
    calendario: { dataInicial: dueDay(facts), periodicidade: 'MENSAL' },
    valor: { valorRec: '0.01' },
    politicaRetentativa: 'NAO_PERMITE',
    loc: Number(facts.learned.get('recurrenceLocation')),
  };
}

const ofLocation =
  (make: (facts: Facts) => Source): Step['from'] =>
  (facts) =>
    facts.learned.has('recurrenceLocation')
      ? make(facts)
      : { skip: 'o banco não criou o location da recorrência' };

const recurrenceFields: readonly Expectation[] = [
  field('idRec', RECURRENCE_ID),
  field('status', oneOf('CRIADA')),
  field(
    'vinculo.contrato',
    same(({ txid }) => txid('contract').slice(0, 30)),
    { copes: 'no' },
  ),
  field('calendario.dataInicial', DAY),
  field('calendario.periodicidade', equal('MENSAL')),
  field('valor.valorRec', equal('0.01')),
  field('politicaRetentativa', equal('NAO_PERMITE')),
];

const locationFields: readonly Expectation[] = [
  field('id', WHOLE),
  field('location', LOCATION),
  field('criacao', INSTANT, { copes: 'yes' }),
];

/** The steps of Pix Automático: a recurrence that no payer authorises, and that is cancelled. */
export const AUTOMATIC_STEPS: readonly Step[] = [
  {
    id: 'createRecurrenceLocation',
    level: 'automatic',
    place: 'POST /locrec',
    from: () => ({ method: 'POST', path: '/locrec' }),
    learn: ({ body }, { learned }) => {
      const id = valueAt(body, 'id');
      if (id !== undefined) learned.set('recurrenceLocation', String(id));
    },
    expects: [offered('locrec', { missingWrite: 'automatic' }), ...success(201), ...locationFields],
    adapter: reads((body) => {
      if (typeof body.id !== 'number') throw new UnreadableAnswer('id');
    }),
  },
  {
    id: 'findRecurrenceLocation',
    level: 'automatic',
    place: 'GET /locrec/{id}',
    from: ofLocation(({ learned }) => ({
      method: 'GET',
      path: `/locrec/${learned.get('recurrenceLocation')}`,
    })),
    expects: [...success(200), ...locationFields],
    adapter: reads((body) => numberAt(body, 'id')),
  },
  {
    id: 'createRecurrence',
    level: 'automatic',
    place: 'POST /rec',
    from: ofLocation((facts) => ({ method: 'POST', path: '/rec', body: recurrenceBody(facts) })),
    learn: ({ body }, { learned }) => {
      const id = textIn(body, 'idRec');
      if (id !== '') learned.set('recurrence', id);
    },
    expects: [...success(201), ...recurrenceFields],
    adapter: reads(readRecurrence),
  },
  {
    id: 'findRecurrence',
    level: 'automatic',
    place: 'GET /rec/{idRec}',
    from: ofRecurrence((id) => ({ method: 'GET', path: `/rec/${id}` })),
    learn: ({ body }, { learned }) =>
      void learned.set('recurrenceCode', textIn(body, 'dadosQR.pixCopiaECola')),
    expects: [
      ...success(200),
      ...recurrenceFields,
      rule('atualizacao', 'a lista dos estados, cada um com instante', {
        isMet: ({ body }, facts) =>
          itemsIn(body, 'atualizacao').every((one) => INSTANT.test(one.data, facts)) &&
          itemsIn(body, 'atualizacao').length > 0,
        copes: 'yes',
      }),
    ],
    adapter: reads(readRecurrence),
  },
  {
    id: 'listNewRecurrences',
    level: 'automatic',
    place: 'GET /rec',
    from: ofRecurrence((_id, facts) => listSince(facts, '/rec')),
    expects: [
      ...success(200),
      ...pageOf('recs'),
      rule('has', 'a recorrência que acabou de ser criada', {
        section: 'RecsConsultadas.recs',
        isMet: ({ body }, { learned }) =>
          itemsIn(body, 'recs').some(({ idRec }) => idRec === learned.get('recurrence')),
        found: ({ body }) => itemsIn(body, 'recs').length,
        copes: 'no',
      }),
    ],
    adapter: readsPage('recs', readRecurrence),
  },
  {
    id: 'findUnknownRecurrence',
    level: 'automatic',
    place: 'GET /rec/{idRec}',
    from: ofRecurrence(() => ({ method: 'GET', path: `/rec/${NO_RECURRENCE}` })),
    expects: notFound(),
    adapter: readsNotFound,
  },
  {
    id: 'findUnknownRecurringCharge',
    level: 'automatic',
    place: 'GET /cobr/{txid}',
    from: ofRecurrence((_id, { txid }) => ({ method: 'GET', path: `/cobr/${txid('unknown')}` })),
    expects: notFound(),
    adapter: readsNotFound,
  },
  {
    id: 'chargeUnauthorised',
    level: 'automatic',
    place: 'PUT /cobr/{txid}',
    from: ofRecurrence((_id, facts) => ({
      method: 'PUT',
      path: `/cobr/${facts.txid('cycle')}`,
      body: cycleBody(facts),
    })),
    expects: refused('CobROperacaoInvalida'),
    adapter: readsRefusal,
  },
  ...CYCLE_STEPS,
  {
    id: 'cancelRecurrence',
    level: 'automatic',
    place: 'PATCH /rec/{idRec}',
    from: ofRecurrence((id) => ({
      method: 'PATCH',
      path: `/rec/${id}`,
      body: { status: 'CANCELADA' },
    })),
    expects: [...success(200), field('status', oneOf('CANCELADA'), { copes: 'no' })],
    adapter: reads(readRecurrence),
    isCleanUp: true,
  },
  {
    id: 'findCancelledRecurrence',
    level: 'automatic',
    place: 'GET /rec/{idRec}',
    from: ofRecurrence((id) => ({ method: 'GET', path: `/rec/${id}` })),
    expects: [...success(200), field('status', oneOf('CANCELADA'), { copes: 'no' })],
    adapter: reads(readRecurrence),
  },
];
