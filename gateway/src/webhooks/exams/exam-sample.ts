import { isoTime } from '#src/ground/clock.ts';
import { DAY_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { createId } from '#src/ground/ids.ts';

const AMOUNT = 9_990;
const FEE = 197;

/** A made-up charge, as the API shows a charge, for an exam without a charge of the merchant. */
export function sampleCharge(now: number): Readonly<Record<string, unknown>> {
  const id = createId(now);
  return {
    ...{ type: 'charge', internal_id: id, external_id: 'exame-de-webhook', status: 'pending' },
    ...{ amount: AMOUNT, fee_amount: FEE, net_amount: AMOUNT - FEE },
    qrcode: '00020101021226exame-de-webhook',
    qr_image_url: `/v1/pix/qrcode/${id}/image`,
    expires_at: isoTime(now + DAY_MS),
    created_at: isoTime(now - MINUTE_MS),
    payment_url: `/pagar/${id}`,
    public_qr_image_url: `/pagar/${id}/qr.png`,
    ...{ paid_at: null, end_to_end_id: null, client_id: null },
    payer: { name: 'Maria Silva', document: '12345678909', email: null },
    ...{ utm: null, split: [] },
  };
}
