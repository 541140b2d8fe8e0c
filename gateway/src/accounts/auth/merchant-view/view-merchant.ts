import type { Actor } from '#src/ground/access/actor.ts';
import type { Operator } from '#src/ground/access/member-of-request.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { findMerchant, findMerchantById } from '../../merchants/find-merchant.ts';
import { closeView, openView, selectView } from './merchant-view-store.ts';

const VIEW_MS = 30 * MINUTE_MS;

/** An operator's view of a merchant's panel; ends at an instant (milliseconds). */
export interface MerchantView {
  readonly merchant: Merchant;
  readonly expiresAt: number;
}

/**
 * Lets an operator's session read a merchant's panel with the role `viewer` for 30 minutes; an
 * earlier view of the session ends. The audit log of the merchant's account records it.
 * Refuses `merchant_not_found`.
 */
export async function beginView(
  { database, clock }: DatabaseAndClock,
  { username, sessionId, by }: { username: string; sessionId: string; by: Actor },
): Promise<MerchantView> {
  const merchant = await findMerchant(database, username);
  const { merchantId } = merchant;
  const now = clock.now();
  const expiresAt = now + VIEW_MS;
  await database.transaction(async (tx) => {
    openView(tx, { sessionId, merchantId, expiresAt, now });
    recordChange(tx, by, { action: 'merchant.viewed', merchantId, subject: username }, now);
  });
  return { merchant, expiresAt };
}

/** Ends the view of an operator's session, if it has one. */
export async function endView({ database }: DatabaseAndClock, sessionId: string): Promise<void> {
  await database.transaction((tx) => closeView(tx, { sessionId }));
}

/** The merchant that an operator's session sees now; undefined for none. */
export async function readView(
  { database, clock }: DatabaseAndClock<Queryable>,
  { sessionId }: Operator,
): Promise<MerchantView | undefined> {
  const view = await selectView(database, { sessionId, now: clock.now() });
  const merchant = view && (await findMerchantById(database, view.merchantId));
  return merchant && { merchant, expiresAt: view.expiresAt };
}
