import type { CycleTerms } from '#src/charges/standard-charge.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { Faults, Fields } from '../fields/fields.ts';
import { readAddress, readEmail } from '../fields/read-fields.ts';
import { invalidOperation } from '../problems/standard-problem.ts';

const ID_LENGTH_MAX = 100;
const INFORMATION_LENGTH_MAX = 140;
const ACCOUNT_LENGTH_MAX = 20;
const BRANCH_LENGTH_MAX = 4;
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
  const fields = new Fields(body, { path: '', faults });
  const idRec = fields.text('idRec', { max: ID_LENGTH_MAX, isRequired: true });
  const calendario = fields.whole('calendario', { isRequired: true });
  const dueDate = calendario?.day('dataDeVencimento', { isRequired: true });
  const amount = fields
    .whole('valor', { isRequired: true })
    ?.amount('original', { isRequired: true });
  const ajusteDiaUtil = fields.raw('ajusteDiaUtil');
  if (ajusteDiaUtil !== undefined && typeof ajusteDiaUtil !== 'boolean') {
    fields.refuse('ajusteDiaUtil', 'Informe true ou false.', ajusteDiaUtil);
  }
  const information = fields.text('infoAdicional', { max: INFORMATION_LENGTH_MAX });
  const receiver = readReceiver(fields.whole('recebedor', { isRequired: true }));
  const devedor = fields.whole('devedor');
  const debtor = devedor && readDebtorDetails(devedor);
  refuse(faults);
  if (idRec === undefined || !amount || !dueDate || !receiver) {
    throw new Error('a fault was not refused');
  }
  return {
    idRec,
    amount,
    terms: {
      dueDate,
      movesToBusinessDay: ajusteDiaUtil !== false,
      receiver,
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
  const fields = new Fields(body, { path: '', faults });
  const status = fields.raw('status');
  if (status !== 'CANCELADA') {
    fields.refuse('status', 'O campo cobr.status só pode ser CANCELADA.', status);
  } else if (fields.hasOthersThan('status')) {
    const razao = 'Uma cobrança não é cancelada junto com outras alterações.';
    fields.refuse('status', razao, status);
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

function readReceiver(recebedor: Fields | undefined): CycleTerms['receiver'] | undefined {
  if (!recebedor) return undefined;
  const account = recebedor.text('conta', { max: ACCOUNT_LENGTH_MAX, isRequired: true });
  const branch = recebedor.text('agencia', { max: BRANCH_LENGTH_MAX });
  const tipoConta = recebedor.raw('tipoConta');
  const isType = typeof tipoConta === 'string' && ACCOUNT_TYPES.includes(tipoConta);
  if (!isType) {
    recebedor.refuse('tipoConta', `Informe ${ACCOUNT_TYPES.join(', ')}.`, tipoConta);
  }
  if (account === undefined || !isType) return undefined;
  return {
    ...(branch !== undefined && { agencia: branch }),
    conta: account,
    tipoConta,
  };
}

function readDebtorDetails(devedor: Fields): Record<string, string> {
  const details = { email: readEmail(devedor), ...readAddress(devedor) };
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  );
}
