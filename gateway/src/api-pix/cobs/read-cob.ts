import type { Payer } from '#src/charges/charge.ts';
import {
  type StandardFields,
  type StandardTerms,
  UNNAMED_PAYER,
} from '#src/charges/txids/standard-charge.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { AMOUNT_CENTAVOS_MAX, type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { parseCnpj, parseCpf } from '#src/ground/pix/tax-id.ts';
import { isVisibleText } from '#src/ground/visible-text.ts';
import { PIX_KEY_LENGTH_MAX } from '../pix-keys/own-pix-keys.ts';
import { invalidOperation, type Violation } from '../problems/standard-problem.ts';

const EXPIRY_SECONDS_DEFAULT = 86_400;
/** The standard has an int32. */
const EXPIRY_SECONDS_MAX = 2_147_483_647;
const VALUE = /^\d{1,10}\.\d{2}$/;
const NAME_LENGTH_MAX = 200;
const REQUEST_LENGTH_MAX = 140;
const EXTRAS_MAX = 50;
const EXTRA_NAME_MAX = 50;
const EXTRA_VALUE_MAX = 200;
const SHOWN_VALUE_MAX = 200;
const LINE_BREAKS = /[\n\r\t]/g;

type Json = Readonly<Record<string, unknown>>;
/** What a revision changes; the rest stays. An empty text removes the text. */
export interface CobChange {
  amount?: Centavos | undefined;
  expiresInSeconds?: number | undefined;
  payer?: Payer | undefined;
  chave?: string | undefined;
  solicitacaoPagador?: string | undefined;
  infoAdicionais?: StandardTerms['infoAdicionais'] | undefined;
}

/** The faults of a body, with the path of each field. */
class Faults {
  readonly violations: Violation[] = [];

  add(path: string, razao: string, value?: unknown): void {
    const propriedade = `cob.${path}`;
    const isShown = typeof value === 'string' || typeof value === 'number';
    const valor = isShown ? String(value).slice(0, SHOWN_VALUE_MAX) : undefined;
    this.violations.push({ razao, propriedade, ...(valor !== undefined && { valor }) });
  }
}

/**
 * Reads the body of a new charge, or of one that a PUT replaces. All faults are answered at once.
 * @throws {StandardProblem} CobOperacaoInvalida
 */
export function readCob(body: unknown, environment: Environment): StandardFields {
  const faults = new Faults();
  const change = readFields(body, environment, faults);
  const { calendario, valor } = isObject(body) ? body : {};
  if (!isGiven(calendario)) faults.add('calendario', 'O objeto cob.calendario é obrigatório.');
  if (!isGiven(valor)) faults.add('valor', 'O objeto cob.valor é obrigatório.');
  else if (isObject(valor) && !isGiven(valor.original)) {
    faults.add('valor.original', 'O campo cob.valor.original é obrigatório.');
  }
  if (change.chave === undefined && !hasFaultAt(faults, 'chave')) {
    faults.add('chave', 'O campo cob.chave é obrigatório.');
  }
  refuse(faults);
  const { amount, chave, expiresInSeconds, payer } = change;
  if (amount === undefined || chave === undefined) throw new Error('a fault was not refused');
  return {
    amount,
    expiresInSeconds: expiresInSeconds ?? EXPIRY_SECONDS_DEFAULT,
    payer: payer ?? UNNAMED_PAYER,
    terms: termsOf({ ...change, chave }),
  };
}

/**
 * Reads the body of a revision; only what it names changes.
 * @throws {StandardProblem} CobOperacaoInvalida
 */
export function readRevision(body: unknown, environment: Environment): CobChange {
  const faults = new Faults();
  const change = readFields(body, environment, faults);
  refuse(faults);
  return change;
}

/** The fields of a charge after a revision. */
export function revisedFields(before: StandardFields, change: CobChange): StandardFields {
  const { terms } = before;
  const { chave, solicitacaoPagador, infoAdicionais } = change;
  return {
    amount: change.amount ?? before.amount,
    expiresInSeconds: change.expiresInSeconds ?? before.expiresInSeconds,
    payer: change.payer ?? before.payer,
    terms: termsOf({
      chave: chave ?? terms.chave,
      solicitacaoPagador: solicitacaoPagador ?? terms.solicitacaoPagador,
      infoAdicionais: infoAdicionais ?? terms.infoAdicionais,
    }),
  };
}

