import type { Transaction } from '#src/ground/database/database.ts';
import type { StoryEvent } from './change-story.ts';

/**
 * Plans the mails to payers about events, in the transaction that writes the events; a room above
 * does it. All subscriptions have an address and are in the bucket of the transaction.
 */
export type TellPayers = (
  tx: Transaction,
  events: readonly StoryEvent[],
  now: number,
) => Promise<void>;

/** Has the payers told who have an address. */
export async function tellPayersOf(
  tx: Transaction,
  events: readonly StoryEvent[],
  { tellPayers, now }: { readonly tellPayers: TellPayers; readonly now: number },
): Promise<void> {
  const told = events.filter(({ story }) => story.subscription.payer.email !== null);
  if (told.length > 0) await tellPayers(tx, told, now);
}
