import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { parseInstant } from '#src/ground/clock.ts';
import type { PayerAccount } from '#src/subscriptions/subscription.ts';
import { Faults, Fields } from '../fields/fields.ts';
import { INSTANT } from '../lists/page-of-list.ts';
import { invalidOperation } from '../problems/standard-problem.ts';

const ISPB = /^[0-9A-Z]{8}$/;
const ACCOUNT_LENGTH_MAX = 20;
const BRANCH_LENGTH_MAX = 4;
const ID_LENGTH_MAX = 100;

/** A request to a payer's bank (`SolicRecSolicitada`). */
export interface SolicRecFields {
  readonly idRec: string;
  readonly payerDocument: string;
  readonly account: PayerAccount;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Reads the body of a new request. All faults are answered at once.
 * @throws {StandardProblem} SolicRecOperacaoInvalida
 */
export function readSolicRec(body: unknown, environment: Environment): SolicRecFields {
  const faults = new Faults('solicrec');
  const fields = new Fields(body, { path: '', faults });
  const id = fields.text('idRec', { max: ID_LENGTH_MAX, isRequired: true });
  const expiresAt = readExpiry(fields.whole('calendario', { isRequired: true }));
  const payer = readTarget(fields.whole('destinatario', { isRequired: true }), environment);
  refuse(faults);
  if (id === undefined || expiresAt === undefined || !payer) {
    throw new Error('a fault was not refused');
  }
  return { idRec: id, expiresAt, ...payer };
}

/** Checks the body of a change, which can only cancel. @throws {StandardProblem} */
export function readWithdrawal(body: unknown): void {
  const faults = new Faults('solicrec');
  const fields = new Fields(body, { path: '', faults });
  const status = fields.raw('status');
  if (status !== 'CANCELADA') {
    fields.refuse('status', 'O campo solicrec.status só pode ser CANCELADA.', status);
  }
  refuse(faults);
}

/** Refuses the faults of a request. */
export function refuse({ violations }: Faults): void {
  if (violations.length === 0) return;
  const detail =
    'A requisição que busca criar ou alterar uma solicitação de confirmação de recorrência não ' +
    'respeita o schema ou está semanticamente errada.';
  throw invalidOperation('SolicRec', detail, violations);
}

function readExpiry(calendario: Fields | undefined): number | undefined {
  const text = calendario?.raw('dataExpiracaoSolicitacao');
  const at = typeof text === 'string' && INSTANT.test(text) ? parseInstant(text) : undefined;
  if (at !== undefined) return at;
  const razao = 'O objeto solicrec.calendario não respeita o schema: informe um instante futuro.';
  calendario?.refuse('dataExpiracaoSolicitacao', razao, text);
  return undefined;
}

function readTarget(
  destinatario: Fields | undefined,
  environment: Environment,
): Pick<SolicRecFields, 'payerDocument' | 'account'> | undefined {
  if (!destinatario) return undefined;
  const number = destinatario.text('conta', { max: ACCOUNT_LENGTH_MAX, isRequired: true });
  const branch = destinatario.text('agencia', { max: BRANCH_LENGTH_MAX }) ?? null;
  const ispb = destinatario.raw('ispbParticipante');
  const isIspb = typeof ispb === 'string' && ISPB.test(ispb);
  if (!isIspb) {
    const razao = 'Informe os 8 caracteres do ISPB do banco do pagador.';
    destinatario.refuse('ispbParticipante', razao, ispb);
  }
  const payerDocument = destinatario.document(environment);
  if (number === undefined || !isIspb || payerDocument === undefined) return undefined;
  return { payerDocument, account: { ispb, branch, number } };
}
