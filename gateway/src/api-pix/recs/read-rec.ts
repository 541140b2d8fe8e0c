import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { isTxid } from '#src/ground/pix/txid.ts';
import type { Interval } from '#src/subscriptions/cycle-days.ts';
import type { RetryPolicy } from '#src/subscriptions/subscription.ts';
import { Faults, Fields } from '../fields/fields.ts';
import { readDebtor } from '../fields/read-fields.ts';
import { invalidOperation } from '../problems/standard-problem.ts';
import { intervalOf, policyOf } from './rec-words.ts';

const CONTRACT_LENGTH_MAX = 35;
const NAME_LENGTH_MAX = 140;
export const COVENANT_LENGTH_MAX = 60;
/** `loc` of a recurrence is the number itself, other than that of a charge. */
const LOC = {
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  rule: 'Informe em rec.loc o número de um location.',
};

/** A recurrence as a POST says it (`RecSolicitada`). */
export interface RecFields {
  readonly reference: string;
  /** Empty without `objeto`. */
  readonly description: string;
  readonly payer: { readonly name: string; readonly document: string };
  readonly interval: Interval;
  readonly firstDueOn: string;
  readonly endsOn: string | null;
  readonly amount: Centavos | null;
  readonly minAmount: Centavos | null;
  readonly retries: RetryPolicy;
  readonly covenant: string | null;
  readonly locationId: number | undefined;
  readonly activationTxid: string | undefined;
}

/** The changes of a PATCH; other fields stay (`RecRevisada`). */
export interface RecChange {
  readonly payerName: string | undefined;
  /** Of a debtor that is sent whole: it must be the one of the recurrence. */
  readonly payerDocument: string | undefined;
  readonly firstDueOn: string | undefined;
  readonly locationId: number | undefined;
  readonly activationTxid: string | undefined;
}

/**
 * Reads the body of a new recurrence. All faults are answered at once; days are compared with that
 * of the creation when it is known.
 * @throws {StandardProblem} RecOperacaoInvalida
 */
export function readRec(body: unknown, environment: Environment): RecFields {
  const faults = new Faults('rec');
  const fields = new Fields(body, { path: '', faults });
  const bond = readBond(fields, environment);
  const calendar = readCalendar(fields);
  const amounts = readAmounts(fields.whole('valor'));
  const retries = policyOf(fields.raw('politicaRetentativa'));
  if (!retries) {
    const razao = 'O campo rec.politicaRetentativa não respeita o schema.';
    fields.refuse('politicaRetentativa', razao, fields.raw('politicaRetentativa'));
  }
  const covenant = fields.whole('recebedor')?.text('convenio', { max: COVENANT_LENGTH_MAX });
  const locationId = fields.integer('loc', LOC);
  const activationTxid = readActivation(fields);
  refuse(faults);
  const { firstDueOn, endsOn = null, interval } = calendar;
  const { reference, payer, description = '' } = bond;
  if (!retries || !reference || !payer || !firstDueOn || !interval) {
    throw new Error('a fault was not refused');
  }
  return {
    reference,
    description,
    payer,
    interval,
    firstDueOn,
    endsOn,
    retries,
    amount: amounts.amount ?? null,
    minAmount: amounts.minAmount ?? null,
    covenant: covenant ?? null,
    locationId,
    activationTxid,
  };
}

/**
 * Reads the body of a change; `canceled` for one that only ends the recurrence.
 * @throws {StandardProblem} RecOperacaoInvalida
 */
export function readRecRevision(body: unknown): RecChange | 'canceled' {
  const faults = new Faults('rec');
  const fields = new Fields(body, { path: '', faults, isRevision: true });
  if (fields.has('status')) {
    readCancellation(fields);
    refuse(faults);
    return 'canceled';
  }
  const vinculo = fields.object('vinculo');
  const devedor = vinculo?.object('devedor');
  const change = {
    payerName: devedor?.text('nome', { max: NAME_LENGTH_MAX, isRequired: true }),
    payerDocument: devedor?.anyDocument(),
    firstDueOn: fields.object('calendario')?.day('dataInicial'),
    locationId: fields.integer('loc', LOC),
    activationTxid: readActivation(fields),
  };
  refuse(faults);
  return change;
}

function readCancellation(fields: Fields): void {
  const status = fields.raw('status');
  if (status !== 'CANCELADA') {
    fields.refuse('status', 'O campo rec.status só pode ser CANCELADA.', status);
  }
  if (fields.hasOthersThan('status')) {
    const razao = 'Uma recorrência não é cancelada junto com outras alterações.';
    fields.refuse('status', razao, status);
  }
}

/** Refuses the faults of a recurrence. */
export function refuse({ violations }: Faults): void {
  if (violations.length === 0) return;
  const detail =
    'A requisição que busca alterar ou criar uma recorrência não respeita o schema ou está ' +
    'semanticamente errada.';
  throw invalidOperation('Rec', detail, violations);
}

function readBond(body: Fields, environment: Environment) {
  const vinculo = body.whole('vinculo', { isRequired: true });
  const reference = vinculo?.text('contrato', { max: CONTRACT_LENGTH_MAX, isRequired: true });
  const description = vinculo?.text('objeto', { max: CONTRACT_LENGTH_MAX });
  const devedor = vinculo?.whole('devedor', { isRequired: true });
  return {
    reference,
    description,
    payer: devedor && readDebtor(devedor, environment, { nameLengthMax: NAME_LENGTH_MAX }),
  };
}

function readCalendar(body: Fields) {
  const calendario = body.whole('calendario', { isRequired: true });
  const firstDueOn = calendario?.day('dataInicial', { isRequired: true });
  const endsOn = calendario?.day('dataFinal');
  if (firstDueOn !== undefined && endsOn !== undefined && endsOn < firstDueOn) {
    const razao =
      'O campo rec.calendario.dataFinal é anterior ao campo rec.calendario.dataInicial.';
    calendario?.refuse('dataFinal', razao, endsOn);
  }
  const interval = intervalOf(calendario?.raw('periodicidade'));
  if (!interval) {
    const razao = 'O campo rec.calendario.periodicidade não respeita o schema.';
    calendario?.refuse('periodicidade', razao, calendario.raw('periodicidade'));
  }
  return { firstDueOn, endsOn, interval };
}

function readAmounts(valor: Fields | undefined) {
  if (valor?.has('valorRec') && valor.has('valorMinimoRecebedor')) {
    const razao =
      'Ambos os campos rec.valor.valorRec e rec.valor.valorMinimoRecebedor estão preenchidos.';
    valor.refuse('', razao);
  }
  return { amount: valor?.amount('valorRec'), minAmount: valor?.amount('valorMinimoRecebedor') };
}

function readActivation(body: Fields): string | undefined {
  const data = body.object('ativacao')?.object('dadosJornada');
  if (!data) return undefined;
  const txid = data.raw('txid');
  if (typeof txid === 'string' && isTxid(txid)) return txid;
  data.refuse('txid', 'O txid deve ter de 26 a 35 letras e dígitos.', txid);
  return undefined;
}
