import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { selectLink } from './link-store.ts';
import { closedAt, type LinkKey } from './payment-link.ts';

/**
 * Why a link takes no subscription at an instant: `payment_link_not_found` or
 * `payment_link_closed`, also for one whose payers pay once; undefined when it takes one.
 */
export async function refusedByLink(
  database: Queryable,
  key: LinkKey,
  now: number,
): Promise<Refusal | undefined> {
  const link = await selectLink(database, key);
  if (!link) return new Refusal('payment_link_not_found');
  if (link.subscription === null) return new Refusal('payment_link_closed');
  const closed = closedAt({ ...link, hasDueDate: false }, now);
  return closed && new Refusal(closed);
}
