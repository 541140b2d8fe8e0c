import { readCycle } from '../bcb-pix/automatic/read-cycle.ts';
import { readRecurrence } from '../bcb-pix/automatic/read-recurrence.ts';
import { ACCOUNT_WORDS, type BankCycle } from '../recurring-bank.ts';
import { reads, readsPage } from './adapter-readers.ts';
import type { Expectation, Facts, Source, Step } from './exam.ts';
import { dueDay, get, listSince, patch, put } from './exam-requests.ts';
import {
  equal,
  field,
  itemsIn,
  oneOf,
  pageOf,
  rule,
  same,
  success,
  textIn,
} from './expectations.ts';

/** A request about the recurrence of the exam. */
export function ofRecurrence(make: (id: string, facts: Facts) => Source): Step['from'] {
  return (facts) => {
    const id = facts.learned.get('recurrence');
    return id ? make(encodeURIComponent(id), facts) : { skip: 'a recorrência não foi criada' };
  };
}

/** The charge of the first cycle, of one centavo, to the account of the bank's customer. */
export function cycleBody(facts: Facts) {
  const { account, learned } = facts;
  return {
    idRec: learned.get('recurrence'),
    calendario: { dataDeVencimento: dueDay(facts) },
    valor: { original: '0.01' },
    recebedor: {
      conta: account?.number ?? '1',
      tipoConta: ACCOUNT_WORDS[account?.type ?? 'checking'],
      ...(account?.branch !== undefined && { agencia: account.branch }),
    },
  };
}

const ofCycle = (make: (path: string, facts: Facts) => Source): Step['from'] =>
  ofRecurrence((_id, facts) =>
    facts.learned.has('cycle')
      ? make(`/cobr/${facts.txid('cycle')}`, facts)
      : { skip: 'a cobrança recorrente não foi criada' },
  );

const readsCycle = reads((body): BankCycle => readCycle(body, ''));

const CYCLE_FIELDS: readonly Expectation[] = [
  field(
    'txid',
    same(({ txid }) => txid('cycle')),
  ),
  field(
    'idRec',
    same(({ learned }) => learned.get('recurrence')),
  ),
  field('status', oneOf('CRIADA', 'ATIVA')),
  field('valor.original', equal('0.01')),
  field('calendario.dataDeVencimento', same(dueDay), { copes: 'no' }),
];

/** The charge of a cycle, after the payer has authorised the recurrence. It is cancelled. */
export const CYCLE_STEPS: readonly Step[] = [
  {
    id: 'authoriseRecurrence',
    level: 'automatic',
    place: 'GET /rec/{idRec}',
    from: ofRecurrence((_id, { learned, account }) => {
      const code = learned.get('recurrenceCode');
      if (!code) return { skip: 'o banco não informou dadosQR.pixCopiaECola' };
      if (!account) return { skip: 'sem PROVIDER_ACCOUNT_NUMBER não há conta para cobrar' };
      return { authorise: code };
    }),
    expects: [],
  },
  {
    id: 'findAuthorised',
    level: 'automatic',
    place: 'GET /rec/{idRec}',
    from: ofRecurrence((id, { learned }) =>
      learned.has('isAuthorised') ? get(`/rec/${id}`) : { skip: 'ninguém autorizou' },
    ),
    until: ({ status, body }) => status >= 300 || textIn(body, 'status') !== 'CRIADA',
    expects: [...success(200), field('status', oneOf('APROVADA'), { copes: 'no' })],
    adapter: reads(readRecurrence),
  },
  {
    id: 'createCycle',
    level: 'automatic',
    place: 'PUT /cobr/{txid}',
    from: ofRecurrence((_id, facts) =>
      facts.learned.has('isAuthorised')
        ? put(`/cobr/${facts.txid('cycle')}`, cycleBody(facts))
        : { skip: 'ninguém autorizou' },
    ),
    learn: ({ status }, { learned }) => {
      if (status < 300) learned.set('cycle', 'created');
    },
    expects: [...success(201), ...CYCLE_FIELDS],
    adapter: readsCycle,
  },
  {
    id: 'findCycle',
    level: 'automatic',
    place: 'GET /cobr/{txid}',
    from: ofCycle((path) => get(path)),
    expects: [...success(200), ...CYCLE_FIELDS],
    adapter: readsCycle,
  },
  {
    id: 'listNewCycles',
    level: 'automatic',
    place: 'GET /cobr?idRec',
    from: ofCycle((_path, facts) =>
      listSince(facts, '/cobr', { idRec: facts.learned.get('recurrence') ?? '' }),
    ),
    expects: [
      ...success(200),
      ...pageOf('cobsr'),
      rule('has', 'só a cobrança que acabou de ser criada', {
        section: 'CobsRConsultadas.cobsr',
        isMet: ({ body }, { txid }) => {
          const [charge, ...others] = itemsIn(body, 'cobsr');
          return charge?.txid === txid('cycle') && others.length === 0;
        },
        found: ({ body }) => itemsIn(body, 'cobsr').length,
        copes: 'no',
      }),
    ],
    adapter: readsPage('cobsr', (body) => readCycle(body, '')),
  },
  {
    id: 'cancelCycle',
    level: 'automatic',
    place: 'PATCH /cobr/{txid}',
    from: ofCycle((path) => patch(path, { status: 'CANCELADA' })),
    expects: [...success(200), field('status', oneOf('CANCELADA'), { copes: 'no' })],
    adapter: readsCycle,
    isCleanUp: true,
  },
];