function termsOf({
  chave,
  solicitacaoPagador,
  infoAdicionais,
}: Pick<CobChange, 'solicitacaoPagador' | 'infoAdicionais'> & { chave: string }): StandardTerms {
  const hasExtras = infoAdicionais !== undefined && infoAdicionais.length > 0;
  return {
    chave,
    ...(solicitacaoPagador && { solicitacaoPagador }),
    ...(hasExtras && { infoAdicionais }),
  };
}

function refuse({ violations }: Faults): void {
  if (violations.length === 0) return;
  const detail =
    'A requisição que busca alterar ou criar uma cobrança para pagamento imediato não respeita o ' +
    'schema ou está semanticamente errada.';
  throw invalidOperation('Cob', detail, violations);
}

function hasFaultAt({ violations }: Faults, path: string): boolean {
  return violations.some(({ propriedade }) => propriedade === `cob.${path}`);
}

/** Reads the fields that a body has; a field that is null counts as missing. */
function readFields(body: unknown, environment: Environment, faults: Faults): CobChange {
  if (!isObject(body)) {
    faults.violations.push({ razao: 'O corpo deve ser um objeto JSON.', propriedade: 'cob' });
    return {};
  }
  const { calendario, valor, devedor, chave, solicitacaoPagador, infoAdicionais, loc } = body;
  const change: CobChange = {};
  if (isGiven(calendario)) change.expiresInSeconds = readExpiry(calendario, faults);
  if (isGiven(valor)) change.amount = readValue(valor, faults);
  if (isGiven(devedor)) change.payer = readDebtor(devedor, environment, faults);
  if (isGiven(chave)) change.chave = readText(chave, 'chave', { max: PIX_KEY_LENGTH_MAX, faults });
  if (isGiven(solicitacaoPagador)) {
    const rule = { max: REQUEST_LENGTH_MAX, faults, mayBeEmpty: true };
    change.solicitacaoPagador = readText(solicitacaoPagador, 'solicitacaoPagador', rule);
  }
  if (isGiven(infoAdicionais)) change.infoAdicionais = readExtras(infoAdicionais, faults);
  if (isGiven(loc)) {
    faults.add('loc.id', 'O location referenciado por cob.loc.id inexiste.', idOfLoc(loc));
  }
  return change;
}

function readExpiry(calendario: unknown, faults: Faults): number | undefined {
  if (!isObject(calendario)) {
    faults.add('calendario', 'O objeto cob.calendario não respeita o schema.', calendario);
    return undefined;
  }
  const { expiracao } = calendario;
  if (!isGiven(expiracao)) return undefined;
  // The document writes both the number and the text.
  const isText = typeof expiracao === 'string' && /^\d{1,10}$/.test(expiracao);
  const seconds = isText ? Number(expiracao) : expiracao;
  if (typeof seconds === 'number' && Number.isSafeInteger(seconds)) {
    if (seconds >= 1 && seconds <= EXPIRY_SECONDS_MAX) return seconds;
  }
  const rule = `Informe um número inteiro de segundos, de 1 a ${EXPIRY_SECONDS_MAX}.`;
  faults.add('calendario.expiracao', rule, expiracao);
  return undefined;
}

function readValue(valor: unknown, faults: Faults): Centavos | undefined {
  if (!isObject(valor)) {
    faults.add('valor', 'O objeto cob.valor não respeita o schema.', valor);
    return undefined;
  }
  const { original, modalidadeAlteracao, retirada } = valor;
  if (isGiven(modalidadeAlteracao) && String(modalidadeAlteracao) !== '0') {
    const razao = 'Este serviço só tem cobranças de valor fixo: informe 0.';
    faults.add('valor.modalidadeAlteracao', razao, modalidadeAlteracao);
  }
  if (isGiven(retirada)) {
    faults.add('valor.retirada', 'Este serviço não tem Pix Saque nem Pix Troco.');
  }
  if (!isGiven(original)) return undefined;
  const amount = typeof original === 'string' && VALUE.test(original) ? toCentavos(original) : 0n;
  if (amount >= 1n && amount <= AMOUNT_CENTAVOS_MAX) return centavos(amount);
  const rule = 'Informe um valor maior que zero, em reais, com ponto e dois decimais: "10.00".';
  faults.add('valor.original', rule, original);
  return undefined;
}

function toCentavos(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''));
}

function readDebtor(devedor: unknown, environment: Environment, faults: Faults): Payer | undefined {
  if (!isObject(devedor)) {
    faults.add('devedor', 'O objeto cob.devedor não respeita o schema.', devedor);
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

function readExtras(value: unknown, faults: Faults): StandardTerms['infoAdicionais'] | undefined {
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

function readText(
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

function idOfLoc(loc: unknown): unknown {
  return isObject(loc) ? loc.id : loc;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
