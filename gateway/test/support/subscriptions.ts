import assert from 'node:assert/strict';
import { createMerchantWithKeys, type Keys, type TestGateway } from './gateway.ts';
import { testNow } from './manual-clock.ts';
import { clockClient, type TestClock } from './test-clocks.ts';

const DAY_MS = 86_400_000;

/** A day of a month: 0 for the month after the next one, because a clock starts within a year. */
export function dayOfMonth(month: number, day: number): string {
  const now = new Date(testNow());
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2 + month, day);
  return new Date(first).toISOString().slice(0, 10);
}

/** A subscription as the API shows it. */
export interface Subscription extends Record<string, unknown> {
  readonly internal_id: string;
  readonly status: string;
  readonly reason: { readonly code: string } | null;
  readonly next_cycle: { due_on: string; amount: number; status: string } | null;
  readonly authorization: { code: string | null; qr_image_url: string | null; expires_at: string };
  readonly first_transaction_id: string | null;
}

/** A cycle as the API shows it. */
export interface Cycle extends Record<string, unknown> {
  readonly starts_on: string;
  readonly due_on: string;
  readonly amount: number;
  readonly status: string;
  readonly transaction_id: string | null;
  readonly reason: { readonly code: string; readonly message: string } | null;
  readonly attempts: readonly {
    readonly kind: string;
    readonly on: string;
    readonly status: string;
    readonly no_balance_at: string | null;
  }[];
}

/** The body of a monthly subscription with a fixed amount. */
export const SUBSCRIPTION = {
  reference: 'contrato-1001',
  payer: { name: 'Maria Silva', document: '12345678909' },
  description: 'Plano ouro',
  amount: 10_000,
  interval: 'monthly',
  first_due_on: dayOfMonth(0, 15),
  retries: 'three_in_seven_days',
  journey: 'code',
} as const;

/** The requests of a merchant with subscriptions, and of their payers in the test environment. */
export function subscriptionClient(gateway: TestGateway, keys: Keys) {
  const clocks = clockClient(gateway);
  const call = <Body = Subscription>(method: 'GET' | 'POST', path: string, body?: object) =>
    gateway.call<Body & { code?: string }>(method, path, { keys, ...(body && { body }) });
  async function done<Body>(path: string, body?: object, status = 200): Promise<Body> {
    const answer = await call<Body & object>('POST', path, body);
    assert.equal(answer.status, status, answer.text);
    return answer.body as Body;
  }
  const path = (id: string) => `/v1/subscriptions/${id}`;
  return {
    call,
    path,
    /** A clock that stands at noon (Brasília) of a day. */
    createClock: (day: string): Promise<TestClock> =>
      clocks.createClock(keys, { now: `${day}T15:00:00.000Z` }),
    /** Advances a clock to an instant. */
    async advanceTo(clock: TestClock, to: string): Promise<void> {
      const { body } = await gateway.call<TestClock>('GET', `/v1/test/clocks/${clock.id}`, {
        keys,
      });
      const seconds = Math.round((Date.parse(to) - Date.parse(body.now)) / 1_000);
      assert.ok(seconds >= 0, `${body.now} is after ${to}`);
      if (seconds > 0) await clocks.advance(keys, clock, seconds);
    },
    create: (body: object = {}) =>
      done<Subscription>('/v1/subscriptions', { ...SUBSCRIPTION, ...body }, 201),
    authorize: (id: string) => done<Subscription>(`/v1/test/subscriptions/${id}/authorize`),
    fail: (id: string, dueOn: string, code?: string) =>
      done<Cycle>(`/v1/test/subscriptions/${id}/cycles/${dueOn}/fail`, code ? { code } : {}),
    lackBalance: (id: string, dueOn: string, tries: 'morning' | 'evening') =>
      done<Cycle>(`/v1/test/subscriptions/${id}/cycles/${dueOn}/fail`, { tries }),
    retry: (id: string, body: object = {}) => done<Cycle>(`${path(id)}/retry`, body),
    pause: (id: string) => done<Subscription>(`${path(id)}/pause`),
    resume: (id: string) => done<Subscription>(`${path(id)}/resume`),
    cancel: (id: string) => done<Subscription & { not_canceled: Cycle[] }>(`${path(id)}/cancel`),
    addCycle: (id: string, body: object) => done<Cycle>(`${path(id)}/cycles`, body, 201),
    async read(id: string): Promise<Subscription> {
      const { body, status } = await call('GET', path(id));
      assert.equal(status, 200);
      return body;
    },
    /** The cycles of a subscription, the oldest first. */
    async cycles(id: string): Promise<Cycle[]> {
      const { body } = await call<{ data: Cycle[] }>('GET', `${path(id)}/cycles?limit=100`);
      return body.data.toReversed();
    },
    /** The events of a subscription, in their order. */
    async events(id: string) {
      const query = `resource=${id}&limit=100`;
      const { body } = await call<{
        data: { event: string; sequence: number; data: Record<string, unknown> }[];
      }>('GET', `/v1/events?${query}`);
      return body.data;
    },
  };
}

/** A merchant whose subscriptions live in a clock that starts at noon of a day. */
export async function openShopInClock(gateway: TestGateway, day: string) {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const client = subscriptionClient(gateway, keys);
  const clock = await client.createClock(day);
  /** Creates an authorized subscription in the clock. */
  async function start(body: object = {}): Promise<string> {
    const { internal_id: id } = await client.create({ clock_id: clock.id, ...body });
    await client.authorize(id);
    return id;
  }
  /** Posts and returns the status and the code of the answer. */
  async function post(path: string, body: object = {}): Promise<[number, string | undefined]> {
    const answer = await client.call('POST', path, body);
    return [answer.status, answer.body.code];
  }
  return { keys, merchant, ...client, clock, start, post };
}

/** The day some days after another one. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
