import type { CycleTerms } from '#src/charges/txids/standard-charge.ts';
import { startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import {
  Faults,
  isGiven,
  isObject,
  type Json,
  readAmount,
  readText,
} from '../fields/read-fields.ts';
import { invalidOperation } from '../problems/standard-problem.ts';

const DAY = /^[12]\d{3}-\d{2}-\d{2}$/;
const INFORMATION_LENGTH_MAX = 140;
const ACCOUNT_LENGTH_MAX = 20;
const BRANCH_LENGTH_MAX = 4;
const EMAIL_LENGTH_MAX = 254;
const ADDRESS_LENGTH_MAX = 200;
const POSTAL_CODE = /^\d{5}-?\d{3}$/;
const STATE = /^[A-Z]{2}$/;
const ACCOUNT_TYPES = ['CORRENTE', 'POUPANCA', 'PAGAMENTO'];

/** The charge of a cycle as a PUT or POST says it (`CobRSolicitada`). */
export interface CobrFields {
  readonly idRec: string;
  readonly amount: Centavos;
  readonly terms: CycleTerms;
}

/**
 * Reads the body of the charge of a cycle. All faults are answered at once.
 * @throws {StandardProblem} CobROperacaoInvalida
 */
export function readCobr(body: unknown): CobrFields {
  const faults = new Faults('cobr');
  const fields = objectAt(body, '', faults);
  refuse(faults);
  const { idRec, infoAdicional, calendario, valor, ajusteDiaUtil, recebedor, devedor } = fields;
  if (typeof idRec !== 'string' || idRec === '') {
    faults.add('idRec', 'Informe em cobr.idRec o id da recorrência.', idRec);
  }
  const { dataDeVencimento } = objectAt(calendario, 'calendario', faults);
  const dueDate = isObject(calendario)
    ? readDay(dataDeVencimento, 'calendario.dataDeVencimento', faults)
    : undefined;
  const { original } = objectAt(valor, 'valor', faults);
  const amount = isObject(valor) ? readAmount(original, 'valor.original', faults) : undefined;
  if (isGiven(ajusteDiaUtil) && typeof ajusteDiaUtil !== 'boolean') {
    faults.add('ajusteDiaUtil', 'Informe true ou false.', ajusteDiaUtil);
  }
  const information = isGiven(infoAdicional)
    ? readText(infoAdicional, 'infoAdicional', { max: INFORMATION_LENGTH_MAX, faults })
    : undefined;
  const receiver = readReceiver(recebedor, faults);
  const debtor = isGiven(devedor) ? readDebtorDetails(devedor, faults) : undefined;
  refuse(faults);
  if (typeof idRec !== 'string' || !amount || !dueDate || !receiver) {
    throw new Error('a fault was not refused');
  }
  return {
    ...{ idRec, amount },
    terms: {
      ...{ dueDate, movesToBusinessDay: ajusteDiaUtil !== false, receiver },
      ...(information !== undefined && { information }),
      ...(debtor && Object.keys(debtor).length > 0 && { debtor }),
    },
  };
}

/**
 * Reads the body of a PATCH, which can only cancel.
 * @throws {StandardProblem} CobROperacaoInvalida
 */
export function readCancellation(body: unknown): void {
  const faults = new Faults('cobr');
  const { status, ...others } = objectAt(body, '', faults);
  if (status !== 'CANCELADA') {
    faults.add('status', 'O campo cobr.status só pode ser CANCELADA.', status);
  } else if (Object.values(others).some(isGiven)) {
    faults.add('status', 'Uma cobrança não é cancelada junto com outras alterações.', status);
  }
  refuse(faults);
}

/** Refuses the faults of the charge of a cycle. */
export function refuse({ violations }: Faults): void {
  if (violations.length === 0) return;
  const detail =
    'A requisição que busca alterar ou criar uma cobrança recorrente não respeita o schema ou ' +
    'está semanticamente errada.';
  throw invalidOperation('CobR', detail, violations);
}

/** A day of the calendar; a fault if it is none. */
export function readDay(value: unknown, path: string, faults: Faults): string | undefined {
  const isDay =
    typeof value === 'string' && DAY.test(value) && startOfBrazilianDay(value) !== undefined;
  if (isDay) return value;
  faults.add(path, 'Informe um dia, como 2026-11-20.', value);
  return undefined;
}

function objectAt(value: unknown, path: string, faults: Faults): Json {
  if (isObject(value)) return value;
  if (path === '') {
    faults.violations.push({ razao: 'O corpo deve ser um objeto JSON.', propriedade: 'cobr' });
  } else {
    faults.add(path, `O objeto cobr.${path} não respeita o schema.`, value);
  }
  return {};
}

function readReceiver(recebedor: unknown, faults: Faults): CycleTerms['receiver'] | undefined {
  if (!isObject(recebedor)) {
    faults.add('recebedor', 'O objeto cobr.recebedor não respeita o schema.', recebedor);
    return undefined;
  }
  const { conta, agencia, tipoConta } = recebedor;
  const rule = { max: ACCOUNT_LENGTH_MAX, faults };
  const account = readText(conta, 'recebedor.conta', rule);
  const branch = isGiven(agencia)
    ? readText(agencia, 'recebedor.agencia', { ...rule, max: BRANCH_LENGTH_MAX })
    : undefined;
  const isType = typeof tipoConta === 'string' && ACCOUNT_TYPES.includes(tipoConta);
  if (!isType) {
    faults.add('recebedor.tipoConta', `Informe ${ACCOUNT_TYPES.join(', ')}.`, tipoConta);
  }
  if (account === undefined || !isType) return undefined;
  return {
    ...(branch !== undefined && { agencia: branch }),
    ...{ conta: account, tipoConta },
  };
}

function readDebtorDetails(devedor: unknown, faults: Faults): Record<string, string> {
  const fields = objectAt(devedor, 'devedor', faults);
  const details: Record<string, string> = {};
  const read = (name: string, max: number, form?: RegExp): void => {
    const value = fields[name];
    if (!isGiven(value)) return;
    const text = readText(value, `devedor.${name}`, { max, faults });
    if (text === undefined) return;
    if (form && !form.test(text)) faults.add(`devedor.${name}`, 'O formato não é aceito.', text);
    details[name] = text;
  };
  read('email', EMAIL_LENGTH_MAX);
  read('logradouro', ADDRESS_LENGTH_MAX);
  read('cidade', ADDRESS_LENGTH_MAX);
  read('uf', 2, STATE);
  read('cep', 9, POSTAL_CODE);
  if (details.cep !== undefined) details.cep = details.cep.replace('-', '');
  return details;
}
