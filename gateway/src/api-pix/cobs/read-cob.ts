import type { Payer } from '#src/charges/charge.ts';
import { type StandardFields, UNNAMED_PAYER } from '#src/charges/txids/standard-charge.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import {
  Faults,
  isGiven,
  isObject,
  readAmount,
  readDebtor,
  readTexts,
  type TextsOfBody,
  termsOf,
} from '../fields/read-fields.ts';
import { readLocationId } from '../locations/choose-location.ts';
import { invalidOperation } from '../problems/standard-problem.ts';

const EXPIRY_SECONDS_DEFAULT = 86_400;
/** The standard has an int32. */
const EXPIRY_SECONDS_MAX = 2_147_483_647;

/** What a revision changes; the rest stays. An empty text removes the text. */
export interface CobChange extends TextsOfBody {
  amount?: Centavos | undefined;
  expiresInSeconds?: number | undefined;
  payer?: Payer | undefined;
  /** A location that was made before. */
  locationId?: number | undefined;
}

/** A whole charge, as a PUT says it. */
export interface CobFields extends StandardFields, Pick<CobChange, 'locationId'> {}

/**
 * Reads the body of a new charge, or of one that a PUT replaces. All faults are answered at once.
 * @throws {StandardProblem} CobOperacaoInvalida
 */
export function readCob(body: unknown, environment: Environment): CobFields {
  const faults = new Faults('cob');
  const change = readFields(body, environment, faults);
  const { calendario, valor } = isObject(body) ? body : {};
  if (!isGiven(calendario)) faults.add('calendario', 'O objeto cob.calendario é obrigatório.');
  if (!isGiven(valor)) faults.add('valor', 'O objeto cob.valor é obrigatório.');
  else if (isObject(valor) && !isGiven(valor.original)) {
    faults.add('valor.original', 'O campo cob.valor.original é obrigatório.');
  }
  if (change.chave === undefined && !faults.has('chave')) {
    faults.add('chave', 'O campo cob.chave é obrigatório.');
  }
  refuse(faults);
  const { amount, chave, expiresInSeconds, payer, locationId } = change;
  if (amount === undefined || chave === undefined) throw new Error('a fault was not refused');
  return {
    amount,
    expiresInSeconds: expiresInSeconds ?? EXPIRY_SECONDS_DEFAULT,
    payer: payer ?? UNNAMED_PAYER,
    terms: termsOf({ ...change, chave }),
    locationId,
  };
}

/**
 * Reads the body of a revision; only what it names changes.
 * @throws {StandardProblem} CobOperacaoInvalida
 */
export function readRevision(body: unknown, environment: Environment): CobChange {
  const faults = new Faults('cob');
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

function refuse({ violations }: Faults): void {
  if (violations.length === 0) return;
  const detail =
    'A requisição que busca alterar ou criar uma cobrança para pagamento imediato não respeita o ' +
    'schema ou está semanticamente errada.';
  throw invalidOperation('Cob', detail, violations);
}

/** Reads the fields that a body has; a field that is null counts as missing. */
function readFields(body: unknown, environment: Environment, faults: Faults): CobChange {
  if (!isObject(body)) {
    faults.violations.push({ razao: 'O corpo deve ser um objeto JSON.', propriedade: 'cob' });
    return {};
  }
  const { calendario, valor, devedor, loc } = body;
  const change: CobChange = {};
  if (isGiven(calendario)) change.expiresInSeconds = readExpiry(calendario, faults);
  if (isGiven(valor)) change.amount = readValue(valor, faults);
  if (isGiven(devedor)) change.payer = readDebtor(devedor, environment, faults);
  Object.assign(change, readTexts(body, faults));
  if (isGiven(loc)) change.locationId = readLocationId(loc, faults);
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
  return readAmount(original, 'valor.original', faults);
}
