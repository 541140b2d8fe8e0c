import type { Static } from 'typebox';
import { isoTime } from '#src/ground/clock.ts';
import { percentageFromBasisPoints } from '#src/ground/money/basis-points.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { Charge, ChargeSplit, ChargeTexts, Renewal } from './charge.ts';
import type { ChargeRefund as ChargeRefundSchema } from './charge-refund.ts';
import { partsToJson } from './due/due-terms.ts';
import { dueView } from './due/due-view.ts';
import { paidPartsOf } from './due/paid-parts.ts';
import { addressView } from './due/payer-address.ts';

/** A refund as its charge shows it. */
export type ChargeRefund = Static<typeof ChargeRefundSchema>;

/** An amount of money in centavos, or the same as the JSON integer that is shown. */
type ShownAmount = Centavos | number;

type ShownAsItIs =
  | 'id'
  | 'externalId'
  | 'status'
  | 'qrcode'
  | 'createdAt'
  | 'expiresAt'
  | 'paidAt'
  | 'endToEndId'
  | 'clientId'
  | 'payer'
  | 'utm'
  | 'linkId'
  | 'due'
  | 'disputeCount';

/** A charge as the API shows it. */
export interface ShownCharge extends Pick<Charge, ShownAsItIs | keyof ChargeTexts> {
  readonly amount: ShownAmount;
  /** As in `Charge`; zero too stands for none. */
  readonly expected?: ShownAmount;
  readonly fee: ShownAmount;
  readonly splits: readonly Pick<ChargeSplit, 'username' | 'rate' | 'amount' | 'status'>[];
  readonly renewal: Pick<Renewal, 'from'> | null;
  readonly refunded: ShownAmount;
  readonly disputed: ShownAmount;
}

/** A charge that was read to be shown, without its refunds. */
export interface ListedCharge extends Record<string, unknown> {
  /** The index of the page or of the key that it was read for. */
  readonly index: number;
  readonly splitCount: number;
  readonly refundCount: number;
  readonly charge: ShownCharge;
  /** Whether a change waits for the bank: what the bank asks the payer for is not known. */
  readonly isChanging: boolean;
}

/** A charge of a page: one that is shown by its columns alone is JSON already. */
export type PageCharge = ListedCharge | WrittenCharge;
export interface WrittenCharge extends Record<string, unknown> {
  /** The index of the page. */
  readonly index: number;
  readonly id: string;
  readonly json: string;
}

export function isWritten(row: PageCharge): row is WrittenCharge {
  return 'json' in row;
}

/**
 * The charge as its creation answers it: exactly the ten fields of the specification, and `due` for
 * a charge with a due date. `now` is in milliseconds; what is payable is shown of a pending charge.
 */
export function chargeCreated(charge: ShownCharge, now: number) {
  const amount = shownAmount(charge.amount);
  const fee = shownAmount(charge.fee);
  return {
    internal_id: charge.id,
    external_id: charge.externalId,
    status: charge.status,
    amount,
    fee_amount: fee,
    net_amount: amount - fee,
    qrcode: charge.qrcode,
    qr_image_url: `/v1/pix/qrcode/${charge.id}/image`,
    expires_at: isoTime(charge.expiresAt),
    created_at: isoTime(charge.createdAt),
    ...(charge.due && {
      due: dueView(charge.due, { isPending: charge.status === 'pending', now }),
    }),
  };
}

/**
 * The charge as reads, lists and webhooks show it; refunds and the contested amount are shown from
 * the first refund and the first dispute on. `now` is needed for pending charges only.
 */
export function chargeDetails(charge: ShownCharge, refunds: readonly ChargeRefund[] = [], now = 0) {
  const paid = paidPartsOf(charge);
  return {
    type: 'charge' as const,
    ...chargeCreated(charge, now),
    ...(paid && partsToJson(paid)),
    payment_url: `/pagar/${charge.id}`,
    public_qr_image_url: `/pagar/${charge.id}/qr.png`,
    paid_at: charge.paidAt === null ? null : isoTime(charge.paidAt),
    end_to_end_id: charge.endToEndId,
    client_id: charge.clientId,
    description: charge.description,
    payer: charge.due?.address
      ? { ...charge.payer, address: addressView(charge.due.address) }
      : charge.payer,
    utm: charge.utm,
    split: charge.splits.map((split) => ({
      username: split.username,
      percentage: split.rate === null ? null : percentageFromBasisPoints(split.rate),
      amount: centavosToJson(split.amount),
      status: split.status,
    })),
    ...(charge.due?.cycle && { subscription_id: charge.due.cycle.subscription }),
    ...(charge.linkId !== null && { payment_link_id: charge.linkId }),
    ...(charge.renewal && { renewed_from: charge.renewal.from }),
    ...(refunds.length > 0 && { refunded_amount: shownAmount(charge.refunded), refunds }),
    ...(charge.disputeCount > 0 && { disputed_amount: shownAmount(charge.disputed) }),
  };
}

export type ChargeDetails = ReturnType<typeof chargeDetails>;

function shownAmount(amount: ShownAmount): number {
  return typeof amount === 'number' ? amount : centavosToJson(amount);
}
