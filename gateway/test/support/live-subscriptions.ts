import assert from 'node:assert/strict';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Cleanup } from './cleanup.ts';
import { CHARGE, until } from './gateway.ts';
import { type LiveGateway, type LiveGatewayOptions, startLiveGateway } from './live.ts';
import { SUBSCRIPTION, subscriptionClient } from './subscriptions.ts';

/** Our account at the bank, without which there is no Pix Automático. */
export const ACCOUNT = {
  PROVIDER_ACCOUNT_BRANCH: '0001',
  PROVIDER_ACCOUNT_NUMBER: '1234567',
  PROVIDER_ACCOUNT_TYPE: 'payment',
};
/** The account at which the payer's bank asks the payer. */
export const PAYER_ACCOUNT = { ispb: '99999008', number: '550689' };

export type LiveSubscriptions = Awaited<ReturnType<typeof startLiveSubscriptions>>;

/** A gateway whose live keys have subscriptions at a bank simulator, which calls it back. */
export async function startLiveSubscriptions(context: Cleanup, options: LiveGatewayOptions = {}) {
  const env = { ...ACCOUNT, ...options.env };
  const bankOptions = { messageDelayMs: 0, ...options.bankOptions };
  const live = await startLiveGateway(context, { ...options, env, bankOptions });
  await registerCallbacks(live);
  return { ...live, ...storiesOf(live), quiet: () => beQuiet(live) };
}

async function registerCallbacks({ gateway, callbackUrl }: LiveGateway): Promise<void> {
  const { config, logger, clock } = gateway.appContext;
  assert.ok(config.bank);
  const bank = openLiveBank(config.bank, { logger, now: clock.now });
  await until('the call-backs of recurrences are registered', async () => {
    const outcome = await bank.recurring?.registerCallbacks(callbackUrl);
    return outcome?.kind === 'done';
  });
  await bank.close();
}

/** What merchant, payer and worker do in a story. */
export function storiesOf({ gateway, shop }: LiveGateway) {
  const { keys } = shop;
  const client = subscriptionClient(gateway, keys);
  let count = 0;

  /** The body of a subscription of a journey, of its own reference. */
  function bodyOf(more: object = {}) {
    count += 1;
    const today = brazilianDayOf(gateway.clock.now());
    const { journey = SUBSCRIPTION.journey }: { journey?: string } = more;
    const account = journey === 'bank_push' && { account: PAYER_ACCOUNT };
    return {
      ...SUBSCRIPTION,
      reference: `contrato-${count}`,
      first_due_on: addDays(today, 20),
      ...more,
      payer: { ...SUBSCRIPTION.payer, ...account },
    };
  }

  function create(body: object, key?: string) {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return gateway.call('POST', '/v1/subscriptions', { keys, body, headers });
  }

  async function created(more: object = {}) {
    const { status, body, text } = await create(bodyOf(more));
    assert.equal(status, 201, text);
    const { id, code } = {
      id: String(body.internal_id),
      code: (body.authorization as { code: string | null }).code,
    };
    return { id, code, body };
  }

  async function rowOf(id: string) {
    const [row] = await gateway.sql(
      `select s.status, s.reason, s.ended_by, s.recurrence_id, s.code, s.first_charge_id,
          r.contract, r.wanted, r.status as seen, r.draft is null as is_made, r.solicitation_id,
          r.next_look_at is null as is_over
        from subscriptions s
        left join subscription_recurrences r on (r.merchant_id, r.environment, r.subscription_id)
          = (s.merchant_id, s.environment, s.id)
        where s.id = $1`,
      [id],
    );
    assert.ok(row, 'the subscription exists');
    return row;
  }

  /** Advances the clock until the subscription has a status. */
  async function becomes(id: string, status: string): Promise<void> {
    await until(`${id} is ${status}`, async () => {
      if ((await rowOf(id)).status === status) return true;
      gateway.clock.advance(1_000);
      return false;
    });
  }

  /** Advances the clock until the worker has made all recurrences, or has given them up. */
  async function workOff(): Promise<void> {
    await until('no recurrence is open', async () => {
      gateway.clock.advance(5_000);
      const open = await gateway.sql(
        `select from subscription_recurrences where draft is not null
          or (wanted = 'ended' and next_look_at is not null)`,
      );
      return open.length === 0;
    });
  }

  const events = async (id: string): Promise<string[]> =>
    (await client.events(id)).map(({ event }) => event);

  return { client, bodyOf, create, created, rowOf, becomes, workOff, events };
}

/**
 * Waits until the bank answers requests, call-backs are handled and no look is due, so that a fault
 * hits the next call.
 */
async function beQuiet({ gateway, bank, shop: { keys } }: LiveGateway): Promise<void> {
  bank.faults.clear();
  // After many faults the gateway calls the bank again only after some seconds.
  await until('the bank answers', async () => {
    const { status } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
    return status === 201;
  });
  await until('nothing is under way at the bank', async () => {
    const isSending = bank.snapshot().callbacks.some(({ status }) => status === 'waiting');
    const due = await gateway.sql('select from subscription_recurrences where next_look_at <= $1', [
      new Date(gateway.clock.now()),
    ]);
    const callbacks = await gateway.sql('select from bank_callbacks where due_at is not null');
    if (!isSending && due.length + callbacks.length === 0) return true;
    gateway.clock.advance(1_000);
    return false;
  });
}
