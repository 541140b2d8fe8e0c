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
  /** What disputes of the payment block of it, or have returned to the payer. */
  readonly disputed: bigint;
  readonly status: SplitStatus;
  readonly externalId: string | null;
  readonly utm: Readonly<Record<string, string>> | null;
  readonly originUsername: string;
  readonly originName: string;
  readonly paidAt: number | null;
}

/** A share in a list, with what of it waits for its settlement now. */
export interface ListedSplit extends ReceivedSplit {
  /** In `pending_settlement`, in centavos. */
  readonly pending: bigint;
  /** The day at Brasília on which the last of it becomes available; null when nothing waits. */
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
export function receivedSplitView(one: ReceivedSplit) {
  return {
    type: 'split' as const,
    charge_id: one.chargeId,
    origin: { username: one.originUsername, name: one.originName },
    percentage:
      one.basisPoints === null ? null : percentageFromBasisPoints(basisPoints(one.basisPoints)),
    amount: Number(one.amount),
    refunded_amount: Number(one.refunded),
    disputed_amount: Number(one.disputed),
    status: one.status,
    external_id: one.externalId,
    utm: one.utm,
    created_at: isoTime(instantOfId(one.chargeId)),
    paid_at: one.paidAt === null ? null : isoTime(one.paidAt),
  };
}

/** A share as the lists of the API and of the panel show it to its recipient. */
export function listedSplitView(one: ListedSplit) {
  return {
    ...receivedSplitView(one),
    pending_amount: Number(one.pending),
    available_on: one.availableOn,
  };
}
