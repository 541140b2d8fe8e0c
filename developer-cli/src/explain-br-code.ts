import { GUI } from '../../gateway/src/ground/pix/br-code.ts';
import { crc16 } from '../../gateway/src/ground/pix/crc16.ts';
import { formatAmount } from './amounts.ts';
import { type Field, readFields, readTemplate } from './br-code-fields.ts';
import {
  centavosOf,
  checkKey,
  checkLocation,
  checkTxid,
  checkValue,
  type Findings,
  hiddenFaults,
  isLocation,
  keyKindOf,
} from './br-code-values.ts';
import {
  type ExplainedRecurrence,
  explainRecurrence,
  recurrenceFaults,
} from './explain-recurrence.ts';

/** A field with its name, and the fields in it. */
export interface ExplainedField {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** The meaning of the value; undefined when it needs no explanation. */
  readonly meaning?: string | undefined;
  readonly fields?: readonly ExplainedField[];
}

export interface ExplainedCode {
  /** A `recurrence` has nothing to pay; the other kinds may carry a recurrence too. */
  readonly kind: 'static' | 'dynamic' | 'recurrence' | 'unknown';
  /** The address of the charge, without scheme; null in a code without one. */
  readonly location: string | null;
  readonly recurrence: ExplainedRecurrence | null;
  readonly fields: readonly ExplainedField[];
  readonly crc: { readonly stated: string | null; readonly computed: string };
  /** The faults of the code; none for a code that apps accept. */
  readonly faults: readonly string[];
  /** Allowed values that may surprise. */
  readonly hints: readonly string[];
}

const NAMES: Readonly<Record<string, string>> = {
  '00': 'Versão do formato',
  '01': 'Uso',
  '52': 'Categoria do recebedor (MCC)',
  '53': 'Moeda',
  '54': 'Valor',
  '55': 'Gorjeta',
  '58': 'País',
  '59': 'Nome do recebedor',
  '60': 'Cidade do recebedor',
  '61': 'CEP',
  '62': 'Dados adicionais',
  '63': 'CRC',
  '64': 'Outro idioma',
};
const ACCOUNT_NAMES: Readonly<Record<string, string>> = {
  '00': 'Arranjo',
  '01': 'Chave Pix',
  '02': 'Mensagem',
  '03': 'Saque ou troco (ISPB)',
  '25': 'Endereço da cobrança',
};
const RECURRENCE_NAMES: Readonly<Record<string, string>> = {
  '00': 'Arranjo',
  '25': 'Endereço da recorrência',
};
/** The fields of an arrangement that is not Pix are its own affair. */
const FOREIGN_NAMES: Readonly<Record<string, string>> = { '00': 'Arranjo' };
const ADDITIONAL_NAMES: Readonly<Record<string, string>> = {
  '05': 'Identificador (txid)',
  '50': 'Arranjo do sistema',
};
const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '00': { '01': 'EMV QRCPS 1' },
  '01': { '11': 'pode ser pago várias vezes', '12': 'pode ser pago uma vez' },
  '52': { '0000': 'não informada' },
  '53': { '986': 'real' },
  '58': { BR: 'Brasil' },
};
const CRC_FIELD_LENGTH = 8;
const LETTERS_SHOWN = 3;
const REQUIRED = ['00', '52', '53', '58', '59', '60', '62'];

/** Explains a BR Code field by field and checks its form, its values and its CRC. */
export function explainBrCode(code: string): ExplainedCode {
  const { fields, faults: formFaults } = readFields(code);
  if (fields[0]?.id !== '00') return unknownCode(code);
  const { account, automatic, faults: pixFaults } = pixTemplates(fields);
  const location = textOf(account, '25');
  const hasKey = textOf(account, '01') !== undefined;
  const recurrenceLocation = textOf(automatic, '25');
  const recurrence =
    recurrenceLocation === undefined
      ? null
      : explainRecurrence(recurrenceLocation, { chargeLocation: location, hasKey });
  const crc = crcOf(code, fields);
  const hasSomething = location !== undefined || hasKey || automatic !== undefined;
  const values = checkValues(fields, account);
  const innerFaults = faultsInTemplates(fields);
  const isMisread = formFaults.length + innerFaults.length > 0;
  const ofBytes = isMisread ? faultOfBytes(code) : [];
  const faults = [
    ...(isPastedTwice(code) ? ['o código foi colado duas vezes'] : formFaults),
    ...innerFaults,
    ...hiddenFaults(code),
    ...crcFaults(code, fields, crc),
    ...pixFaults,
    ...(account && !hasSomething ? ['a conta Pix não tem chave (01) nem endereço (25)'] : []),
    ...(location && hasKey ? ['a conta Pix tem chave e endereço; deve ter um só'] : []),
    ...(automatic ? recurrenceFaults(recurrenceLocation) : []),
    ...missing(fields),
    ...values.faults,
  ];
  const kind = kindOf({ location, hasKey, recurrence });
  const explained = fields.map((field) => explainField(field, location !== undefined));
  const { hints } = values;
  return {
    kind,
    location: location ?? null,
    recurrence,
    fields: explained,
    crc,
    // The other faults are of the fields that were read at the wrong places.
    faults: ofBytes.length > 0 ? ofBytes : faults,
    hints,
  };
}

