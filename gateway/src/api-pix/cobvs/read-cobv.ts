import type { Payer } from '#src/charges/charge.ts';
import { type DiscountMode, discountModes, interestModes } from '#src/charges/due/due-rules.ts';
import { DAYS_AFTER_DUE_DEFAULT } from '#src/charges/due/parse-due-rules.ts';
import type { PayerAddress } from '#src/charges/due/payer-address.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { isMailAddress } from '#src/ground/mail/mail-address.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import {
  Faults,
  isGiven,
  isObject,
  type Json,
  readAmount,
  readDebtor,
  readText,
  readTexts,
  type TextsOfBody,
} from '../fields/read-fields.ts';
import { readLocationId } from '../locations/choose-location.ts';
import { invalidOperation } from '../problems/standard-problem.ts';

const EMAIL_LENGTH_MAX = 254;
const ADDRESS_LENGTH_MAX = 200;
const POSTAL_CODE = /^\d{5}-?\d{3}$/;
const STATE = /^[A-Z]{2}$/;
const NUMBER = /^\d{1,10}$/;

/** What a body says of a charge with a due date; what is missing stays, or has its default. */
export interface CobvChange extends TextsOfBody {
  amount?: Centavos | undefined;
  /** The rules in the form of /v1, for `parseDueRules`. */
  readonly rules: Record<string, unknown>;
  payer?: Payer | undefined;
  /** A location that was made before. */
  locationId?: number | undefined;
  address?: PayerAddress | null | undefined;
}

/** A complete charge with a due date, as a PUT says it. */
export interface CobvFields extends CobvChange {
  readonly amount: Centavos;
  readonly payer: Payer;
  readonly address: PayerAddress | null;
  readonly chave: string;
}

/**
 * Reads the body of a new charge with a due date, or of one that a PUT replaces. All faults are
 * answered at once; what the rules must hold together is checked when the day is known.
 * @throws {StandardProblem} CobVOperacaoInvalida
 */
export function readCobv(body: unknown, environment: Environment): CobvFields {
  const faults = new Faults('cobv');
  const change = readFields(body, environment, faults);
  const required = (path: string, value: unknown) => {
    if (value === undefined && !faults.has(path))
      faults.add(path, `O campo cobv.${path} é obrigatório.`);
  };
  const { calendario, valor, devedor } = isObject(body) ? body : {};
  required('calendario', calendario ?? undefined);
  if (isObject(calendario)) required('calendario.dataDeVencimento', change.rules.due_date);
  required('valor', valor ?? undefined);
  if (isObject(valor)) required('valor.original', change.amount);
  required('devedor', devedor ?? undefined);
  required('chave', change.chave);
  refuse(faults);
  const { amount, payer, chave } = change;
  if (amount === undefined || !payer || chave === undefined)
    throw new Error('a fault was not refused');
  const defaults = {
    ...{ days_after_due: DAYS_AFTER_DUE_DEFAULT, fine: null, interest: null, rebate: null },
    discounts: null,
  };
  const rules = { ...defaults, ...change.rules };
  return { ...change, amount, payer, chave, address: change.address ?? null, rules };
}

/**
 * Reads the body of a revision; only what it names changes.
 * @throws {StandardProblem} CobVOperacaoInvalida
 */
export function readCobvRevision(body: unknown, environment: Environment): CobvChange {
  const faults = new Faults('cobv');
  const change = readFields(body, environment, faults);
  refuse(faults);
  return change;
}

function refuse({ violations }: Faults): void {
  if (violations.length === 0) return;
  const detail =
    'A requisição que busca alterar ou criar uma cobrança com vencimento não respeita o schema ' +
    'ou está semanticamente errada.';
  throw invalidOperation('CobV', detail, violations);
}

function readFields(body: unknown, environment: Environment, faults: Faults): CobvChange {
  if (!isObject(body)) {
    faults.violations.push({ razao: 'O corpo deve ser um objeto JSON.', propriedade: 'cobv' });
    return { rules: {} };
  }
  const { calendario, valor, devedor, loc } = body;
  const change: CobvChange = { ...readTexts(body, faults), rules: {} };
  if (isGiven(calendario)) readCalendar(calendario, change, faults);
  if (isGiven(valor)) readValue(valor, change, faults);
  if (isGiven(devedor)) readPayer(devedor, { change, environment, faults });
  if (isGiven(loc)) change.locationId = readLocationId(loc, faults);
  return change;
}

function readCalendar(calendario: unknown, { rules }: CobvChange, faults: Faults): void {
  if (!isObject(calendario)) {
    faults.add('calendario', 'O objeto cobv.calendario não respeita o schema.', calendario);
    return;
  }
  const { dataDeVencimento, validadeAposVencimento } = calendario;
  if (isGiven(dataDeVencimento)) rules.due_date = dataDeVencimento;
  if (isGiven(validadeAposVencimento)) {
    // The document writes both the number and the text.
    rules.days_after_due = wholeNumber(validadeAposVencimento);
  }
}

