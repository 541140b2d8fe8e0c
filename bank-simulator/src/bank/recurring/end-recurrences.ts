import type { Canceler, Recurrence, RecurringCharge } from '../../state/records.ts';
import { type Bank, now } from '../bank.ts';
import { cancelCharge, isOpen, mayPayerCancel, mayReceiverCancel } from './cancel-charges.ts';
import { closeCharge, openAttemptOf } from './move-charges.ts';
import { moveRecurrence, refuseEnded } from './recurrences.ts';
import { activeSolicitationOf, endSolicitation } from './solicitations.ts';

const BY_CANCELED_RECURRENCE = 'CCLD';

/**
 * Cancels a recurrence, what asks the payer about it, and those of its open charges that can still
 * be canceled. Throws BankRefusal.
 */
export function cancelRecurrence(
  bank: Bank,
  recurrence: Recurrence,
  { by, code }: { readonly by: Canceler; readonly code: string },
): Recurrence {
  refuseEnded(recurrence);
  const at = now(bank);
  const isReceiver = by === 'USUARIO_RECEBEDOR' || by === 'PSP_RECEBEDOR';
  const mayCancel = isReceiver ? mayReceiverCancel : mayPayerCancel;
  return bank.state.transaction(() => {
    endActiveSolicitation(bank, recurrence, at);
    const closing = { kind: 'cancelamento', by, code } as const;
    const canceled = moveRecurrence(bank, recurrence, { status: 'CANCELADA', at, closing });
    for (const charge of openChargesOf(bank, recurrence)) {
      if (mayCancel(charge, at)) {
        cancelCharge(bank, charge, { at, by, code: BY_CANCELED_RECURRENCE });
      } else if (openAttemptOf(charge) === undefined) {
        // No new attempt can be requested any more.
        closeCharge(bank, charge, { status: 'EXPIRADA', at });
      }
    }
    return canceled;
  });
}

/** A recurrence ends after its last day; its open charges stay. Call it in a transaction. */
export function expireRecurrence(bank: Bank, recurrence: Recurrence, at: number): void {
  endActiveSolicitation(bank, recurrence, at);
  moveRecurrence(bank, recurrence, { status: 'EXPIRADA', at });
}

function endActiveSolicitation(bank: Bank, { id }: Recurrence, at: number): void {
  const solicitation = activeSolicitationOf(bank, id);
  if (solicitation !== undefined) endSolicitation(bank, solicitation, 'CANCELADA', at);
}

function openChargesOf({ state }: Bank, { id }: Recurrence): RecurringCharge[] {
  return state.recurringCharges
    .values()
    .filter((charge) => charge.recurrenceId === id && isOpen(charge));
}
