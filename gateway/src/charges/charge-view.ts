import type { Static } from 'typebox';
import { isoTime } from '#src/ground/clock.ts';
import { percentageFromBasisPoints } from '#src/ground/money/basis-points.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { Charge } from './charge.ts';
import type { ChargeRefund as ChargeRefundSchema } from './charge-refund-schemas.ts';

/** A refund as its charge shows it. */
export type ChargeRefund = Static<typeof ChargeRefundSchema>;

/** The charge as its creation answers it: exactly the ten fields of the specification. */
export function chargeCreated(charge: Charge) {
  return {
    internal_id: charge.id,
    external_id: charge.externalId,
    status: charge.status,
    amount: centavosToJson(charge.amount),
    fee_amount: centavosToJson(charge.fee),
    net_amount: centavosToJson(centavos(charge.amount - charge.fee)),
    qrcode: charge.qrcode,
    qr_image_url: `/v1/pix/qrcode/${charge.id}/image`,
    expires_at: isoTime(charge.expiresAt),
    created_at: isoTime(charge.createdAt),
  };
}

/**
 * The charge as reads, lists and webhooks show it; refunds and the contested amount are shown from
 * the first refund and the first dispute on.
 */
export function chargeDetails(charge: Charge, refunds: readonly ChargeRefund[] = []) {
  return {
    type: 'charge' as const,
    ...chargeCreated(charge),
    payment_url: `/pagar/${charge.id}`,
    public_qr_image_url: `/pagar/${charge.id}/qr.png`,
    paid_at: charge.paidAt === null ? null : isoTime(charge.paidAt),
    end_to_end_id: charge.endToEndId,
    client_id: charge.clientId,
    description: charge.description,
    payer: charge.payer,
    utm: charge.utm,
    split: charge.splits.map((split) => ({
      username: split.username,
      percentage: split.rate === null ? null : percentageFromBasisPoints(split.rate),
      amount: centavosToJson(split.amount),
      status: split.status,
    })),
    ...(charge.linkId !== null && { payment_link_id: charge.linkId }),
    ...(charge.renewal && { renewed_from: charge.renewal.from }),
    ...(refunds.length > 0 && { refunded_amount: centavosToJson(charge.refunded), refunds }),
    ...(charge.disputeCount > 0 && { disputed_amount: centavosToJson(charge.disputed) }),
  };
}

export type ChargeDetails = ReturnType<typeof chargeDetails>;
