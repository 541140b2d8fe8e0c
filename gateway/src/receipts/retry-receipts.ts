import type { ReceivingBank } from '#src/banking/live-bank.ts';
import { selectDueSetAside, selectFailures, setAside } from '#src/platform/set-aside.ts';
import { type BookNeeds, bookReceipts } from './book-receipts.ts';

const RETRIES_AT_ONCE = 20;

/**
 * Books payments again whose booking failed, as the bank lists them now.
 * @returns whether there may be more.
 */
export async function retryReceipts(
  needs: BookNeeds & { readonly receiving: ReceivingBank },
): Promise<boolean> {
  const { database, clock } = needs;
  const now = clock.now();
  const ids = await selectDueSetAside(database, 'receipt', { now, limit: RETRIES_AT_ONCE });
  for (const id of ids) {
    const outcome = await needs.receiving.findReceived(id);
    if (outcome.kind === 'done' && outcome.value) {
      await bookReceipts(needs, [outcome.value]);
      continue;
    }
    const failures = (await selectFailures(database, 'receipt', [id])).get(id) ?? 1;
    const error = new Error(`the bank does not tell of the payment (${outcome.kind})`);
    await setAside(database, { kind: 'receipt', id, failures, error }, clock.now());
  }
  return ids.length === RETRIES_AT_ONCE;
}
