import { GUI } from '../../gateway/src/ground/pix/br-code.ts';
import { crc16 } from '../../gateway/src/ground/pix/crc16.ts';
import { parsePixKey } from '../../gateway/src/ground/pix/pix-key.ts';
import { formatAmount } from './amounts.ts';
import { type Field, readFields } from './br-code-fields.ts';
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
  /** What the value means; undefined when it speaks for itself. */
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
  /** What is wrong with the code; none for a code that apps accept. */
  readonly faults: readonly string[];
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
const REQUIRED = ['00', '52', '53', '58', '59', '60', '62'];

/** Explains a BR Code field by field and checks its form and its CRC. */
export function explainBrCode(code: string): ExplainedCode {
  const { fields, fault } = readFields(code);
  if (fields[0]?.id !== '00') {
    const faults = ['isto não é um BR Code: ele começa por 0002'];
    const crc = { stated: null, computed: crc16(code) };
    return { kind: 'unknown', location: null, recurrence: null, fields: [], crc, faults };
  }
  const account = pixTemplate(fields, 26, 51);
  const automatic = pixTemplate(fields, 80, 99);
  const location = textOf(account, '25');
  const hasKey = textOf(account, '01') !== undefined;
  const recurrenceLocation = textOf(automatic, '25');
  const recurrence =
    recurrenceLocation === undefined
      ? null
      : explainRecurrence(recurrenceLocation, { chargeLocation: location, hasKey });
  const crc = crcOf(code, fields);
  const hasSomething = location !== undefined || hasKey || automatic !== undefined;
  const faults = [
    ...(fault === undefined ? [] : [fault]),
    ...crcFaults(code, fields, crc),
    ...(account ? [] : [`falta a conta Pix: nenhum campo de 26 a 51 tem o arranjo ${GUI}`]),
    ...(account && !hasSomething ? ['a conta Pix não tem chave (01) nem endereço (25)'] : []),
    ...(location && hasKey ? ['a conta Pix tem chave e endereço; deve ter um só'] : []),
    ...(automatic ? recurrenceFaults(recurrenceLocation) : []),
    ...missing(fields),
  ];
  const kind = kindOf({ location, hasKey, recurrence });
  const explained = fields.map(explainField);
  return { kind, location: location ?? null, recurrence, fields: explained, crc, faults };
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

/** The fields of the first template of Pix among the ids of a range. */
function pixTemplate(
  fields: readonly Field[],
  idFrom: number,
  idTo: number,
): readonly Field[] | undefined {
  const template = fields.find(
    ({ id, value }) => Number(id) >= idFrom && Number(id) <= idTo && isPix(value),
  );
  return template && readFields(template.value).fields;
}

function isPix(template: string): boolean {
  const [first] = readFields(template).fields;
  return first?.id === '00' && first.value.toLowerCase() === GUI;
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
  const last = fields.at(-1);
  if (last?.id !== '63' || last.offset + 8 !== code.length) return ['o CRC não é o último campo'];
  if (stated.toUpperCase() === computed) return [];
  return [`o CRC não confere: o código diz ${stated}, e o certo é ${computed}; algo foi alterado`];
}

function missing(fields: readonly Field[]): string[] {
  return REQUIRED.filter((id) => !fields.some((field) => field.id === id)).map(
    (id) => `falta o campo ${id} (${NAMES[id]})`,
  );
}

function explainField(field: Field): ExplainedField {
  const { id, value } = field;
  const number = Number(id);
  const isAccount = number >= 26 && number <= 51;
  const isTemplate = isAccount || id === '62' || number >= 80;
  const name = isAccount ? 'Conta do recebedor' : (NAMES[id] ?? otherName(number, value));
  if (!isTemplate) return { id, name, value, meaning: meaningOf(id, value) };
  const names = innerNames(number, value);
  const inner = readFields(value).fields.map((one) => ({
    ...{ id: one.id, value: one.value, name: names[one.id] ?? 'Campo do arranjo' },
    meaning: innerMeaning(names, one),
  }));
  return { id, name, value, fields: inner };
}

function innerNames(number: number, value: string): Readonly<Record<string, string>> {
  if (number === 62) return ADDITIONAL_NAMES;
  if (!isPix(value)) return FOREIGN_NAMES;
  return number >= 80 ? RECURRENCE_NAMES : ACCOUNT_NAMES;
}

function otherName(number: number, value: string): string {
  if (number >= 80) return isPix(value) ? 'Pix Automático' : 'Arranjo adicional';
  return number >= 2 && number <= 25 ? 'Conta de cartão' : 'Campo reservado';
}

function meaningOf(id: string, value: string): string | undefined {
  if (id === '54' && /^\d{1,10}(\.\d{1,2})?$/.test(value)) {
    return formatAmount(Math.round(Number(value) * 100));
  }
  return MEANINGS[id]?.[value];
}

function innerMeaning(
  names: Readonly<Record<string, string>>,
  { id, value }: Field,
): string | undefined {
  if (names === ADDITIONAL_NAMES) {
    return id === '05' && value === '***' ? 'nenhum: o banco tem o verdadeiro' : undefined;
  }
  if (names === FOREIGN_NAMES) return undefined;
  if (id === '00') return 'Pix';
  if (id === '01') return keyKind(value);
  const read = names === RECURRENCE_NAMES ? 'a recorrência' : 'a cobrança';
  return id === '25' ? `o app do pagador lê ${read} em https://${value}` : undefined;
}

function keyKind(value: string): string | undefined {
  const kinds = [
    ['cpf', 'CPF'],
    ['cnpj', 'CNPJ'],
    ['email', 'e-mail'],
    ['phone', 'telefone'],
    ['random', 'chave aleatória'],
  ] as const;
  return kinds.find(([kind]) => parsePixKey(value, kind, { checkDigits: true }) !== undefined)?.[1];
}
