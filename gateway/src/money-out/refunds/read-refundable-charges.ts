import type { Charge, TransactionKey } from '#src/charges/charge.ts';
import { type ChargeToRefund, lockChargesToRefund } from '#src/charges/refund-charges.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { withAllocations } from './read-refunds.ts';
import type { Refund } from './refund.ts';
import { selectRefundsOf } from './refund-read-store.ts';

/** A paid charge with the sums of its refunds. Each accepted refund is added to these sums. */
export interface RefundableCharge {
  readonly charge: Charge;
  readonly isSandbox: boolean;
  /** The sum of pending refunds. */
  refunding: Centavos;
  /** The sum that its disputes claim or have returned to the payer. */
  disputed: Centavos;
  /** The sum of pending and done refunds that the recipients take part in, and of disputes. */
  divided: Centavos;
  /** The parts of pending and done refunds and of disputes that each recipient bears, summed. */
  readonly returned: Map<string, Centavos>;
}

/** The amount of a charge, in centavos, that can still be refunded or contested. */
export function leftOf({ charge, refunding, disputed }: RefundableCharge): Centavos {
  return centavos(charge.amount - charge.refunded - refunding - disputed);
}

/** Locks charges, and returns them with the sums of their refunds, by the charge's id. */
export async function lockRefundableCharges(
  tx: Transaction,
  keys: readonly TransactionKey[],
): Promise<ReadonlyMap<string, RefundableCharge>> {
  const charges = await lockChargesToRefund(tx, keys);
  const divided = charges
    .map(({ charge }) => charge)
    .filter(({ splits, refundCount }) => splits.length > 0 && refundCount > 0);
  const rows = divided.length > 0 ? await selectRefundsOf(tx, { keys: divided }) : [];
  const refunds = await withAllocations(tx, rows);
  const byCharge = Map.groupBy(refunds, ({ chargeId }) => chargeId);
  return new Map(charges.map((locked) => [locked.charge.id, refundableOf(locked, byCharge)]));
}

function refundableOf(
  { charge, isSandbox, refunding }: ChargeToRefund,
  byCharge: ReadonlyMap<string, readonly Refund[]>,
): RefundableCharge {
  const refunds = byCharge.get(charge.id) ?? [];
  const counted = refunds.filter(
    ({ status, merchantAbsorbs }) => status !== 'failed' && !merchantAbsorbs,
  );
  const returned = new Map(
    charge.splits.map(({ recipientId, disputed }) => [recipientId, disputed]),
  );
  for (const { recipientId, amount } of counted.flatMap(({ allocations }) => allocations)) {
    returned.set(recipientId, centavos((returned.get(recipientId) ?? 0n) + amount));
  }
  const { disputed } = charge;
  const divided = centavos(counted.reduce((sum, { amount }) => sum + amount, disputed as bigint));
  return { charge, isSandbox, refunding, disputed, divided, returned };
}
