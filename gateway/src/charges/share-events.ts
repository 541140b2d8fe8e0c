import type { NewEvent } from '#src/webhooks/webhook-event.ts';
import type { Charge } from './charge.ts';
import type { ChangedSplitRow } from './charge-split-store.ts';
import { receivedSplitView } from './splits/received-split.ts';

/** A share that was just changed, with the columns that its recipient's event shows. */
export type ChangedShare = ChangedSplitRow;

/**
 * The events for recipients whose shares of a charge were just changed. They show the same as the
 * panel: the origin, but no data of the payer.
 */
export function shareEvents(
  kind: 'split.received' | 'split.refunded' | 'split.disputed',
  { id, environment, externalId, utm, paidAt }: Charge,
  shares: readonly ChangedSplitRow[],
): NewEvent[] {
  return shares.map((share) => ({
    kind,
    merchantId: share.recipient_id,
    environment,
    resourceId: id,
    sequence: Number(share.event_count),
    data: receivedSplitView({
      chargeId: id,
      basisPoints: share.basis_points,
      amount: share.amount_centavos,
      refunded: share.refunded_centavos,
      disputed: share.disputed_centavos,
      status: share.status,
      externalId,
      utm,
      originUsername: share.origin_username,
      originName: share.origin_name,
      paidAt,
    }),
    audience: { kind: 'endpoints' },
  }));
}
