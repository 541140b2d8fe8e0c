import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { firstCharacters, isLonger } from '#src/ground/characters.ts';
import { parseAmount } from '#src/ground/money/parse-amount.ts';
import { type PixKeyType, parsePixKey } from '#src/ground/pix/pix-key.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { plainText } from '#src/ground/plain-text.ts';
import { isVisibleText } from '#src/ground/visible-text.ts';
import type { SavedBeneficiary } from '../beneficiaries/saved-beneficiary.ts';
import type { BatchLine, LineError, LineWarning, TypedLine } from './payout-batch.ts';
import type { RawLine } from './read-batch-file.ts';

const NAME_LENGTH_MAX = 200;
const DESCRIPTION_LENGTH_MAX = 140;
const REFERENCE_LENGTH_MAX = 128;

/** The names of the types of keys in files. */
const KEY_TYPES: Readonly<Record<string, PixKeyType>> = {
  cpf: 'cpf',
  cnpj: 'cnpj',
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  celular: 'phone',
  telefone: 'phone',
  fone: 'phone',
  phone: 'phone',
  'numero de celular': 'phone',
  'numero de telefone': 'phone',
  'telefone celular': 'phone',
  aleatoria: 'random',
  'chave aleatoria': 'random',
  evp: 'random',
  random: 'random',
};

/** Names of templates of banks for a key that is a CPF or a CNPJ: its length says which. */
const TAX_ID_TYPES = ['cpf/cnpj', 'cpf / cnpj', 'cpf ou cnpj', 'cpf cnpj'];
const CNPJ_LENGTH = 14;

interface Destination {
  readonly name: string;
  readonly document: string | null;
  readonly pixKey: string;
  readonly pixKeyType: PixKeyType | null;
  readonly errors: readonly LineError[];
}

/** Reads the lines of a file: amounts, keys, saved beneficiaries, and repetitions in the file. */
export function readBatchLines(
  raw: readonly RawLine[],
  { environment, saved }: { environment: Environment; saved: readonly SavedBeneficiary[] },
): readonly BatchLine[] {
  const byName = Map.groupBy(saved, ({ name }) => plainText(name));
  const lines = raw.map((line) => ({
    ...readLine(line, destinationOf(line, { environment, byName })),
    typed: typedOf(line),
  }));
  return markRepeated(lines);
}

function typedOf({ line: _, ...typed }: RawLine): TypedLine {
  return typed;
}

function readLine(raw: RawLine, { errors, ...destination }: Destination): BatchLine {
  if (raw.isShifted) return shiftedLine(raw);
  const amount = parseAmount(raw.amount) ?? null;
  const isAmount = amount !== null && amount > 0;
  const { description, externalId } = raw;
  const isReference =
    externalId === '' || (!isLonger(externalId, REFERENCE_LENGTH_MAX) && isVisibleText(externalId));
  const faults: LineError[] = [
    ...errors,
    ...(isAmount ? [] : (['amount_invalid'] as const)),
    ...(isLonger(description, DESCRIPTION_LENGTH_MAX) ? (['description_too_long'] as const) : []),
    ...(isVisibleText(description) ? [] : (['description_invalid'] as const)),
    ...(isReference ? [] : (['external_id_invalid'] as const)),
  ];
  return {
    line: raw.line,
    ...destination,
    amount: isAmount ? amount : null,
    description: description === '' ? null : firstCharacters(description, DESCRIPTION_LENGTH_MAX),
    externalId: externalId === '' ? null : firstCharacters(externalId, REFERENCE_LENGTH_MAX),
    errors: faults,
    warnings: [],
  };
}

/** A line whose cells are under the wrong columns; only its name is shown. */
function shiftedLine({ line, name }: RawLine): BatchLine {
  return {
    line,
    name: firstCharacters(name, NAME_LENGTH_MAX),
    document: null,
    pixKey: '',
    pixKeyType: null,
    amount: null,
    description: null,
    externalId: null,
    errors: ['columns_differ'],
    warnings: [],
  };
}

