import { readCharge } from '../bcb-pix/read-charge.ts';
import { reads, readsPage, readsRefusal } from './adapter-readers.ts';
import type { ExamRequest, Expectation, Facts, Step } from './exam.ts';
import { get, listAround, patch, put, REMOVED } from './exam-requests.ts';
import {
  AMOUNT,
  CODE,
  eachItem,
  equal,
  field,
  INSTANT,
  itemsIn,
  LOCATION,
  notFound,
  oneOf,
  orderOf,
  refused,
  rule,
  same,
  success,
  TXID,
  textIn,
  valueAt,
  WHOLE,
} from './expectations.ts';

const EXPIRES_IN = 3_600;
/** One centavo, so that a charge that somebody pays by mistake costs one centavo. */
export function chargeBody({ pixKey }: Facts, original = '0.01') {
  return {
    calendario: { expiracao: EXPIRES_IN },
    valor: { original },
    chave: pixKey,
    solicitacaoPagador: 'Exame de API Pix',
  };
}

/** What every charge under our txid has. */
export function chargeFields(kind: 'cob' | 'cobv', name: string): readonly Expectation[] {
  return [
    field(
      'txid',
      same(({ txid }) => txid(name)),
    ),
    field('status', oneOf('ATIVA')),
    field('revisao', WHOLE, { copes: 'yes' }),
    field(
      'chave',
      same(({ pixKey }) => pixKey),
    ),
    field('calendario.criacao', INSTANT),
    field('valor.original', AMOUNT),
    field('location', LOCATION, { isOptional: true }),
    field('loc.location', LOCATION, { isOptional: true }),
    field('loc.tipoCob', equal(kind), { isOptional: true, copes: 'yes' }),
    // The adapter makes a code of the location, and shows the bank's own as it is.
    field('pixCopiaECola', CODE, { isOptional: true, copes: 'no' }),
    rule('code', 'pixCopiaECola ou location', {
      section: 'CobGerada',
      isMet: ({ body }) =>
        ['pixCopiaECola', 'location', 'loc.location'].some((path) => textIn(body, path) !== ''),
      found: ({ body }) => valueAt(body, 'loc'),
    }),
  ];
}

const readsCob = reads((body) => readCharge(body));
const readsAnyCob = reads((body) => readCharge(body, { mayLackCode: true }));

/** A repeat of the same request: the same charge, or at Efí a conflict, after which it is read. */
export function repeated(name: string): readonly Expectation[] {
  const isConflict = (status: number, dialect: Facts['dialect']) =>
    dialect === 'efi' && status === 409;
  return [
    rule('same', 'a mesma cobrança (manual, nota 75)', {
      section: 'manual de padrões, nota 75',
      isMet: ({ status, body }, { dialect, txid }) =>
        isConflict(status, dialect) || (status < 300 && textIn(body, 'txid') === txid(name)),
      found: ({ status }) => status,
      // After a refusal with these the adapter reads the charge.
      copes: ({ status }) => ([200, 201, 400, 409, 422].includes(status) ? 'yes' : 'no'),
    }),
    rule('revisao', 'revisao continua 0', {
      isMet: ({ status, body }) =>
        status >= 300 || valueAt(body, 'revisao') === undefined || textOf(body, 'revisao') === '0',
      copes: 'yes',
    }),
  ];
}

const textOf = (body: unknown, path: string) => String(valueAt(body, path));

/** The list of the seconds in which the exam created its two charges. */
const listOwn = (facts: Facts, more: Readonly<Record<string, string>> = {}) =>
  listAround(facts, '/cob', { names: ['chargeCreated', 'secondCreated'], more });

const known = (facts: Facts, request: ExamRequest) =>
  facts.learned.has('charge') ? request : { skip: 'a cobrança não foi criada' };

/** Cancelled charges can't be paid any more. */
export const removal = (): readonly Expectation[] => [
  ...success(200),
  field('status', oneOf(REMOVED), { copes: ({ body }) => (isRemoved(body) ? 'yes' : 'no') }),
];
const isRemoved = (body: unknown) => /^REMOVIDA_/.test(textIn(body, 'status'));

