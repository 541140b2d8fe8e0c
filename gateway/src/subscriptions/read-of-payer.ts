import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { ID_MAX, ID_MIN } from '#src/ground/ids.ts';
import { readSubscriptions } from './read-subscriptions.ts';
import type { SubscriptionState } from './subscription.ts';

const AT_ONCE = 500;

/** The subscriptions of a payer by the document, newest first, up to a number. */
export async function readOfPayer(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { document, max }: { readonly document: string; readonly max: number },
): Promise<SubscriptionState[]> {
  const found: SubscriptionState[] = [];
  let beforeId: string | null = ID_MAX;
  while (beforeId !== null && found.length < max) {
    const { rows, next }: { rows: readonly SubscriptionState[]; next: string | null } =
      await readSubscriptions(database, {
        merchantId,
        environment,
        beforeId,
        fromId: ID_MIN,
        untilId: ID_MAX,
        status: null,
        reference: null,
        linkId: null,
        document,
        limit: Math.min(AT_ONCE, max - found.length),
      });
    found.push(...rows);
    beforeId = next;
  }
  return found;
}
