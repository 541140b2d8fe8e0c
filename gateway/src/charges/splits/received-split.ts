import { isoTime } from '#src/ground/clock.ts';
import { instantOfId } from '#src/ground/ids.ts';
import { basisPoints, percentageFromBasisPoints } from '#src/ground/money/basis-points.ts';
import type { SplitStatus } from './split.ts';

/** A range of charge ids; the upper end is exclusive. */
export interface IdRange {
  readonly fromId: string;
  readonly beforeId: string;
}

/** The filters of a list of received shares. */
export interface ReceivedSplitFilter extends IdRange {
  readonly status: string | undefined;
  readonly chargeId?: string | undefined;
}

/** A share as its recipient sees it. Amounts in centavos, the instant in milliseconds. */
export interface ReceivedSplit {
  readonly chargeId: string;
  /** Null for a fixed share. */
  readonly basisPoints: bigint | null;
  readonly amount: bigint;
  readonly refunded: bigint;
  /** The part that disputes of the payment block or have returned to the payer. */
  readonly disputed: bigint;
  readonly status: SplitStatus;
  readonly externalId: string | null;
  readonly utm: Readonly<Record<string, string>> | null;
  readonly originUsername: string;
  readonly originName: string;
  readonly paidAt: number | null;
}

/** A share in a list, with the part that waits for its settlement now. */
export interface ListedSplit extends ReceivedSplit {
  /** In `pending_settlement`, in centavos. */
  readonly pending: bigint;
  /** The day at Brasília on which its last part becomes available; null when nothing waits. */
  readonly availableOn: string | null;
}

/** The shares of one origin in a period. Amounts in centavos. */
export interface OriginSum {
  readonly username: string;
  readonly name: string;
  readonly count: bigint;
  readonly paid: bigint;
  readonly pending: bigint;
}

/** A share as webhooks show it to its recipient. */
export function receivedSplitView(share: ReceivedSplit) {
  return {
    type: 'split' as const,
    charge_id: share.chargeId,
    origin: { username: share.originUsername, name: share.originName },
    percentage:
      share.basisPoints === null ? null : percentageFromBasisPoints(basisPoints(share.basisPoints)),
    amount: Number(share.amount),
    refunded_amount: Number(share.refunded),
    disputed_amount: Number(share.disputed),
    status: share.status,
    external_id: share.externalId,
    utm: share.utm,
    created_at: isoTime(instantOfId(share.chargeId)),
    paid_at: share.paidAt === null ? null : isoTime(share.paidAt),
  };
}

/** A share as the lists of the API and of the panel show it to its recipient. */
export function listedSplitView(share: ListedSplit) {
  return {
    ...receivedSplitView(share),
    pending_amount: Number(share.pending),
    available_on: share.availableOn,
  };
}
