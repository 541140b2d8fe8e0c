import { dayAt } from '../../calendar.ts';
import { createRecurrenceId } from '../../identifiers.ts';
import type {
  Recurrence,
  Solicitation,
  SolicitationStatus,
  SolicitationTarget,
} from '../../state/records.ts';
import { isCnpj, isCpf } from '../../tax-id.ts';
import { type Bank, now } from '../bank.ts';
import { BankRefusal, refuseField } from '../refusal.ts';
import { saveRecurring, without } from './agenda.ts';
import { SOLICITATION_REJECTIONS } from './codes.ts';
import { findRecurrence, moveRecurrence } from './recurrences.ts';

const INVALID = 'solicitationInvalid';
const ACTIVE: readonly SolicitationStatus[] = ['CRIADA', 'ENVIADA', 'RECEBIDA'];
const REFUSED_BY_BANK = 'AP14';

export interface SolicitationOrder {
  readonly recurrenceId: string;
  readonly expiresAt: number;
  readonly target: SolicitationTarget;
}

/** `POST /solicrec`: asks the payer's bank (journey 1). Throws BankRefusal. */
export function createSolicitation(bank: Bank, order: SolicitationOrder): Solicitation {
  const recurrence = findRecurrence(bank, order.recurrenceId);
  const createdAt = now(bank);
  checkOrder(bank, order, recurrence);
  const solicitation: Solicitation = {
    ...order,
    id: createRecurrenceId('SC', dayAt(createdAt)),
    status: 'CRIADA',
    steps: [{ status: 'CRIADA', at: createdAt }],
    createdAt,
    nextAt: Math.min(createdAt + bank.settings.messageDelayMs, order.expiresAt),
  };
  bank.state.transaction(() => save(bank, solicitation));
  return solicitation;
}

function checkOrder(bank: Bank, order: SolicitationOrder, { id, status }: Recurrence): void {
  const { cpf, cnpj } = order.target;
  if ((cpf !== undefined && !isCpf(cpf)) || (cnpj !== undefined && !isCnpj(cnpj))) {
    const reason = 'O objeto solicrec.destinatario tem um documento inválido';
    throw refuseField(INVALID, 'solicrec.destinatario', reason);
  }
  if (order.expiresAt <= now(bank)) {
    const name = 'solicrec.calendario.dataExpiracaoSolicitacao';
    const reason = `O campo ${name} é anterior à data de criação da solicitação da recorrência`;
    throw refuseField(INVALID, name, reason);
  }
  if (status !== 'CRIADA') {
    const reason = `A recorrência está ${status}`;
    throw refuseField(INVALID, 'solicrec.idRec', reason);
  }
  if (activeSolicitationOf(bank, id) !== undefined) {
    const reason = 'Existe uma solicitação ativa referente ao mesmo solicrec.idRec';
    throw refuseField(INVALID, 'solicrec.idRec', reason);
  }
}

export function findSolicitation(bank: Bank, id: string): Solicitation {
  const solicitation = bank.state.solicitations.get(id);
  if (solicitation !== undefined) return solicitation;
  const message = 'Nenhuma solicitação de recorrência encontrada para o idSolicRec informado';
  throw new BankRefusal('solicitationNotFound', message);
}

/** The solicitation of a recurrence that waits for an answer, if there is one. */
export function activeSolicitationOf(bank: Bank, recurrenceId: string): Solicitation | undefined {
  return bank.state.solicitations
    .values()
    .find((one) => one.recurrenceId === recurrenceId && ACTIVE.includes(one.status));
}

/** `PATCH /solicrec/{idSolicRec}`: cancels a solicitation. Throws BankRefusal. */
export function cancelSolicitation(bank: Bank, id: string): Solicitation {
  const solicitation = findSolicitation(bank, id);
  if (!ACTIVE.includes(solicitation.status)) {
    const reason = 'Não é possível cancelar uma solicitação de recorrência com o status diferente';
    throw refuseField(INVALID, 'solicrec.status', `${reason} de CRIADA, ENVIADA ou RECEBIDA`);
  }
  const at = now(bank);
  const { withdrawalDelayMs } = bank.settings;
  return bank.state.transaction(() => {
    if (withdrawalDelayMs === 0) return endSolicitation(bank, solicitation, 'CANCELADA', at);
    const withdrawnAt = solicitation.withdrawnAt ?? at + withdrawalDelayMs;
    const withdrawn = { ...solicitation, withdrawnAt };
    const { nextAt = solicitation.expiresAt } = solicitation;
    const row: Solicitation = { ...withdrawn, nextAt: Math.min(nextAt, endOf(withdrawn)) };
    save(bank, row);
    return row;
  });
}

/** When a solicitation ends without an answer of the payer. */
function endOf({ expiresAt, withdrawnAt = expiresAt }: Solicitation): number {
  return Math.min(expiresAt, withdrawnAt);
}

/** Ends a solicitation. Call it in a transaction. */
export function endSolicitation(
  bank: Bank,
  solicitation: Solicitation,
  status: 'REJEITADA' | 'ACEITA' | 'EXPIRADA' | 'CANCELADA',
  at: number,
): Solicitation {
  const ended = without(step(solicitation, status, at), 'nextAt');
  save(bank, ended);
  return ended;
}

/**
 * Sends a solicitation to the payer's bank, which receives or refuses it; at its end it expires.
 * Call it in a transaction.
 */
export function advanceSolicitation(bank: Bank, solicitation: Solicitation, at: number): void {
  const { status, withdrawnAt = Number.POSITIVE_INFINITY } = solicitation;
  const end = endOf(solicitation);
  if (at >= end) {
    endSolicitation(bank, solicitation, at >= withdrawnAt ? 'CANCELADA' : 'EXPIRADA', at);
  } else if (status === 'CRIADA') {
    const nextAt = Math.min(at + bank.settings.messageDelayMs, end);
    save(bank, { ...step(solicitation, 'ENVIADA', at), nextAt });
  } else {
    const [fault] = bank.faults.take('deliverSolicitation', ['rejected']);
    if (fault) rejectSolicitation(bank, solicitation, { at, code: fault.code ?? REFUSED_BY_BANK });
    else save(bank, { ...step(solicitation, 'RECEBIDA', at), nextAt: end });
  }
}

/** The payer's bank rejects the recurrence, or the solicitation alone: another one may follow. */
function rejectSolicitation(
  bank: Bank,
  solicitation: Solicitation,
  { at, code }: { readonly at: number; readonly code: string },
): void {
  const isAlone = SOLICITATION_REJECTIONS.includes(code);
  const rejected = isAlone ? { ...solicitation, reason: code } : solicitation;
  endSolicitation(bank, rejected, 'REJEITADA', at);
  if (isAlone) return;
  const recurrence = findRecurrence(bank, solicitation.recurrenceId);
  const closing = { kind: 'rejeicao', code } as const;
  moveRecurrence(bank, recurrence, { status: 'REJEITADA', at, closing });
}

function step(solicitation: Solicitation, status: SolicitationStatus, at: number): Solicitation {
  return { ...solicitation, status, steps: [...solicitation.steps, { status, at }] };
}

function save(bank: Bank, row: Solicitation): void {
  saveRecurring(bank, { kind: 'solicitation', row });
}