export const CHARGE_STEPS: readonly Step[] = [
  {
    id: 'createCharge',
    level: 'charges',
    place: 'PUT /cob/{txid}',
    from: (facts) => put(`/cob/${facts.txid('charge')}`, chargeBody(facts)),
    learn: ({ status, body }, { learned }) => {
      if (status < 300) learned.set('charge', 'created');
      learned.set('chargeCreated', textIn(body, 'calendario.criacao'));
    },
    expects: [
      ...success(201),
      ...chargeFields('cob', 'charge'),
      rule('amount', 'o valor pedido, 0.01', {
        isMet: ({ body }) => Number(valueAt(body, 'valor.original')) === 0.01,
        found: ({ body }) => valueAt(body, 'valor.original'),
        copes: 'no',
      }),
      field('calendario.expiracao', equal(EXPIRES_IN), { copes: 'yes' }),
    ],
    adapter: readsCob,
  },
  {
    id: 'repeatCharge',
    level: 'charges',
    place: 'PUT /cob/{txid}',
    from: (facts) => known(facts, put(`/cob/${facts.txid('charge')}`, chargeBody(facts))),
    expects: repeated('charge'),
  },
  {
    id: 'findCharge',
    level: 'charges',
    place: 'GET /cob/{txid}',
    from: (facts) => known(facts, get(`/cob/${facts.txid('charge')}`)),
    expects: [
      ...success(200),
      ...chargeFields('cob', 'charge'),
      rule('pix', 'sem pix, porque ninguém pagou', {
        isMet: ({ body }) => itemsIn(body, 'pix').length === 0,
        copes: 'no',
      }),
    ],
    adapter: readsCob,
  },
  {
    id: 'reviseCharge',
    level: 'charges',
    place: 'PATCH /cob/{txid}',
    from: (facts) =>
      known(facts, patch(`/cob/${facts.txid('charge')}`, { valor: { original: '0.02' } })),
    expects: [
      ...success(200),
      field('valor.original', equal('0.02')),
      field('revisao', equal(1), { copes: 'yes' }),
    ],
    adapter: readsAnyCob,
  },
  {
    id: 'findRevision',
    level: 'charges',
    place: 'GET /cob/{txid}?revisao=0',
    from: (facts) => known(facts, get(`/cob/${facts.txid('charge')}`, { revisao: '0' })),
    expects: [...success(200), field('valor.original', equal('0.01'), { copes: 'yes' })],
  },
  {
    id: 'createWithoutTxid',
    level: 'charges',
    place: 'POST /cob',
    from: (facts) => ({ method: 'POST', path: '/cob', body: chargeBody(facts) }),
    learn: ({ body }, { learned }) => {
      learned.set('secondTxid', textIn(body, 'txid'));
      learned.set('secondCreated', textIn(body, 'calendario.criacao'));
    },
    expects: [...success(201), field('txid', TXID), field('status', oneOf('ATIVA'))],
    adapter: readsCob,
  },
  {
    id: 'listTwoCharges',
    level: 'charges',
    place: 'GET /cob',
    from: (facts) => listOwn(facts),
    expects: [
      ...success(200),
      rule('has', 'a cobrança que acabou de ser criada', {
        section: 'CobsConsultadas.cobs',
        isMet: ({ body }, facts) => hasCharge(body, facts),
        found: ({ body }) => itemsIn(body, 'cobs').length,
        copes: 'no',
      }),
      eachItem('cobs', 'txid', TXID),
      eachItem('cobs', 'valor.original', AMOUNT),
      orderOf('cobs', 'calendario.criacao'),
    ],
    adapter: readsPage('cobs', (body) => readCharge(body, { mayLackCode: true })),
  },
  {
    id: 'listOneCharge',
    level: 'charges',
    place: 'GET /cob?paginacao.itensPorPagina=1',
    from: (facts) => listOwn(facts, { 'paginacao.itensPorPagina': '1' }),
    learn: ({ body }, { learned }) => void learned.set('firstOfPages', textIn(body, 'cobs.0.txid')),
    expects: [
      ...success(200),
      rule('size', 'uma cobrança por página', {
        section: 'parametros.paginacao.itensPorPagina',
        isMet: ({ body }) => itemsIn(body, 'cobs').length === 1,
        found: ({ body }) => itemsIn(body, 'cobs').length,
        copes: 'yes',
      }),
      rule('pages', 'duas páginas ou mais', {
        section: 'parametros.paginacao.quantidadeDePaginas',
        isMet: ({ body }) => Number(valueAt(body, 'parametros.paginacao.quantidadeDePaginas')) > 1,
        found: ({ body }) => valueAt(body, 'parametros.paginacao'),
      }),
    ],
    adapter: readsPage('cobs', () => undefined),
  },
  {
    id: 'listSecondPage',
    level: 'charges',
    place: 'GET /cob?paginacao.paginaAtual=1',
    from: (facts) =>
      listOwn(facts, {
        'paginacao.paginaAtual': '1',
        'paginacao.itensPorPagina': '1',
      }),
    expects: [
      ...success(200),
      field('parametros.paginacao.paginaAtual', equal(1), {
        copes: ({ body }) =>
          typeof valueAt(body, 'parametros.paginacao.paginaAtual') === 'number' ? 'no' : 'yes',
      }),
      rule('differs', 'outra cobrança que a da primeira página', {
        section: 'parametros.paginacao.paginaAtual',
        isMet: ({ body }, { learned }) =>
          textIn(body, 'cobs.0.txid') !== learned.get('firstOfPages'),
        found: ({ body }) => valueAt(body, 'cobs.0.txid'),
        copes: 'no',
      }),
    ],
  },
  {
    id: 'refuseAmount',
    level: 'charges',
    place: 'PUT /cob/{txid}',
    from: (facts) => put(`/cob/${facts.txid('comma')}`, chargeBody(facts, '0,01')),
    learn: ({ status }, { learned }) => {
      if (status < 300) learned.set('comma', 'created');
    },
    expects: refused('CobOperacaoInvalida'),
    adapter: readsRefusal,
  },
  {
    id: 'reviseUnknownCharge',
    level: 'charges',
    place: 'PATCH /cob/{txid}',
    from: ({ txid }) => patch(`/cob/${txid('unknown')}`, { valor: { original: '0.02' } }),
    expects: notFound(),
    adapter: readsRefusal,
  },
  {
    id: 'cancelCharge',
    level: 'charges',
    place: 'PATCH /cob/{txid}',
    from: (facts) => known(facts, patch(`/cob/${facts.txid('charge')}`, { status: REMOVED })),
    expects: removal(),
    adapter: readsAnyCob,
    isCleanUp: true,
  },
  {
    id: 'findCancelled',
    level: 'charges',
    place: 'GET /cob/{txid}',
    from: (facts) => known(facts, get(`/cob/${facts.txid('charge')}`)),
    expects: removal(),
    adapter: readsAnyCob,
  },
  {
    id: 'cancelAgain',
    level: 'charges',
    place: 'PATCH /cob/{txid}',
    from: (facts) => known(facts, patch(`/cob/${facts.txid('charge')}`, { status: REMOVED })),
    // The adapter reads the charge after any refusal, and takes a repeated success.
    expects: refused('CobOperacaoInvalida').map((one) => ({ ...one, copes: 'yes' as const })),
  },
  {
    id: 'listActive',
    level: 'charges',
    place: 'GET /cob?status=ATIVA',
    from: (facts) => known(facts, listOwn(facts, { status: 'ATIVA' })),
    expects: [
      ...success(200),
      rule('filter', 'nenhuma cobrança cancelada', {
        section: 'status',
        isMet: ({ body }, facts) => !hasCharge(body, facts),
        found: ({ body }) => itemsIn(body, 'cobs').map(({ status }) => status),
        copes: 'yes',
      }),
    ],
  },
  {
    id: 'cancelSecondCharge',
    level: 'charges',
    place: 'PATCH /cob/{txid}',
    from: ({ learned }) => {
      const txid = learned.get('secondTxid');
      if (!txid) return { skip: 'a segunda cobrança não foi criada' };
      return patch(`/cob/${encodeURIComponent(txid)}`, { status: REMOVED });
    },
    expects: removal(),
    adapter: readsAnyCob,
    isCleanUp: true,
  },
  {
    id: 'cancelCommaCharge',
    level: 'charges',
    place: 'PATCH /cob/{txid}',
    from: ({ learned, txid }) =>
      learned.has('comma')
        ? patch(`/cob/${txid('comma')}`, { status: REMOVED })
        : { skip: 'o banco recusou o valor com vírgula' },
    expects: [],
    isCleanUp: true,
  },
];

function hasCharge(body: unknown, { txid }: Facts): boolean {
  return itemsIn(body, 'cobs').some((charge) => charge.txid === txid('charge'));
}
