import type { AgreedFee } from '#src/accounts/merchants/merchant.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import {
  type BasisPoints,
  fractionOfShare,
  percentageFromBasisPoints,
} from '#src/ground/money/basis-points.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { TransactionKey } from './charge.ts';
import { divideCharge } from './divide-charge.ts';
import type { RequestedDue } from './due/plan-due.ts';
import { type ChangePreview, type ChangePreviewDeps, previewChange } from './due/preview-change.ts';
import { previewDue } from './due/preview-due.ts';
import { findRecipients, recipientIds } from './splits/resolve-recipients.ts';
import { parseSplits, type RequestedSplit } from './splits/split.ts';

/** A charge whose fee and shares are computed, and which is not created. */
export interface SplitToPreview {
  readonly origin: Merchant;
  readonly amount: Centavos;
  /** Not checked yet. */
  readonly split: unknown;
  /** Missing for a charge without a due date. */
  readonly due?: RequestedDue | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Computes the fee and the shares of a charge without creating it. Refuses what its creation
 * refuses: the rules of `parseSplits`, `username_not_found`, `split_exceeds_net`,
 * `amount_too_small` and the rules of `planDue`. With a due date the answer also has the smallest
 * and the largest payment that some day can bring.
 */
export async function previewSplit(
  database: Queryable,
  { origin, amount, split, due, now }: SplitToPreview,
) {
  const splits = parseSplits(split, origin);
  recipientIds(splits, await findRecipients(database, splits));
  const division = { feePlan: origin.feePlan, splits };
  const preview = previewOf(amount, division);
  if (due === undefined) return preview;
  return withEnds(preview, { division, ...previewDue(due, { amount, division, now }) });
}

/**
 * Computes the fee and the shares of a charge with a due date after a change, without making it.
 * Refuses what `previewChange` refuses.
 */
export async function previewChangedSplit(
  deps: ChangePreviewDeps,
  key: TransactionKey,
  rules: Readonly<Record<string, unknown>>,
) {
  const change = await previewChange(deps, key, rules);
  return withEnds(previewOf(change.original, change.division), change);
}

/** A preview with the smallest and the largest payment of its charge, and what is paid each day. */
function withEnds(
  preview: SplitPreview,
  { division, smallest, largest, days }: Omit<ChangePreview, 'original'>,
) {
  return {
    ...preview,
    smallest: previewOf(smallest, division),
    largest: previewOf(largest, division),
    days,
  };
}

/** Checks a split without an amount. Refuses what `parseSplits` and `recipientIds` refuse. */
export async function checkSplit(
  database: Queryable,
  origin: Merchant,
  split: unknown,
): Promise<void> {
  const splits = parseSplits(split, origin);
  recipientIds(splits, await findRecipients(database, splits));
}

export type SplitPreview = ReturnType<typeof previewOf>;

/**
 * The fee, each share and the origin's part of an amount, with the exact fraction of a centavo that
 * each rounding leaves with the origin. Refuses `split_exceeds_net` and `amount_too_small`.
 */
export function previewOf(
  amount: Centavos,
  { feePlan, splits }: { feePlan: AgreedFee; splits: readonly RequestedSplit[] },
) {
  const { fee, shares, origin } = divideCharge(amount, { feePlan, splits });
  return {
    amount: centavosToJson(amount),
    fee_amount: centavosToJson(fee),
    fee_fraction_lost: fractionLost(amount, feePlan.feeRate),
    split: splits.map(({ username, rate }, index) => ({
      username,
      percentage: rate === null ? null : percentageFromBasisPoints(rate),
      amount: Number(shares[index]),
      fraction_lost: fractionLost(amount, rate),
    })),
    origin_amount: centavosToJson(origin),
  };
}

/** The lost fraction of a centavo with its four decimals; a fixed share loses none. */
function fractionLost(amount: Centavos, rate: BasisPoints | null): string {
  const lost = rate === null ? 0n : fractionOfShare(amount, rate);
  return `0.${lost.toString().padStart(4, '0')}`;
}
