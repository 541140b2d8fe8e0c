import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { parseInstant } from '#src/ground/clock.ts';
import { parseCnpj, parseCpf } from '#src/ground/pix/tax-id.ts';
import type { PayerAccount } from '#src/subscriptions/subscription.ts';
import { Faults, isGiven, isObject, readText } from '../fields/read-fields.ts';
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
  const { idRec, calendario, destinatario } = isObject(body) ? body : {};
  const id = readText(idRec, 'idRec', { max: ID_LENGTH_MAX, faults });
  const expiresAt = readExpiry(calendario, faults);
  const payer = readTarget(destinatario, environment, faults);
  refuse(faults);
  if (id === undefined || expiresAt === undefined || !payer) {
    throw new Error('a fault was not refused');
  }
  return { idRec: id, expiresAt, ...payer };
}

/** Checks the body of a change, which can only cancel. @throws {StandardProblem} */
export function readWithdrawal(body: unknown): void {
  const faults = new Faults('solicrec');
  const status = isObject(body) ? body.status : undefined;
  if (status !== 'CANCELADA') {
    faults.add('status', 'O campo solicrec.status só pode ser CANCELADA.', status);
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

function readExpiry(calendario: unknown, faults: Faults): number | undefined {
  const { dataExpiracaoSolicitacao: text } = isObject(calendario) ? calendario : {};
  const at = typeof text === 'string' && INSTANT.test(text) ? parseInstant(text) : undefined;
  if (at !== undefined) return at;
  const razao = 'O objeto solicrec.calendario não respeita o schema: informe um instante futuro.';
  faults.add('calendario.dataExpiracaoSolicitacao', razao, text);
  return undefined;
}

function readTarget(
  destinatario: unknown,
  environment: Environment,
  faults: Faults,
): Pick<SolicRecFields, 'payerDocument' | 'account'> | undefined {
  if (!isObject(destinatario)) {
    faults.add('destinatario', 'O objeto solicrec.destinatario não respeita o schema.');
    return undefined;
  }
  const { conta, agencia, ispbParticipante, cpf, cnpj } = destinatario;
  const max = (length: number) => ({ max: length, faults });
  const number = readText(conta, 'destinatario.conta', max(ACCOUNT_LENGTH_MAX));
  const branch = isGiven(agencia)
    ? readText(agencia, 'destinatario.agencia', max(BRANCH_LENGTH_MAX))
    : null;
  const isIspb = typeof ispbParticipante === 'string' && ISPB.test(ispbParticipante);
  if (!isIspb) {
    const razao = 'Informe os 8 caracteres do ISPB do banco do pagador.';
    faults.add('destinatario.ispbParticipante', razao, ispbParticipante);
  }
  const rules = { checkDigits: environment === 'live' };
  const person = typeof cpf === 'string' ? parseCpf(cpf, rules) : undefined;
  const company = typeof cnpj === 'string' ? parseCnpj(cnpj, rules) : undefined;
  const document = isGiven(cpf) === isGiven(cnpj) ? undefined : (person ?? company);
  if (!document) faults.add('destinatario', 'Informe cpf ou cnpj, e só um deles, válido.');
  if (number === undefined || branch === undefined || !isIspb || !document) return undefined;
  return { payerDocument: document.digits, account: { ispb: ispbParticipante, branch, number } };
}