function faultsInTemplates(fields: readonly Field[]): readonly string[] {
  return fields.filter(isTemplate).flatMap((field) => readTemplate(field).faults);
}

/** The fault of a code whose lengths count the bytes of its letters in UTF-8; else none. */
function faultOfBytes(code: string): readonly string[] {
  const bytes = Buffer.from(code, 'utf8').toString('latin1');
  const { fields, faults } = readFields(bytes);
  const letters = [...new Set(code.match(/\P{ASCII}/gu))].slice(0, LETTERS_SHOWN);
  if (letters.length === 0 || [...faults, ...faultsInTemplates(fields)].length > 0) return [];
  return [
    `os tamanhos contam bytes, e não caracteres: cada letra como ${letters.join(' ')} ocupa mais ` +
      'de um byte e conta como um caractere; corrija os tamanhos, ou escreva sem acentos',
  ];
}

function unknownCode(code: string): ExplainedCode {
  const isQuoted = /^["'`“‘]0002/.test(code);
  const faults = [
    isQuoted
      ? 'o código está entre aspas: informe-o sem elas'
      : 'isto não é um BR Code: ele começa por 0002',
    ...hiddenFaults(code),
  ];
  const crc = { stated: null, computed: crc16(code) };
  return { kind: 'unknown', location: null, recurrence: null, fields: [], crc, faults, hints: [] };
}

function isPastedTwice(code: string): boolean {
  const half = code.length / 2;
  return code.slice(0, half) === code.slice(half);
}

/** Checks the values of a code and of its Pix account. */
function checkValues(fields: readonly Field[], account: readonly Field[] | undefined): Findings {
  const additional = fields.find(({ id }) => id === '62');
  const inner = additional && readTemplate(additional).fields;
  const txid = inner?.find(({ id }) => id === '05')?.value;
  const [key, location] = [textOf(account, '01'), textOf(account, '25')];
  const amount = fields.find(({ id }) => id === '54')?.value;
  const isOpen = key === undefined || textOf(account, '03') !== undefined;
  const isZero = amount !== undefined && centavosOf(amount) === 0 && !isOpen;
  const findings = [
    ...fields.map(({ id, value }) => checkValue(id, value)),
    ...(key === undefined ? [] : [checkKey(key)]),
    ...(location === undefined ? [] : [checkLocation(location)]),
    ...(txid ? [checkTxid(txid)] : []),
  ];
  return {
    faults: [
      ...findings.flatMap(({ faults }) => faults),
      ...(additional && txid === undefined ? ['falta o txid (05) no campo 62; sem um, é ***'] : []),
    ],
    hints: [
      ...findings.flatMap(({ hints }) => hints),
      ...(isZero ? ['o valor (54) é zero: para o pagador escolher, o código vem sem ele'] : []),
    ],
  };
}

function kindOf({
  location,
  hasKey,
  recurrence,
}: {
  readonly location: string | undefined;
  readonly hasKey: boolean;
  readonly recurrence: ExplainedRecurrence | null;
}): ExplainedCode['kind'] {
  if (location !== undefined) return 'dynamic';
  if (hasKey) return 'static';
  return recurrence ? 'recurrence' : 'unknown';
}

/** The fields of the Pix account (26 to 51) and of Pix Automático (80 to 99). */
function pixTemplates(fields: readonly Field[]) {
  const [accounts, automatics] = [
    [26, 51],
    [80, 99],
  ].map(([from = 0, to = 0]) =>
    fields.filter((field) => Number(field.id) >= from && Number(field.id) <= to && isPix(field)),
  );
  const faults = [accounts, automatics].flatMap((found = []) =>
    found.length > 1
      ? [`os campos ${found.map(({ id }) => id).join(' e ')} têm o arranjo ${GUI}; só um pode ter`]
      : [],
  );
  const [account, automatic] = [accounts?.[0], automatics?.[0]];
  return {
    account: account && readTemplate(account).fields,
    automatic: automatic && readTemplate(automatic).fields,
    faults: account
      ? faults
      : [...faults, `falta a conta Pix: nenhum campo de 26 a 51 tem o arranjo ${GUI}`],
  };
}

function isPix(template: Field): boolean {
  const [first] = readTemplate(template).fields;
  return first?.id === '00' && first.value.toLowerCase() === GUI;
}

function isTemplate({ id }: Field): boolean {
  const number = Number(id);
  return (number >= 26 && number <= 51) || number === 62 || number >= 80;
}

/** The value of a field; undefined when it is missing or empty. */
function textOf(fields: readonly Field[] | undefined, wanted: string): string | undefined {
  return fields?.find(({ id }) => id === wanted)?.value || undefined;
}

function crcOf(code: string, fields: readonly Field[]): ExplainedCode['crc'] {
  const stated = fields.find(({ id }) => id === '63');
  const signed = stated ? code.slice(0, stated.offset + 4) : code;
  return { stated: stated?.value ?? null, computed: crc16(signed) };
}

function crcFaults(
  code: string,
  fields: readonly Field[],
  { stated, computed }: ExplainedCode['crc'],
): string[] {
  if (stated === null) return ['falta o CRC (campo 63): o código foi cortado?'];
  // Of two fields the first is checked, because the CRC covers all that stands before it.
  const { offset = 0 } = fields.find(({ id }) => id === '63') ?? {};
  const rest = code.length - offset - CRC_FIELD_LENGTH;
  return [
    ...(rest === 0 ? [] : [`o CRC (63), na posição ${offset + 1}, não é o último campo`]),
    ...(stated.toUpperCase() === computed
      ? []
      : [`o CRC não confere: o código diz ${stated}, e o certo é ${computed}; algo foi alterado`]),
  ];
}

function missing(fields: readonly Field[]): string[] {
  return REQUIRED.filter((id) => !fields.some((field) => field.id === id)).map(
    (id) => `falta o campo ${id} (${NAMES[id]})`,
  );
}

function explainField(field: Field, isDynamic: boolean): ExplainedField {
  const { id, value } = field;
  const number = Number(id);
  const isAccount = number >= 26 && number <= 51;
  const name = isAccount ? 'Conta do recebedor' : (NAMES[id] ?? otherName(number, field));
  if (!isTemplate(field)) return { id, name, value, meaning: meaningOf(field, isDynamic) };
  const names = innerNames(field);
  const inner = readTemplate(field).fields.map((innerField) => ({
    id: innerField.id,
    value: innerField.value,
    name: names[innerField.id] ?? 'Campo do arranjo',
    meaning: innerMeaning(names, innerField, isDynamic),
  }));
  return { id, name, value, fields: inner };
}

function innerNames(field: Field): Readonly<Record<string, string>> {
  if (field.id === '62') return ADDITIONAL_NAMES;
  if (!isPix(field)) return FOREIGN_NAMES;
  return Number(field.id) >= 80 ? RECURRENCE_NAMES : ACCOUNT_NAMES;
}

function otherName(number: number, field: Field): string {
  if (number >= 80) return isPix(field) ? 'Pix Automático' : 'Arranjo adicional';
  return number >= 2 && number <= 25 ? 'Conta de cartão' : 'Campo reservado';
}

/** The manual, 2.7: of a dynamic code the bank's charge counts, not the amount and txid in it. */
const IGNORED = 'ignorado: vale o que o endereço diz';

function meaningOf({ id, value }: Field, isDynamic: boolean): string | undefined {
  if (id !== '54') return MEANINGS[id]?.[value];
  const centavos = centavosOf(value);
  if (isDynamic) return IGNORED;
  return centavos === undefined ? undefined : formatAmount(centavos);
}

function innerMeaning(
  names: Readonly<Record<string, string>>,
  { id, value }: Field,
  isDynamic: boolean,
): string | undefined {
  if (names === ADDITIONAL_NAMES) {
    if (id !== '05') return undefined;
    if (value === '***') return 'nenhum: o banco tem o verdadeiro';
    return isDynamic ? IGNORED : undefined;
  }
  if (names === FOREIGN_NAMES) return undefined;
  if (id === '00') return 'Pix';
  const kind = id === '01' ? keyKindOf(value) : undefined;
  if (kind) return KEY_KINDS[kind];
  const read = names === RECURRENCE_NAMES ? 'a recorrência' : 'a cobrança';
  const isRead = id === '25' && isLocation(value);
  return isRead ? `o app do pagador lê ${read} em https://${value}` : undefined;
}

const KEY_KINDS = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'e-mail',
  phone: 'telefone',
  random: 'chave aleatória',
};
