import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { isTxid } from '#src/ground/pix/txid.ts';
import type { Interval } from '#src/subscriptions/cycle-days.ts';
import type { RetryPolicy } from '#src/subscriptions/subscription.ts';
import {
  Faults,
  isGiven,
  isObject,
  readAmount,
  readDebtor,
  readText,
} from '../fields/read-fields.ts';
import { invalidOperation } from '../problems/standard-problem.ts';
import { intervalOf, policyOf } from './rec-words.ts';

const DAY = /^[12]\d{3}-\d{2}-\d{2}$/;
const WHOLE = /^\d{1,16}$/;
const CONTRACT_LENGTH_MAX = 35;
const NAME_LENGTH_MAX = 140;
export const COVENANT_LENGTH_MAX = 60;

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

/** What a PATCH changes; the rest stays (`RecRevisada`). */
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
  const { vinculo, calendario, valor, politicaRetentativa, recebedor, loc, ativacao } = objectAt(
    ...([body, '', faults] as const),
  );
  const bond = readBond(vinculo, environment, faults);
  const calendar = readCalendar(calendario, faults);
  const amounts = isGiven(valor) ? readAmounts(valor, faults) : undefined;
  const retries = policyOf(politicaRetentativa);
  if (!retries) {
    const razao = 'O campo rec.politicaRetentativa não respeita o schema.';
    faults.add('politicaRetentativa', razao, politicaRetentativa);
  }
  const covenant = isGiven(recebedor) ? readCovenant(recebedor, faults) : undefined;
  const locationId = isGiven(loc) ? readLoc(loc, faults) : undefined;
  const activationTxid = isGiven(ativacao) ? readActivation(ativacao, faults) : undefined;
  refuse(faults);
  const { firstDueOn, endsOn = null, interval } = calendar;
  const { reference, payer, description = '' } = bond;
  if (!retries || !reference || !payer || !firstDueOn || !interval) {
    throw new Error('a fault was not refused');
  }
  return {
    ...{ reference, description, payer, interval, firstDueOn, endsOn, retries },
    ...{ amount: amounts?.amount ?? null, minAmount: amounts?.minAmount ?? null },
    ...{ covenant: covenant ?? null, locationId, activationTxid },
  };
}

/**
 * Reads the body of a change; `canceled` for one that only ends the recurrence.
 * @throws {StandardProblem} RecOperacaoInvalida
 */
export function readRecRevision(body: unknown): RecChange | 'canceled' {
  const faults = new Faults('rec');
  const { status, ...others } = objectAt(body, '', faults);
  if (isGiven(status)) {
    readCancellation(status, others, faults);
    refuse(faults);
    return 'canceled';
  }
  const { vinculo, calendario, loc, ativacao } = others;
  const debtor = isGiven(vinculo) ? readNewName(vinculo, faults) : undefined;
  const dates = isGiven(calendario) ? objectAt(calendario, 'calendario', faults) : {};
  const { dataInicial } = dates;
  const change = {
    ...{ payerName: debtor?.name, payerDocument: debtor?.document },
    firstDueOn: isGiven(dataInicial)
      ? readDay(dataInicial, 'calendario.dataInicial', faults)
      : undefined,
    locationId: isGiven(loc) ? readLoc(loc, faults) : undefined,
    activationTxid: isGiven(ativacao) ? readActivation(ativacao, faults) : undefined,
  };
  refuse(faults);
  return change;
}

