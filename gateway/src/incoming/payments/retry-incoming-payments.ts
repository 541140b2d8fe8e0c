import type { ReceivingBank } from '#src/bank/live-bank.ts';
import { selectDueSetAside, selectFailures, setAside } from '#src/ground/work/set-aside.ts';
import { type RecordDeps, recordIncomingPayments } from './record-incoming-payments.ts';

const RETRIES_AT_ONCE = 20;

/**
 * Reads payments whose booking failed at the bank again, and books them.
 * @returns whether more may be due.
 */
export async function retryIncomingPayments(
  deps: RecordDeps & { readonly receiving: ReceivingBank },
): Promise<boolean> {
  const { database, clock } = deps;
  const now = clock.now();
  const due = { kind: 'incoming_payment', now, limit: RETRIES_AT_ONCE } as const;
  const ids = await selectDueSetAside(database, due);
  for (const id of ids) {
    const outcome = await deps.receiving.findReceived(id);
    if (outcome.kind === 'done' && outcome.value) {
      await recordIncomingPayments(deps, [outcome.value]);
      continue;
    }
    const failures = (await selectFailures(database, 'incoming_payment', [id])).get(id) ?? 1;
    const error = new Error(`the bank did not return the payment (${outcome.kind})`);
    await setAside(database, { kind: 'incoming_payment', id, failures, error }, clock.now());
  }
  return ids.length === RETRIES_AT_ONCE;
}
