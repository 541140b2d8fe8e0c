import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const RECORDED_AT = '2026-11-20T12:45:01.234Z';

/** The row of a charge that was paid, and then refunded and contested in part. */
const CHARGE = {
  environment: 'test',
  id: '01a1f8f8-8901-7000-8000-0000000000aa',
  external_id: 'pedido "7"',
  status: 'partially_refunded',
  amount_centavos: 123_456,
  fee_centavos: 1_234,
  payer_name: 'José “Zé” d’Ávila',
  payer_document: '12345678909',
  payer_email: 'jose@example.com',
  utm: { utm_source: 'insta', utm_medium: 'é' },
  qrcode: '00020101021226800014br.gov.bcb.pix6304ABCD',
  split_count: 0,
  event_count: 3,
  created_at: '2026-11-20T12:40:00.001Z',
  expires_at: '2026-11-21T12:40:00.001Z',
  is_simulated: false,
  paid_at: '2026-11-20T12:44:59.999Z',
  booked_at: RECORDED_AT,
  end_to_end_id: 'E99999999202611201244AbCdEfGhIjK',
  refund_count: 1,
  refunding_centavos: 0,
  refunded_centavos: 1_000,
  dispute_count: 1,
  disputed_centavos: 500,
  client_id: 'svc_pk_test_AbCdEfGhIjKlMnOpQrStUv',
  shares_centavos: 0,
  payment_link_id: '01a1f8f8-8901-7000-8000-0000000000bb',
  description: 'Café ☕',
  renewed_from: '01a1f8f8-8901-7000-8000-0000000000cc',
  renewal_number: 2,
};
const EVENT = {
  environment: 'test',
  id: '01a1f8fd-21b2-7000-8000-0000000000dd',
  kind: 'deposit.paid',
  resource_id: CHARGE.id,
  sequence: 1,
  created_at: RECORDED_AT,
  position: 1,
  form: 1,
  amount_centavos: CHARGE.amount_centavos,
  external_id: CHARGE.external_id,
};
// What the version with this form has sent. Its bytes may never change: a change of `chargeDetails`
// that reaches them needs a second form.
const BODY = JSON.stringify({
  id: EVENT.id,
  event: 'deposit.paid',
  environment: 'test',
  sequence: 1,
  created_at: RECORDED_AT,
  data: {
    type: 'charge',
    internal_id: CHARGE.id,
    external_id: 'pedido "7"',
    status: 'paid',
    amount: 123_456,
    fee_amount: 1_234,
    net_amount: 122_222,
    qrcode: CHARGE.qrcode,
    qr_image_url: `/v1/pix/qrcode/${CHARGE.id}/image`,
    expires_at: '2026-11-21T12:40:00.001Z',
    created_at: '2026-11-20T12:40:00.001Z',
    payment_url: `/pagar/${CHARGE.id}`,
    public_qr_image_url: `/pagar/${CHARGE.id}/qr.png`,
    paid_at: '2026-11-20T12:44:59.999Z',
    end_to_end_id: 'E99999999202611201244AbCdEfGhIjK',
    client_id: 'svc_pk_test_AbCdEfGhIjKlMnOpQrStUv',
    description: 'Café ☕',
    payer: {
      name: 'José “Zé” d’Ávila',
      document: '12345678909',
      email: 'jose@example.com',
    },
    utm: {
      utm_source: 'insta',
      utm_medium: 'é',
    },
    split: [],
    payment_link_id: CHARGE.payment_link_id,
    renewed_from: CHARGE.renewed_from,
  },
});

async function insert(table: string, merchantId: string, row: object): Promise<void> {
  const whole = { merchant_id: merchantId, ...row };
  const columns = Object.keys(whole).join(', ');
  const values = `select ${columns} from json_populate_record(null::${table}, $1)`;
  await gateway.sql(`insert into ${table} (${columns}) ${values}`, [JSON.stringify(whole)]);
}

test('form 1 of a payment makes the recorded bytes for ever', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  await gateway.sql(`select make_partitions('b0', $1)`, [new Date(RECORDED_AT)]);
  await insert('charges', merchant.merchantId, CHARGE);
  await insert('webhook_events', merchant.merchantId, EVENT);
  const { text } = await gateway.call('GET', `/v1/events/${EVENT.id}`, { keys });
  const [body] = text.split(',"resource_id":');
  assert.equal(`${body}}`, BODY);
});

test('the event of a newer form is refused, and its body is not guessed', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  await insert('webhook_events', merchant.merchantId, { ...EVENT, form: 2 });
  const { status } = await gateway.call('GET', `/v1/events/${EVENT.id}`, { keys });
  assert.equal(status, 500);
});

test('the database refuses an event without a body or a form', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const change = { ...EVENT, form: null };
  await assert.rejects(
    insert('webhook_events', merchant.merchantId, change),
    /webhook_events_body_or_form/,
  );
});