function destinationOf(
  raw: RawLine,
  which: {
    readonly environment: Environment;
    readonly byName: ReadonlyMap<string, readonly SavedBeneficiary[]>;
  },
): Destination {
  if (raw.key !== '') return typedDestination(raw, which.environment);
  const name = firstCharacters(raw.name, NAME_LENGTH_MAX);
  const named = which.byName.get(plainText(raw.name)) ?? [];
  const [saved, second] = raw.document === '' ? named : named.filter(isOf(raw.document));
  const unread = { name, document: null, pixKey: '', pixKeyType: null };
  if (!saved) {
    return { ...unread, errors: [named.length > 0 ? 'document_differs' : 'key_missing'] };
  }
  if (second) return { ...unread, errors: ['beneficiary_ambiguous'] };
  const { document, pixKey, pixKeyType } = saved;
  return { name: saved.name, document, pixKey, pixKeyType, errors: [] };
}

/** Makes a test whether a saved beneficiary has the document in a file's notation. */
function isOf(typed: string): (saved: SavedBeneficiary) => boolean {
  const digits = parseTaxId(typed, { checkDigits: false })?.digits;
  return ({ document }) => document === digits;
}

function typedDestination(raw: RawLine, environment: Environment): Destination {
  const rules = { checkDigits: environment === 'live' };
  const type = keyTypeOf(raw);
  const key = type && parsePixKey(raw.key, type, rules);
  const ofKey = type === 'cpf' || type === 'cnpj' ? key : undefined;
  const document = parseTaxId(raw.document, rules)?.digits ?? (raw.document ? null : ofKey) ?? null;
  const errors: LineError[] = [
    ...nameFaults(raw.name),
    ...(document === null ? (['document_invalid'] as const) : []),
    ...(type === null ? (['key_type_invalid'] as const) : []),
    ...(type !== null && !key ? (['invalid_pix_key'] as const) : []),
  ];
  const pixKey = firstCharacters(key ?? raw.key, NAME_LENGTH_MAX);
  const name = firstCharacters(raw.name, NAME_LENGTH_MAX);
  return { name, document, pixKey, pixKeyType: type, errors };
}

function keyTypeOf({ keyType, key }: RawLine): PixKeyType | null {
  const name = plainText(keyType);
  if (!TAX_ID_TYPES.includes(name)) return KEY_TYPES[name] ?? null;
  const digits = parseTaxId(key, { checkDigits: false })?.digits;
  return digits?.length === CNPJ_LENGTH ? 'cnpj' : 'cpf';
}

function nameFaults(name: string): readonly LineError[] {
  if (name === '') return ['name_missing'];
  const isName = !isLonger(name, NAME_LENGTH_MAX) && isVisibleText(name);
  return isName ? [] : ['name_invalid'];
}

/** Adds `external_id_repeated` and `repeated_in_file`. */
function markRepeated(lines: readonly BatchLine[]): readonly BatchLine[] {
  const references = Map.groupBy(lines, ({ externalId }) => externalId);
  const payments = Map.groupBy(lines, nameOfPayment);
  return lines.map((line) => {
    const { externalId, errors } = line;
    const isReused = externalId !== null && (references.get(externalId)?.length ?? 0) > 1;
    const isRepeated = (payments.get(nameOfPayment(line))?.length ?? 0) > 1 && line.pixKey !== '';
    const warnings: readonly LineWarning[] = isRepeated ? ['repeated_in_file'] : [];
    return { ...line, errors: isReused ? [...errors, 'external_id_repeated'] : errors, warnings };
  });
}

/** The name of a payment in sets: its destination and its amount. */
export function nameOfPayment(line: Pick<BatchLine, 'pixKey' | 'amount'>): string {
  return `${line.amount} ${line.pixKey}`;
}
