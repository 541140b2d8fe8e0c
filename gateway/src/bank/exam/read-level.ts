import { requireText } from '../bcb-pix/json-fields.ts';
import { readCharge } from '../bcb-pix/read-charge.ts';
import { readRefund } from '../bcb-pix/read-payment.ts';
import { reads, readsNotFound, readsPage, readsPayments, readsRefusal } from './adapter-readers.ts';
import type { ExamAnswer, ExamDialect, Facts, Step } from './exam.ts';
import { listSince } from './exam-requests.ts';
import {
  AMOUNT,
  END_TO_END_ID,
  eachItem,
  field,
  INSTANT,
  LIST,
  notFound,
  offered,
  pageOf,
  refused,
  rule,
  success,
  TEXT,
  TXID,
  textIn,
  valueAt,
} from './expectations.ts';

/** What the adapter needs to receive. */
const SCOPES = ['cob.read', 'cob.write', 'pix.read', 'pix.write', 'webhook.read', 'webhook.write'];
/** A well formed id of a payment that doesn't exist. */
const NO_PAYMENT = 'E00000000200001010000aaaaaaaaaaa';

/** A second before Pix existed, in which no bank has a payment. */
const EMPTY_PERIOD = { inicio: '2020-01-01T00:00:00Z', fim: '2020-01-01T00:00:01Z' };

/** What the gateway can use. */
const ALL_SCOPES = [
  ...SCOPES,
  ...['cobv', 'lotecobv', 'payloadlocation', 'rec', 'solicrec', 'cobr', 'payloadlocationrec'],
  ...['webhookrec', 'webhookcobr'],
].flatMap((name) => (name.includes('.') ? [name] : [`${name}.read`, `${name}.write`]));

const scopesOf = ({ body }: ExamAnswer) => textIn(body, 'scope').split(/\s+/).filter(Boolean);

/** A token whose answer names no scopes has those that were asked for (RFC 6749, 5.1). */
function isGranted(answer: ExamAnswer, scope: string): boolean {
  const granted = scopesOf(answer);
  return granted.length === 0 || granted.includes(scope);
}

const hasScopes = (answer: ExamAnswer) => SCOPES.every((scope) => isGranted(answer, scope));

/** The families that the level `automatic` writes. */
const RECURRING = ['rec', 'cobr'];

/** A list of a family that a bank may not have. */
function familyList(id: string, path: string, list: string, adapter?: Step['adapter']): Step {
  const level = RECURRING.includes(path) ? 'automatic' : 'due';
  return {
    id,
    level: 'read',
    place: `GET /${path}`,
    from: (facts) => listSince(facts, `/${path}`),
    expects: [
      offered(path, { missingList: { family: path, level } }),
      ...success(200),
      ...pageOf(list),
    ],
    ...(adapter && { adapter }),
  };
}

/** The scopes of the token that was given without asking, and more. */
const withDefaults = ({ learned }: Facts, more: readonly string[]) => [
  ...new Set([...(learned.get('defaultScopes') ?? '').split(' ').filter(Boolean), ...more]),
];

/** A token with more scopes than the bank gave without asking. A profile takes none away. */
function scopedToken(
  id: string,
  {
    wanted,
    skipped,
  }: {
    readonly wanted: readonly string[];
    /** Why the token is not asked for; false when it is. */
    readonly skipped: (facts: Facts) => string | false;
  },
): Step {
  return {
    id,
    level: 'read',
    place: 'seção "Segurança" (OAuth 2.0, RFC 6749, 3.3)',
    from: (facts) => {
      const skip = skipped(facts);
      return skip === false ? { tokenFor: withDefaults(facts, wanted).join(' ') } : { skip };
    },
    learn: ({ status }, { learned }) => {
      if (status >= 400 && status < 500) learned.set('refusesScopes', 'yes');
    },
    expects: [
      ...success(200),
      rule('scope', `os escopos ${SCOPES.join(', ')}`, {
        isMet: hasScopes,
        copes: 'no',
        found: scopesOf,
      }),
      rule('granted', 'os escopos concedidos', {
        section: 'scope',
        isNote: true,
        isMet: () => true,
        profile: (answer, facts) => {
          const granted = wanted.filter((scope) => isGranted(answer, scope));
          return { scopes: withDefaults(facts, granted) };
        },
      }),
    ],
  };
}

const isMissing = ({ status }: ExamAnswer, dialect: ExamDialect) =>
  status === 404 || (dialect === 'efi' && status === 400);

const readAny = () => undefined;

