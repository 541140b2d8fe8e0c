import assert from 'node:assert/strict';
import { COB, newTxid, openStandardClient, type StandardClient, typeOf } from './api-pix.ts';
import { type Rec, recClient } from './api-pix-recs.ts';
import type { Cleanup } from './cleanup.ts';
import { createMerchantWithKeys, type Keys, until } from './gateway.ts';
import type { LiveGatewayOptions } from './live.ts';
import { startLiveSubscriptions } from './live-subscriptions.ts';
import { subscriptionClient } from './subscriptions.ts';

export interface LiveCob extends Record<string, unknown> {
  readonly txid: string;
  readonly location: string;
}

/** Live subscriptions whose merchant speaks the Central Bank's API. */
export async function startLiveRecs(context: Cleanup, options: LiveGatewayOptions = {}) {
  const live = await startLiveSubscriptions(context, options);
  const { gateway, bank, shop } = live;
  const recs = recClient(gateway);

  /** Tokens end while the clock goes on, so that each request has a new one. */
  function clientOf(keys: Keys): StandardClient {
    return {
      token: '',
      scope: '',
      call: async (...sent) => (await openStandardClient(gateway, keys)).call(...sent),
    };
  }
  const client = clientOf(shop.keys);

  async function makeCharge(kind: 'cob' | 'cobv', more: object = {}): Promise<LiveCob> {
    const body = { ...COB, chave: bank.pixKey, ...more };
    const made = await client.call<LiveCob>('PUT', `/${kind}/${newTxid()}`, body);
    assert.equal(made.status, 201, made.text);
    return made.body;
  }

  /** Status, type and the paths of the violations. */
  async function refusal(method: string, path: string, sent?: object) {
    const answer = await client.call(method, path, sent);
    const violations = (answer.body.violacoes ?? []) as { propriedade: string }[];
    return [answer.status, typeOf(answer), ...violations.map(({ propriedade }) => propriedade)];
  }

  /** Advances the clock until the recurrence has a state. */
  async function recBecomes(idRec: string, status: string): Promise<Rec> {
    return until(`${idRec} is ${status}`, async () => {
      const rec = await recs.read(client, idRec);
      if (rec.status === status) return rec;
      gateway.clock.advance(1_000);
      return false;
    });
  }

  /** Advances the clock until no change waits for the bank. */
  async function changesEnd(): Promise<void> {
    await until('no change is open', async () => {
      gateway.clock.advance(5_000);
      const open = await gateway.sql(
        'select from subscription_recurrences where change is not null',
      );
      return open.length === 0;
    });
  }

  async function openOther() {
    const other = await createMerchantWithKeys(gateway, 'live');
    return clientOf(other.keys);
  }

  const subscriptions = subscriptionClient(gateway, shop.keys);
  return {
    live,
    gateway,
    bank,
    shop,
    recs,
    client,
    subscriptions,
    makeCharge,
    refusal,
    recBecomes,
    changesEnd,
    openOther,
    quiet: live.quiet,
    workOff: live.workOff,
    events: live.events,
  };
}
