import type { Payer } from '#src/charges/charge.ts';
import { type StandardFields, UNNAMED_PAYER } from '#src/charges/standard-charge.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { Faults, Fields } from '../fields/fields.ts';
import {
  readDebtor,
  readTexts,
  revisedTerms,
  type TextsOfBody,
  termsOf,
} from '../fields/read-fields.ts';
import { readLocationId } from '../locations/choose-location.ts';
import { invalidOperation } from '../problems/standard-problem.ts';

const EXPIRY_SECONDS_DEFAULT = 86_400;
/** The standard has an int32. */
const EXPIRY_SECONDS_MAX = 2_147_483_647;

/** The changes of a revision; other fields stay. Null removes. */
export interface CobChange extends TextsOfBody {
  amount?: Centavos | undefined;
  expiresInSeconds?: number | undefined;
  payer?: Payer | null | undefined;
  /** A location that was made before; null takes the one of the charge away. */
  locationId?: number | null | undefined;
}

/** A whole charge, as a PUT says it. */
export interface CobFields extends StandardFields {
  /** A location that was made before. */
  readonly locationId: number | undefined;
}

/**
 * Reads the body of a new charge, or of one that a PUT replaces. All faults are answered at once.
 * @throws {StandardProblem} CobOperacaoInvalida
 */
export function readCob(body: unknown, environment: Environment): CobFields {
  const faults = new Faults('cob');
  const fields = new Fields(body, { path: '', faults });
  const change = readFields(fields, environment);
  fields.require('calendario', 'valor', 'chave');
  fields.object('valor')?.require('original');
  refuse(faults);
  const { amount, chave, expiresInSeconds, payer, locationId } = change;
  if (amount === undefined || chave === undefined) throw new Error('a fault was not refused');
  return {
    amount,
    expiresInSeconds: expiresInSeconds ?? EXPIRY_SECONDS_DEFAULT,
    payer: payer ?? UNNAMED_PAYER,
    terms: termsOf({ ...change, chave }),
    locationId: locationId ?? undefined,
  };
}

/**
 * Reads the body of a revision; only what it names changes.
 * @throws {StandardProblem} CobOperacaoInvalida
 */
export function readRevision(body: unknown, environment: Environment): CobChange {
  const faults = new Faults('cob');
  const fields = new Fields(body, { path: '', faults, isRevision: true });
  const change = readFields(fields, environment);
  refuse(faults);
  return change;
}

/** The fields of a charge after a revision. */
export function revisedFields(before: StandardFields, change: CobChange): StandardFields {
  const { amount = before.amount, expiresInSeconds = before.expiresInSeconds } = change;
  const payer = change.payer === undefined ? before.payer : (change.payer ?? UNNAMED_PAYER);
  return { amount, expiresInSeconds, payer, terms: revisedTerms(before.terms, change) };
}

function refuse({ violations }: Faults): void {
  if (violations.length === 0) return;
  const detail =
    'A requisição que busca alterar ou criar uma cobrança para pagamento imediato não respeita o ' +
    'schema ou está semanticamente errada.';
  throw invalidOperation('Cob', detail, violations);
}

/** Reads the fields that a body has. */
function readFields(body: Fields, environment: Environment): CobChange {
  const calendario = body.object('calendario');
  const valor = body.object('valor');
  return {
    expiresInSeconds: calendario?.integer('expiracao', {
      min: 1,
      max: EXPIRY_SECONDS_MAX,
      rule: `Informe um número inteiro de segundos, de 1 a ${EXPIRY_SECONDS_MAX}.`,
    }),
    amount: valor && readValue(valor),
    payer: body.removable('devedor', () => {
      const devedor = body.whole('devedor');
      return devedor && readDebtor(devedor, environment);
    }),
    ...readTexts(body),
    locationId: readLocationId(body),
  };
}

function readValue(valor: Fields): Centavos | undefined {
  valor.removable('modalidadeAlteracao', () => {
    const rule = 'Este serviço só tem cobranças de valor fixo: informe 0.';
    return valor.integer('modalidadeAlteracao', { min: 0, max: 0, rule });
  });
  if (valor.removable('retirada', () => valor.has('retirada'))) {
    valor.refuse('retirada', 'Este serviço não tem Pix Saque nem Pix Troco.');
  }
  return valor.amount('original');
}