/** The steps that change nothing at the bank. */
export const READ_STEPS: readonly Step[] = [
  {
    id: 'token',
    level: 'read',
    place: 'seção "Segurança" (OAuth 2.0, RFC 6749, 5.1)',
    from: () => ({ tokenFor: '' }),
    learn: (answer, { learned }) => {
      if (!hasScopes(answer)) learned.set('lacksScopes', 'yes');
      learned.set('defaultScopes', scopesOf(answer).join(' '));
    },
    expects: [
      ...success(200),
      field('access_token', TEXT, { copes: 'no' }),
      field(
        'token_type',
        { text: 'Bearer', test: (value) => /^bearer$/i.test(String(value)) },
        { copes: 'yes' },
      ),
      field(
        'expires_in',
        { text: 'segundos, número inteiro', test: (value) => Number.isInteger(value) },
        {
          copes: ({ body }) => (Number(valueAt(body, 'expires_in') ?? 1) > 0 ? 'yes' : 'no'),
        },
      ),
      rule('scope', `os escopos ${SCOPES.join(', ')}`, {
        isMet: hasScopes,
        copes: 'profile',
      }),
    ],
  },
  scopedToken('scopedToken', {
    wanted: ALL_SCOPES,
    skipped: ({ learned }) => !learned.has('lacksScopes') && 'o primeiro token já tem os escopos',
  }),
  scopedToken('receivingToken', {
    wanted: SCOPES,
    skipped: ({ learned }) => !learned.has('refusesScopes') && 'o banco não recusou os escopos',
  }),
  {
    id: 'noToken',
    level: 'read',
    place: 'GET /cob',
    from: (facts) => ({ ...listSince(facts, '/cob'), isAnonymous: true }),
    expects: [
      rule('refused', 'sem token, 401 ou 403', {
        section: 'security',
        isMet: ({ status }) => status === 401 || status === 403,
        found: ({ status }) => status,
        copes: 'yes',
      }),
    ],
  },
  {
    id: 'listCharges',
    level: 'read',
    place: 'GET /cob',
    from: (facts) => listSince(facts, '/cob'),
    expects: [
      ...success(200),
      ...pageOf('cobs'),
      eachItem('cobs', 'txid', TXID),
      eachItem('cobs', 'calendario.criacao', INSTANT),
      eachItem('cobs', 'valor.original', AMOUNT),
    ],
    adapter: readsPage('cobs', (body) => readCharge(body, { mayLackCode: true })),
  },
  {
    id: 'listChargesWithoutPeriod',
    level: 'read',
    place: 'GET /cob',
    from: () => ({ method: 'GET', path: '/cob' }),
    expects: refused('CobConsultaInvalida'),
    adapter: readsRefusal,
  },
  {
    id: 'findUnknownCharge',
    level: 'read',
    place: 'GET /cob/{txid}',
    from: ({ txid }) => ({ method: 'GET', path: `/cob/${txid('unknown')}` }),
    expects: notFound(),
    adapter: readsNotFound,
  },
  {
    id: 'listPayments',
    level: 'read',
    place: 'GET /pix',
    from: (facts) => listSince(facts, '/pix'),
    expects: [
      ...success(200),
      ...pageOf('pix'),
      eachItem('pix', 'endToEndId', END_TO_END_ID),
      eachItem('pix', 'valor', AMOUNT),
      eachItem('pix', 'horario', INSTANT),
    ],
    adapter: readsPayments,
  },
  {
    id: 'listNoPayments',
    level: 'read',
    place: 'GET /pix',
    from: () => ({ method: 'GET', path: '/pix', query: EMPTY_PERIOD }),
    expects: [...success(200), field('pix', LIST)],
    adapter: readsPayments,
  },
  {
    id: 'findUnknownPayment',
    level: 'read',
    place: 'GET /pix/{e2eid}',
    from: () => ({ method: 'GET', path: `/pix/${NO_PAYMENT}` }),
    expects: notFound(),
    adapter: readsNotFound,
  },
  {
    id: 'findUnknownRefund',
    level: 'read',
    place: 'GET /pix/{e2eid}/devolucao/{id}',
    from: ({ txid }) => ({
      method: 'GET',
      path: `/pix/${NO_PAYMENT}/devolucao/${txid('unknown')}`,
    }),
    expects: notFound(),
    adapter: (answer) => readsNotFound(answer) || reads(readRefund)(answer),
  },
  {
    id: 'findWebhook',
    level: 'read',
    place: 'GET /webhook/{chave}',
    from: ({ pixKey }) => ({ method: 'GET', path: `/webhook/${encodeURIComponent(pixKey)}` }),
    // Empty when no address is registered; not learned when the bank doesn't clearly say it.
    learn: (answer, { learned, dialect }) => {
      const before = textIn(answer.body, 'webhookUrl');
      if (before !== '' || isMissing(answer, dialect)) learned.set('webhookBefore', before);
    },
    expects: [
      rule('found', 'o endereço, ou 404', {
        section: 'responses',
        isMet: (answer, { dialect }) =>
          isMissing(answer, dialect) ||
          (answer.status === 200 && textIn(answer.body, 'webhookUrl') !== ''),
        found: ({ status }) => status,
      }),
    ],
    adapter: (answer) =>
      readsNotFound(answer) || reads((body) => requireText(body, 'webhookUrl'))(answer),
  },
  {
    ...familyList('listWebhooks', 'webhook', 'webhooks'),
    // The document needs no period here.
    from: () => ({ method: 'GET', path: '/webhook' }),
    expects: [...success(200), ...pageOf('webhooks').slice(0, 5)],
  },
  familyList('listDueCharges', 'cobv', 'cobs', readsPage('cobs', readAny)),
  familyList('listLots', 'lotecobv', 'lotes'),
  familyList('listLocations', 'loc', 'loc'),
  familyList('listRecurrences', 'rec', 'recs', readsPage('recs', readAny)),
  familyList('listRecurringCharges', 'cobr', 'cobsr', readsPage('cobsr', readAny)),
];