function readCancellation(status: unknown, others: object, faults: Faults): void {
  if (status !== 'CANCELADA') {
    faults.add('status', 'O campo rec.status só pode ser CANCELADA.', status);
  }
  if (Object.values(others).some(isGiven)) {
    faults.add('status', 'Uma recorrência não é cancelada junto com outras alterações.', status);
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

/** An object of a body; a fault and nothing if it is none. */
function objectAt(value: unknown, path: string, faults: Faults): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  if (path === '') {
    faults.violations.push({ razao: 'O corpo deve ser um objeto JSON.', propriedade: 'rec' });
  } else {
    faults.add(path, `O objeto rec.${path} não respeita o schema.`, value);
  }
  return {};
}

function readBond(vinculo: unknown, environment: Environment, faults: Faults) {
  if (!isObject(vinculo)) {
    faults.add('vinculo', 'O objeto rec.vinculo não respeita o schema.', vinculo);
    return {};
  }
  const { contrato, objeto, devedor } = vinculo;
  const texts = { max: CONTRACT_LENGTH_MAX, faults };
  const reference = readText(contrato, 'vinculo.contrato', texts);
  const description = isGiven(objeto)
    ? readText(objeto, 'vinculo.objeto', { ...texts, mayBeEmpty: true })
    : undefined;
  const ofDebtor = new Faults('rec.vinculo');
  const payer = readDebtor(devedor, environment, ofDebtor);
  faults.violations.push(...ofDebtor.violations);
  if (payer && payer.name.length > NAME_LENGTH_MAX) {
    faults.add('vinculo.devedor.nome', `Informe um texto de até ${NAME_LENGTH_MAX} caracteres.`);
  }
  return { reference, description, payer };
}

function readNewName(vinculo: unknown, faults: Faults) {
  const { devedor } = objectAt(vinculo, 'vinculo', faults);
  if (!isGiven(devedor)) return undefined;
  const { nome, cpf, cnpj } = objectAt(devedor, 'vinculo.devedor', faults);
  const name = readText(nome, 'vinculo.devedor.nome', { max: NAME_LENGTH_MAX, faults });
  const document = cpf ?? cnpj;
  return { name, document: isGiven(document) ? String(document) : undefined };
}

function readCalendar(calendario: unknown, faults: Faults) {
  if (!isObject(calendario)) {
    faults.add('calendario', 'O objeto rec.calendario não respeita o schema.', calendario);
    return {};
  }
  const { dataInicial, dataFinal, periodicidade } = calendario;
  const firstDueOn = readDay(dataInicial, 'calendario.dataInicial', faults);
  const endsOn = isGiven(dataFinal)
    ? readDay(dataFinal, 'calendario.dataFinal', faults)
    : undefined;
  if (firstDueOn !== undefined && endsOn !== undefined && endsOn < firstDueOn) {
    const razao =
      'O campo rec.calendario.dataFinal é anterior ao campo rec.calendario.dataInicial.';
    faults.add('calendario.dataFinal', razao, dataFinal);
  }
  const interval = intervalOf(periodicidade);
  if (!interval) {
    const razao = 'O campo rec.calendario.periodicidade não respeita o schema.';
    faults.add('calendario.periodicidade', razao, periodicidade);
  }
  return { firstDueOn, endsOn, interval };
}

function readDay(value: unknown, path: string, faults: Faults): string | undefined {
  const isDay =
    typeof value === 'string' && DAY.test(value) && startOfBrazilianDay(value) !== undefined;
  if (isDay) return value;
  faults.add(path, `O campo rec.${path} não respeita o schema: informe AAAA-MM-DD.`, value);
  return undefined;
}

function readAmounts(valor: unknown, faults: Faults) {
  const { valorRec, valorMinimoRecebedor } = objectAt(valor, 'valor', faults);
  if (isGiven(valorRec) && isGiven(valorMinimoRecebedor)) {
    const razao =
      'Ambos os campos rec.valor.valorRec e rec.valor.valorMinimoRecebedor estão preenchidos.';
    faults.add('valor', razao);
  }
  return {
    amount: isGiven(valorRec) ? readAmount(valorRec, 'valor.valorRec', faults) : undefined,
    minAmount: isGiven(valorMinimoRecebedor)
      ? readAmount(valorMinimoRecebedor, 'valor.valorMinimoRecebedor', faults)
      : undefined,
  };
}

function readCovenant(recebedor: unknown, faults: Faults): string | undefined {
  const { convenio } = objectAt(recebedor, 'recebedor', faults);
  if (!isGiven(convenio)) return undefined;
  return readText(convenio, 'recebedor.convenio', { max: COVENANT_LENGTH_MAX, faults });
}

/** The id in `loc`, which is the number itself, other than that of a charge. */
function readLoc(loc: unknown, faults: Faults): number | undefined {
  const id = typeof loc === 'string' && WHOLE.test(loc) ? Number(loc) : loc;
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id;
  faults.add('loc', 'Informe em rec.loc o número de um location.', loc);
  return undefined;
}

function readActivation(ativacao: unknown, faults: Faults): string | undefined {
  const { dadosJornada } = objectAt(ativacao, 'ativacao', faults);
  if (!isGiven(dadosJornada)) return undefined;
  const { txid } = objectAt(dadosJornada, 'ativacao.dadosJornada', faults);
  if (typeof txid === 'string' && isTxid(txid)) return txid;
  faults.add('ativacao.dadosJornada.txid', 'O txid deve ter de 26 a 35 letras e dígitos.', txid);
  return undefined;
}
