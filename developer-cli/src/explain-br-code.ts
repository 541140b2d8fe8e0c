import { GUI } from '../../gateway/src/ground/pix/br-code.ts';
import { crc16 } from '../../gateway/src/ground/pix/crc16.ts';
import { parsePixKey } from '../../gateway/src/ground/pix/pix-key.ts';
import { formatAmount } from './amounts.ts';
import { type Field, readFields } from './br-code-fields.ts';

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
  readonly kind: 'static' | 'dynamic' | 'unknown';
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
    return { kind: 'unknown', fields: [], crc: { stated: null, computed: crc16(code) }, faults };
  }
  const account = fields.find(isPixAccount);
  const accountFields = account ? readFields(account.value).fields : [];
  const url = accountFields.find(({ id }) => id === '25');
  const hasKey = accountFields.some(({ id }) => id === '01');
  const crc = crcOf(code, fields);
  const faults = [
    ...(fault === undefined ? [] : [fault]),
    ...crcFaults(code, fields, crc),
    ...(account ? [] : [`falta a conta Pix: nenhum campo de 26 a 51 tem o arranjo ${GUI}`]),
    ...(account && !url && !hasKey ? ['a conta Pix não tem chave (01) nem endereço (25)'] : []),
    ...(url && hasKey ? ['a conta Pix tem chave e endereço; deve ter um só'] : []),
    ...missing(fields),
  ];
  const kind = url ? 'dynamic' : hasKey ? 'static' : 'unknown';
  return { kind, fields: fields.map(explainField), crc, faults };
}

function isPixAccount({ id, value }: Field): boolean {
  const isAccount = Number(id) >= 26 && Number(id) <= 51;
  return isAccount && readFields(value).fields[0]?.value.toLowerCase() === GUI;
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
  const name = isAccount ? 'Conta do recebedor' : (NAMES[id] ?? otherName(number));
  if (!isTemplate) return { id, name, value, meaning: meaningOf(id, value) };
  const names = id === '62' ? ADDITIONAL_NAMES : ACCOUNT_NAMES;
  const inner = readFields(value).fields.map((one) => ({
    ...{ id: one.id, value: one.value, name: names[one.id] ?? 'Campo do arranjo' },
    meaning: innerMeaning(id, one),
  }));
  return { id, name, value, fields: inner };
}

function otherName(number: number): string {
  if (number >= 80) return 'Arranjo adicional';
  return number >= 2 && number <= 25 ? 'Conta de cartão' : 'Campo reservado';
}

function meaningOf(id: string, value: string): string | undefined {
  if (id === '54' && /^\d{1,10}(\.\d{1,2})?$/.test(value)) {
    return formatAmount(Math.round(Number(value) * 100));
  }
  return MEANINGS[id]?.[value];
}

function innerMeaning(parent: string, { id, value }: Field): string | undefined {
  if (parent === '62') {
    return id === '05' && value === '***' ? 'nenhum: o banco tem o verdadeiro' : undefined;
  }
  if (id === '00' && value.toLowerCase() === GUI) return 'Pix';
  if (id === '01') return keyKind(value);
  return id === '25' ? `o app do pagador lê a cobrança em https://${value}` : undefined;
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
