import { ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import type { EventForm } from '#src/webhooks/event-bodies.ts';
import type { FormOfEvent } from '#src/webhooks/webhook-event.ts';
import type { Charge } from './charge.ts';
import { type ChargeRow, selectCharges } from './charge-store.ts';
import { chargeDetails } from './charge-view.ts';
import { chargeFromRow } from './read-charges.ts';

const VERSION = 1;

/**
 * The form of the event of a charge that was just paid; undefined if its body must be stored. The
 * terms of a due date and the shares of splits change after the payment. Of every other charge only
 * what `asPaid` sets back changes, and the payer's data by an erasure, which stores the body.
 */
export function formOfPaid(
  charge: Charge,
  { split_count: splitCount }: Pick<ChargeRow, 'split_count'>,
): FormOfEvent | undefined {
  const isPlain = splitCount === 0n && charge.due === null && charge.expected === undefined;
  if (!isPlain) return undefined;
  return { version: VERSION, amount: charge.amount, externalId: charge.externalId };
}

/** The events of payments of charges that `formOfPaid` has chosen. */
export const paidEventForm: EventForm = {
  kind: 'deposit.paid',
  version: VERSION,
  async read(database, resources) {
    const rows = await selectCharges(database, resources);
    return new Map(rows.map((row) => [row.id, chargeDetails(asPaid(chargeFromRow(row, [])))]));
  },
};

/** The charge as it was when its payment was booked, before refunds and disputes. */
function asPaid(charge: Charge): Charge {
  return {
    ...charge,
    status: 'paid',
    refunded: ZERO_CENTAVOS,
    refundCount: 0,
    disputed: ZERO_CENTAVOS,
    disputeCount: 0,
  };
}