function readValue(valor: unknown, change: CobvChange, faults: Faults): void {
  if (!isObject(valor)) {
    faults.add('valor', 'O objeto cobv.valor não respeita o schema.', valor);
    return;
  }
  const { original, multa, juros, abatimento, desconto } = valor;
  if (isGiven(original)) change.amount = readAmount(original, 'valor.original', faults);
  const { rules } = change;
  if (isGiven(multa)) rules.fine = readPart(multa, 'valor.multa', faults);
  if (isGiven(abatimento)) rules.rebate = readPart(abatimento, 'valor.abatimento', faults);
  if (isGiven(juros)) rules.interest = readInterest(juros, faults);
  if (isGiven(desconto)) rules.discounts = readDiscounts(desconto, faults);
}

function readPart(part: unknown, path: string, faults: Faults): object | undefined {
  const { modalidade, valorPerc } = isObject(part) ? part : {};
  const type = { 1: 'fixed', 2: 'percent' }[wholeNumber(modalidade) ?? 0];
  if (type === undefined) faults.add(`${path}.modalidade`, 'Informe 1 ou 2.', modalidade);
  const value = readAmount(valorPerc, `${path}.valorPerc`, faults);
  return type === undefined || value === undefined ? undefined : { type, value: Number(value) };
}

function readInterest(juros: unknown, faults: Faults): object | undefined {
  const { modalidade, valorPerc } = isObject(juros) ? juros : {};
  const mode = nameOfNumber(interestModes, modalidade);
  if (mode === undefined) {
    faults.add('valor.juros.modalidade', 'Informe um número de 1 a 8.', modalidade);
  }
  const value = readAmount(valorPerc, 'valor.juros.valorPerc', faults);
  return mode === undefined || value === undefined ? undefined : { mode, value: Number(value) };
}

function readDiscounts(desconto: unknown, faults: Faults): object[] | undefined {
  const { modalidade, valorPerc, descontoDataFixa } = isObject(desconto) ? desconto : {};
  const mode = nameOfNumber<DiscountMode>(discountModes, modalidade);
  if (mode === undefined) {
    faults.add('valor.desconto.modalidade', 'Informe um número de 1 a 6.', modalidade);
    return undefined;
  }
  if (!discountModes[mode].endsOnDay) {
    const value = readAmount(valorPerc, 'valor.desconto.valorPerc', faults);
    return value === undefined ? undefined : [{ mode, value: Number(value) }];
  }
  const path = 'valor.desconto.descontoDataFixa';
  if (!Array.isArray(descontoDataFixa) || descontoDataFixa.length === 0) {
    faults.add(path, 'Informe uma lista de uma a três datas com valorPerc.');
    return undefined;
  }
  return descontoDataFixa.map((item: unknown, index) => {
    const { data, valorPerc: each } = isObject(item) ? item : {};
    const value = readAmount(each, `${path}[${index}].valorPerc`, faults);
    return { mode, value: Number(value ?? 0), until: data };
  });
}

function readPayer(
  devedor: unknown,
  { change, environment, faults }: { change: CobvChange; environment: Environment; faults: Faults },
): void {
  const payer = readDebtor(devedor, environment, faults);
  if (!isObject(devedor)) return;
  const { email } = devedor;
  const mail = isGiven(email)
    ? readText(email, 'devedor.email', { max: EMAIL_LENGTH_MAX, faults })
    : undefined;
  if (mail !== undefined && !isMailAddress(mail)) {
    faults.add('devedor.email', 'Informe um único e-mail, como maria@exemplo.com.br.', email);
  }
  change.payer = payer && { ...payer, email: mail ?? null };
  change.address = readAddress(devedor, faults);
}

/** An address has four fields; without any of them there is none. */
function readAddress(devedor: Json, faults: Faults): PayerAddress | null {
  const { logradouro, cidade, uf, cep } = devedor;
  if (![logradouro, cidade, uf, cep].some(isGiven)) return null;
  const line = (value: unknown, path: string) =>
    readText(value, path, { max: ADDRESS_LENGTH_MAX, faults }) ?? '';
  const address = {
    street: line(logradouro, 'devedor.logradouro'),
    city: line(cidade, 'devedor.cidade'),
    state: typeof uf === 'string' ? uf.trim().toUpperCase() : '',
    postalCode: typeof cep === 'string' ? cep.trim() : '',
    cityCode: null,
  };
  if (!STATE.test(address.state)) faults.add('devedor.uf', 'Informe a sigla do estado.', uf);
  if (!POSTAL_CODE.test(address.postalCode)) {
    faults.add('devedor.cep', 'Informe os 8 dígitos do CEP.', cep);
  }
  return { ...address, postalCode: address.postalCode.replace('-', '') };
}

/** A whole number, which the document writes as a number and as a text. */
function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined;
}

function nameOfNumber<Name extends string>(
  modes: Readonly<Record<Name, { readonly standard: number }>>,
  number: unknown,
): Name | undefined {
  const wanted = wholeNumber(number);
  return (Object.keys(modes) as Name[]).find((name) => modes[name].standard === wanted);
}
