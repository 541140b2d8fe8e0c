import type { Payer } from '#src/charges/charge.ts';
import {
  type DiscountMode,
  discountModes,
  interestModes,
  type PartType,
  partTypes,
} from '#src/charges/due/due-rules.ts';
import { DAYS_AFTER_DUE_DEFAULT, DAYS_AFTER_DUE_MAX } from '#src/charges/due/parse-due-rules.ts';
import type { PayerAddress } from '#src/charges/due/payer-address.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { Faults, Fields } from '../fields/fields.ts';
import {
  type AddressOfBody,
  addressOf,
  readAddress,
  readDebtor,
  readEmail,
  readTexts,
  type TextsOfBody,
} from '../fields/read-fields.ts';
import { readLocationId } from '../locations/choose-location.ts';
import { invalidOperation } from '../problems/standard-problem.ts';

const DISCOUNTS_MAX = 3;

/** The payer of a body. Of a revision, null removes and what is missing stays. */
export interface DebtorOfBody {
  readonly payer: Pick<Payer, 'name' | 'document'>;
  readonly email: string | null | undefined;
  readonly address: AddressOfBody;
}

/** A charge with a due date as a body describes it; missing fields stay or have their default. */
export interface CobvChange extends TextsOfBody {
  amount?: Centavos | undefined;
  /** The rules in the form of /v1, for `parseDueRules`. */
  readonly rules: Record<string, unknown>;
  debtor?: DebtorOfBody | undefined;
  /** A location that was made before; null takes the one of the charge away. */
  locationId?: number | null | undefined;
}

/** A complete charge with a due date, as a PUT says it. */
export interface CobvFields extends CobvChange {
  readonly amount: Centavos;
  readonly payer: Payer;
  readonly address: PayerAddress | null;
  readonly chave: string;
  readonly locationId: number | undefined;
}

/**
 * Reads the body of a new charge with a due date, or of one that a PUT replaces. All faults are
 * answered at once; what the rules must hold together is checked when the day is known.
 * @throws {StandardProblem} CobVOperacaoInvalida
 */
export function readCobv(body: unknown, environment: Environment): CobvFields {
  const faults = new Faults('cobv');
  const fields = new Fields(body, { path: '', faults });
  const { debtor, locationId, ...change } = readFields(fields, environment);
  fields.require('calendario', 'valor', 'devedor', 'chave');
  fields.object('calendario')?.require('dataDeVencimento');
  fields.object('valor')?.require('original');
  refuse(faults);
  const { amount, chave } = change;
  if (amount === undefined || !debtor || chave === undefined)
    throw new Error('a fault was not refused');
  const defaults = {
    days_after_due: DAYS_AFTER_DUE_DEFAULT,
    fine: null,
    interest: null,
    rebate: null,
    discounts: null,
  };
  return {
    ...change,
    amount,
    chave,
    locationId: locationId ?? undefined,
    payer: { ...debtor.payer, email: debtor.email ?? null },
    address: addressOf(debtor.address),
    rules: { ...defaults, ...change.rules },
  };
}

/**
 * Reads the body of a revision; only what it names changes.
 * @throws {StandardProblem} CobVOperacaoInvalida
 */
export function readCobvRevision(body: unknown, environment: Environment): CobvChange {
  const faults = new Faults('cobv');
  const change = readFields(new Fields(body, { path: '', faults, isRevision: true }), environment);
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

function readFields(body: Fields, environment: Environment): CobvChange {
  const valor = body.object('valor');
  const devedor = body.object('devedor');
  return {
    ...readTexts(body),
    amount: valor?.amount('original'),
    rules: withoutMissing({ ...readCalendar(body.object('calendario')), ...readRules(valor) }),
    debtor: devedor && readPayer(devedor, environment),
    locationId: readLocationId(body),
  };
}

function readCalendar(calendario: Fields | undefined) {
  return {
    due_date: calendario?.day('dataDeVencimento'),
    days_after_due: calendario?.integer('validadeAposVencimento', {
      min: 0,
      max: DAYS_AFTER_DUE_MAX,
      rule: `Informe um número inteiro de dias, de 0 a ${DAYS_AFTER_DUE_MAX}.`,
    }),
  };
}

/** The rules that a body names. Null, and a rule of zero, removes a rule. */
function readRules(valor: Fields | undefined) {
  return {
    fine: readRule(valor, 'multa', readPart),
    rebate: readRule(valor, 'abatimento', readPart),
    interest: readRule(valor, 'juros', (juros) => {
      const mode = readMode(juros, interestModes);
      const value = juros.amount('valorPerc', { isRequired: true, mayBeZero: true });
      return value === 0n ? null : { mode, value: Number(value) };
    }),
    discounts: readRule(valor, 'desconto', readDiscounts),
  };
}

function readRule(
  valor: Fields | undefined,
  name: string,
  read: (rule: Fields) => object | null | undefined,
) {
  return valor?.removable(name, () => {
    const rule = valor.whole(name);
    return rule && read(rule);
  });
}

function readPart(part: Fields) {
  const limits = { min: 1, max: 2, rule: 'Informe 1 ou 2.', isRequired: true };
  const wanted = part.integer('modalidade', limits);
  const types = Object.keys(partTypes) as PartType[];
  const type = types.find((name) => partTypes[name] === wanted);
  const value = part.amount('valorPerc', { isRequired: true, mayBeZero: true });
  return value === 0n ? null : { type, value: Number(value) };
}

/** Discounts until days, or one for each day before the due date: a body has one of both. */
function readDiscounts(desconto: Fields) {
  const mode = readMode<DiscountMode>(desconto, discountModes);
  if (mode === undefined) return undefined;
  const isUntilDays = discountModes[mode].endsOnDay;
  const other = isUntilDays ? 'valorPerc' : 'descontoDataFixa';
  // Clients write the empty list of dates beside `valorPerc`: nothing that they mean is left out.
  if (desconto.has(other) && !desconto.isEmptyList(other)) {
    const rule = `Com esta modalidade o campo ${other} não pode ser preenchido.`;
    desconto.refuse(other, rule);
  }
  if (!isUntilDays) {
    const value = desconto.amount('valorPerc', { isRequired: true, mayBeZero: true });
    return value === 0n ? null : [{ mode, value: Number(value) }];
  }
  const rule = 'Informe uma lista de uma a três datas com valorPerc.';
  const days = desconto.list('descontoDataFixa', { max: DISCOUNTS_MAX, rule }) ?? [];
  if (days.length === 0) desconto.refuse('descontoDataFixa', rule);
  return days.flatMap((item) => {
    const until = item.day('data', { isRequired: true });
    const value = item.amount('valorPerc', { isRequired: true, mayBeZero: true });
    return value === 0n ? [] : [{ mode, value: Number(value), until }];
  });
}

function readMode<Name extends string>(
  rule: Fields,
  modes: Readonly<Record<Name, { readonly standard: number }>>,
): Name | undefined {
  const names = Object.keys(modes) as Name[];
  const text = `Informe um número de 1 a ${names.length}.`;
  const limits = { min: 1, max: names.length, rule: text, isRequired: true };
  const wanted = rule.integer('modalidade', limits);
  return names.find((name) => modes[name].standard === wanted);
}

function readPayer(devedor: Fields, environment: Environment): DebtorOfBody | undefined {
  const payer = readDebtor(devedor, environment);
  const email = readEmail(devedor);
  const address = readAddress(devedor);
  return payer && { payer, email, address };
}

function withoutMissing(rules: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
}
