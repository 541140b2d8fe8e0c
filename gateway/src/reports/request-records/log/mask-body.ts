import { isImpersonalId, maskedFreeText } from './mask-text.ts';

const MASK = '•••';
const BYTES_MAX = 4_096;
const DEPTH_MAX = 6;
const ITEMS_MAX = 20;
const AMOUNT_MAX = 1_000_000_000_000;
/** Documents, telephones and postal codes have more digits. */
const NUMBER_MAX = 10_000_000;
/** Names of fields as the API and the Central Bank's API write them. */
const NAME = /^[a-z][A-Za-z0-9_]{0,39}$/;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/;
const INSTANT_FIELD =
  /(?:_at|_on|date|day|since|until|from|to|criacao|horario|Vencimento|inicio|fim)$/;
/** Words of the API. Names of persons and secrets have capitals, or are in other fields. */
const WORD = /^([a-z][a-z_.:-]{0,39}|BRL)$/;
/** Words of the Central Bank's API. */
const STATE = /^[A-Z_]{4,40}$/;
const AMOUNT_TEXT = /^\d{1,10}\.\d{2}$/;
/** The ids of merchants: a name without digits may be a person's. */
const OWN_ID = /^(?=[^\d]{0,128}\d)[A-Za-z0-9._:-]{1,128}$/;
const END_TO_END_ID = /^[ED]\d{8}[A-Za-z0-9]{23}$/;
const TXID = /^[A-Za-z0-9]{26,35}$/;
const CODE = /^0002\d{2}[ -~]{20,600}$/;
const OWN_PATH = /^\/[\w./-]{1,200}$/;
/** Fields of persons and their addresses, and of secrets: not even their numbers are shown. */
const PERSONAL =
  /document|cpf|cnpj|tax_id|phone|fone|celular|number|numero|postal|cep$|birth|nasc|key|chave/i;
const SECRET = /secret|token|password|senha|card|pin$/i;
/** Fields whose texts are words of the API; other texts may name a person. */
const WORDS = new Set([
  'status',
  'code',
  'error',
  'environment',
  'event',
  'events',
  'type',
  'kind',
  'pix_key_type',
  'currency',
  'scenario',
  'field',
  'period',
  'role',
  'mode',
  'interval',
  'outcome',
  'result',
  'scopes',
  'retries',
]);
/** Fields of texts that people write: they are shown without what may be of a person. */
const FREE_TEXTS = new Set(['description', 'title', 'reason', 'text', 'solicitacaoPagador']);
const OF_REFUSALS = new Set(['error', 'message']);
const OWN_IDS = new Set(['external_id', 'reference', 'reference_id']);
/** Fields whose numbers are amounts and counts, however large. */
const COUNTED = new Set([
  'amount',
  'fee',
  'total',
  'net',
  'limit',
  'left',
  'count',
  'sequence',
  'position',
  'available',
  'reserved',
  'blocked',
  'debt',
  'original',
  'remaining',
  'pending_settlement',
]);

/**
 * A JSON body without persons, keys and secrets: names of fields, amounts, small numbers, ids,
 * codes, instants and words of the API stay; texts that people write lose what may be of a person,
 * and every other text is masked. Cut at 4 KiB. Null for a body that is not an object or a list.
 */
export function maskedBody(body: unknown): string | null {
  return cut(body, false);
}

/** `maskedBody` of the text of an answer, with the messages of a refusal; null without JSON. */
export function maskedAnswer(text: string | undefined): string | null {
  if (text === undefined || !/^[{[]/.test(text)) return null;
  try {
    const body: unknown = JSON.parse(text);
    return cut(body, isRefusal(body));
  } catch {
    return null;
  }
}

function isRefusal(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}

function cut(body: unknown, isRefused: boolean): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const text = JSON.stringify(masked(body, { field: '', depth: 0, isRefused })) ?? '';
  return text.length > BYTES_MAX ? `${text.slice(0, BYTES_MAX)}…` : text;
}

interface Place {
  readonly field: string;
  readonly depth: number;
  /** Whether it is in our own refusal, whose error and messages name no person. */
  readonly isRefused: boolean;
}

function masked(value: unknown, place: Place): unknown {
  const { field, depth, isRefused } = place;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    return isRefused && OF_REFUSALS.has(field) ? value : shownText(value, field);
  }
  if (typeof value === 'number') return isShownNumber(value, field) ? value : MASK;
  if (typeof value !== 'object' || depth >= DEPTH_MAX) return MASK;
  const below = { ...place, depth: depth + 1 };
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => masked(item, below));
  // A program may send any text as the name of a field, also a person's name.
  const fields = Object.entries(value).slice(0, 2 * ITEMS_MAX);
  return Object.fromEntries(
    fields.map(([name, member]) => [
      NAME.test(name) ? name : '…',
      masked(member, { ...below, field: name }),
    ]),
  );
}

function isShownNumber(value: number, field: string): boolean {
  if (COUNTED.has(field) || /_(amount|fee|count|at)$/.test(field)) {
    return Math.abs(value) < AMOUNT_MAX;
  }
  return !isPersonal(field) && Math.abs(value) < NUMBER_MAX;
}

function isPersonal(field: string): boolean {
  return PERSONAL.test(field) || SECRET.test(field);
}

function shownText(text: string, field: string): string {
  if (FREE_TEXTS.has(field)) return maskedFreeText(text);
  return isShown(text, field) ? text : MASK;
}

function isShown(text: string, field: string): boolean {
  if (ID.test(text)) return field.endsWith('id');
  if (INSTANT.test(text)) return INSTANT_FIELD.test(field);
  if (field === 'end_to_end_id' || field === 'endToEndId') return END_TO_END_ID.test(text);
  if (field === 'txid') return TXID.test(text);
  if (field === 'qrcode' || field === 'pixCopiaECola') return CODE.test(text);
  if (OWN_IDS.has(field)) return OWN_ID.test(text) && isImpersonalId(text);
  if (field.endsWith('_url')) return OWN_PATH.test(text);
  if (field === 'status' && STATE.test(text)) return true;
  if (AMOUNT_TEXT.test(text)) return !isPersonal(field);
  return WORDS.has(field) && WORD.test(text);
}
