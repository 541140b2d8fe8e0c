import type { Payer } from '#src/charges/charge.ts';
import type { StandardTerms } from '#src/charges/txids/standard-charge.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { AMOUNT_CENTAVOS_MAX, type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { parseCnpj, parseCpf } from '#src/ground/pix/tax-id.ts';
import { isVisibleText } from '#src/ground/visible-text.ts';
import { PIX_KEY_LENGTH_MAX } from '../pix-keys/own-pix-keys.ts';
import type { Violation } from '../problems/standard-problem.ts';

const VALUE = /^\d{1,10}\.\d{2}$/;
const NAME_LENGTH_MAX = 200;
const REQUEST_LENGTH_MAX = 140;
const EXTRAS_MAX = 50;
const EXTRA_NAME_MAX = 50;
const EXTRA_VALUE_MAX = 200;
const SHOWN_VALUE_MAX = 200;
const LINE_BREAKS = /[\n\r\t]/g;

export type Json = Readonly<Record<string, unknown>>;

/** The texts of a body. An empty text removes the text. */
export interface TextsOfBody {
  chave?: string | undefined;
  solicitacaoPagador?: string | undefined;
  infoAdicionais?: StandardTerms['infoAdicionais'] | undefined;
}

/** The faults of a body, with the path of each field. */
export class Faults {
  readonly violations: Violation[] = [];
  readonly #prefix: string;

  /** @param prefix the object of the standard that the body is: `cob` */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  add(path: string, razao: string, value?: unknown): void {
    const propriedade = `${this.#prefix}.${path}`;
    const isShown = typeof value === 'string' || typeof value === 'number';
    const valor = isShown ? String(value).slice(0, SHOWN_VALUE_MAX) : undefined;
    this.violations.push({ razao, propriedade, ...(valor !== undefined && { valor }) });
  }

  /** Whether a field has a fault. */
  has(path: string): boolean {
    return this.violations.some(({ propriedade }) => propriedade === `${this.#prefix}.${path}`);
  }
}

/** What a charge has besides its amounts. */
export function termsOf({
  chave,
  solicitacaoPagador,
  infoAdicionais,
}: TextsOfBody & { readonly chave: string }): StandardTerms {
  const hasExtras = infoAdicionais !== undefined && infoAdicionais.length > 0;
  return {
    chave,
    ...(solicitacaoPagador && { solicitacaoPagador }),
    ...(hasExtras && { infoAdicionais }),
  };
}

/** An amount in reais, such as `10.00`, as centavos; a fault if it is none or zero. */
export function readAmount(value: unknown, path: string, faults: Faults): Centavos | undefined {
  const amount = typeof value === 'string' && VALUE.test(value) ? toCentavos(value) : 0n;
  if (amount >= 1n && amount <= AMOUNT_CENTAVOS_MAX) return centavos(amount);
  const rule = 'Informe um valor maior que zero, em reais, com ponto e dois decimais: "10.00".';
  faults.add(path, rule, value);
  return undefined;
}

function toCentavos(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''));
}

/** Reads the texts that a body has. */
export function readTexts(body: Json, faults: Faults): TextsOfBody {
  const { chave, solicitacaoPagador, infoAdicionais } = body;
  const texts: TextsOfBody = {};
  if (isGiven(chave)) texts.chave = readText(chave, 'chave', { max: PIX_KEY_LENGTH_MAX, faults });
  if (isGiven(solicitacaoPagador)) {
    const rule = { max: REQUEST_LENGTH_MAX, faults, mayBeEmpty: true };
    texts.solicitacaoPagador = readText(solicitacaoPagador, 'solicitacaoPagador', rule);
  }
  if (isGiven(infoAdicionais)) texts.infoAdicionais = readExtras(infoAdicionais, faults);
  return texts;
}

/** The payer of a body; an address is read apart. */
export function readDebtor(
  devedor: unknown,
  environment: Environment,
  faults: Faults,
): Payer | undefined {
  if (!isObject(devedor)) {
    faults.add('devedor', 'O objeto devedor não respeita o schema.', devedor);
    return undefined;
  }
  const { cpf, cnpj, nome } = devedor;
  const before = faults.violations.length;
  if (isGiven(cpf) === isGiven(cnpj)) {
    faults.add('devedor', 'Informe cpf ou cnpj, e só um deles.');
  }
  const rules = { checkDigits: environment === 'live' };
  const document = isGiven(cpf)
    ? typeof cpf === 'string' && parseCpf(cpf, rules)
    : typeof cnpj === 'string' && parseCnpj(cnpj, rules);
  if (!document && faults.violations.length === before) {
    const name = isGiven(cpf) ? 'cpf' : 'cnpj';
    faults.add(`devedor.${name}`, `Informe um ${name.toUpperCase()} válido.`, cpf ?? cnpj);
  }
  const name = readText(nome, 'devedor.nome', { max: NAME_LENGTH_MAX, faults });
  return document && name !== undefined && faults.violations.length === before
    ? { name, document: document.digits, email: null }
    : undefined;
}

/** The further texts of a body. */
export function readExtras(
  value: unknown,
  faults: Faults,
): StandardTerms['infoAdicionais'] | undefined {
  if (!Array.isArray(value) || value.length > EXTRAS_MAX) {
    faults.add('infoAdicionais', `Informe uma lista de até ${EXTRAS_MAX} itens.`);
    return undefined;
  }
  return value.map((item: unknown, index) => {
    const { nome, valor } = isObject(item) ? item : {};
    const path = `infoAdicionais[${index}]`;
    return {
      nome: readText(nome, `${path}.nome`, { max: EXTRA_NAME_MAX, faults }) ?? '',
      valor: readText(valor, `${path}.valor`, { max: EXTRA_VALUE_MAX, faults }) ?? '',
    };
  });
}

/** A text within a length; a fault if it is none. */
export function readText(
  value: unknown,
  path: string,
  {
    max,
    faults,
    mayBeEmpty = false,
  }: { readonly max: number; readonly faults: Faults; readonly mayBeEmpty?: boolean },
): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  const isRight =
    text !== undefined &&
    (text !== '' || mayBeEmpty) &&
    text.length <= max &&
    isVisibleText(text.replace(LINE_BREAKS, ' '));
  if (isRight) return text;
  faults.add(path, `Informe um texto de até ${max} caracteres visíveis.`, value);
  return undefined;
}

/** Whether a field is there; null counts as missing. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
