import type { ReceivingBank } from '#src/banking/live-bank.ts';
import { selectDueSetAside, selectFailures, setAside } from '#src/platform/work/set-aside.ts';
import { type RecordDeps, recordIncomingPayments } from './record-incoming-payments.ts';

const RETRIES_AT_ONCE = 20;

/**
 * Books payments again whose booking failed, as the bank lists them now.
 * @returns whether there may be more.
 */
export async function retryIncomingPayments(
  deps: RecordDeps & { readonly receiving: ReceivingBank },
): Promise<boolean> {
  const { database, clock } = deps;
  const now = clock.now();
  const ids = await selectDueSetAside(database, 'incoming_payment', {
    now,
    limit: RETRIES_AT_ONCE,
  });
  for (const id of ids) {
    const outcome = await deps.receiving.findReceived(id);
    if (outcome.kind === 'done' && outcome.value) {
      await recordIncomingPayments(deps, [outcome.value]);
      continue;
    }
    const failures = (await selectFailures(database, 'incoming_payment', [id])).get(id) ?? 1;
    const error = new Error(`the bank does not tell of the payment (${outcome.kind})`);
    await setAside(database, { kind: 'incoming_payment', id, failures, error }, clock.now());
  }
  return ids.length === RETRIES_AT_ONCE;
}
