import type { Transaction } from '#src/ground/database/database.ts';
import type { SubscriptionEvent } from './change-subscription.ts';

/**
 * Plans the mails to payers about events, in the transaction that writes the events; the room
 * `messages` implements it. All payers have an e-mail, and all subscriptions are in the bucket of
 * the transaction.
 */
export type TellPayers = (
  tx: Transaction,
  events: readonly SubscriptionEvent[],
  now: number,
) => Promise<void>;

/** Plans mails for the events whose payer has an e-mail. */
export async function tellPayersOf(
  tx: Transaction,
  events: readonly SubscriptionEvent[],
  { tellPayers, now }: { readonly tellPayers: TellPayers; readonly now: number },
): Promise<void> {
  const told = events.filter(({ state }) => state.subscription.payer.email !== null);
  if (told.length > 0) await tellPayers(tx, told, now);
}
