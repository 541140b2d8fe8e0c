import type { ReceivingBank } from '#src/bank/live-bank.ts';
import { reasonOfOutcome } from '#src/bank/outcome.ts';
import { setFailedAside } from '#src/ground/work/due-work.ts';
import { forgetSetAside, selectDueSetAside } from '#src/ground/work/set-aside.ts';
import { saveUnrequestedRefunds, type UnrequestedDeps } from './unrequested-refunds.ts';

const RETRIES_AT_ONCE = 20;

/**
 * Reads payments at the bank again whose refunds could not be read or saved, and saves the refunds
 * that this gateway did not request.
 * @returns whether more may be due.
 */
export async function retryBankRefunds(
  deps: UnrequestedDeps & { readonly receiving: Pick<ReceivingBank, 'findReceived'> },
): Promise<boolean> {
  const { database, clock } = deps;
  const due = { kind: 'bank_refund', now: clock.now(), limit: RETRIES_AT_ONCE } as const;
  const ids = await selectDueSetAside(database, due);
  for (const id of ids) {
    const outcome = await deps.receiving.findReceived(id);
    if (outcome.kind !== 'done') {
      const error = new Error(reasonOfOutcome(outcome));
      await setFailedAside(deps, { kind: 'bank_refund', id, error });
    } else if (outcome.value?.refunds.length) {
      await saveUnrequestedRefunds(deps, [outcome.value]);
    } else {
      await forgetSetAside(database, 'bank_refund', [id]);
    }
  }
  return ids.length === RETRIES_AT_ONCE;
}
