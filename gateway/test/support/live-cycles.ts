import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { LiveBank } from '#src/bank/live-bank.ts';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import type { RecurringBank } from '#src/bank/recurring-bank.ts';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { createId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { recordIncomingPayments } from '#src/incoming/payments/record-incoming-payments.ts';
import { planSubscriptionMails as tellPayers } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { type Act, actOnSubscriptions } from '#src/subscriptions/act-on-subscriptions.ts';
import { runDueSubscriptions } from '#src/subscriptions/due-subscriptions.ts';
import { syncDueCycles } from '#src/subscriptions/live/cycles/sync-cycles.ts';
import type { CycleMaker } from '#src/subscriptions/subscription.ts';
import { insertSubscriptions } from '#src/subscriptions/subscription-store.ts';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import type { Cleanup } from './cleanup.ts';
import type { TestDatabase } from './database-server.ts';
import { createMerchantWithKeys, type Keys, startGateway } from './gateway.ts';
import { bankVariables } from './live.ts';
import { testNow } from './manual-clock.ts';

export const AMOUNT = 10_000n;
export const NET = 9_802;
/** The account that the simulated bank has for Pix Automático. */
export const AUTOMATIC_ENV = {
  PROVIDER_ACCOUNT_BRANCH: '0001',
  PROVIDER_ACCOUNT_NUMBER: '1234567',
  PROVIDER_ACCOUNT_TYPE: 'payment',
} as const;
const LEASE_MS = MINUTE_MS;
const PAYERS = ['12345678909', '52998224725', '11144477735'] as const;

export interface LiveCyclesOptions {
  readonly database?: TestDatabase;
  readonly buckets?: number;
}

/** A gateway without background work, and a bank with Pix Automático: time moves by the test. */
async function open(context: Cleanup, options: LiveCyclesOptions) {
  let now = testNow;
  const bank = await startBankSimulator({
    dialect: 'efi',
    clock: { now: () => now() },
    tokenLifetimeSeconds: 1e9,
    payoutDelayMs: 0,
    refundDelayMs: 0,
    requiresWebhookToSend: false,
    messageDelayMs: 0,
  });
  context.after(() => bank.stop());
  const env = {
    ...(await bankVariables(context, bank)),
    ...AUTOMATIC_ENV,
    PROVIDER_TIMEOUT_SECONDS: '5',
  };
  const gateway = await startGateway(context, { ...options, env, hasWorker: false });
  gateway.clock.hold(
    startOfKnownDay(addDays(brazilianDayOf(gateway.clock.now()), 1)) + 12 * HOUR_MS,
  );
  now = gateway.clock.now;
  const { config, logger } = gateway.appContext;
  assert.ok(config.bank);
  const liveBank = openLiveBank(config.bank, { logger, now: gateway.clock.now });
  context.after(() => liveBank.close());
  assert.ok(liveBank.recurring);
  return { bank, gateway, liveBank, pixKey: config.bank.pixKey };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The steps of the workers: each is a round, and several at once are several processes. */
function stepsOf({ gateway, liveBank, pixKey }: Opened) {
  const { appContext, clock } = gateway;
  const { database, logger } = appContext;
  const { recurring } = liveBank;
  assert.ok(recurring);

  async function inBuckets(work: (deps: { database: typeof database }) => Promise<boolean>) {
    for (const bucket of database.buckets.all()) {
      while (await work({ database: bucket }));
    }
  }

  /** Creates the cycles that are due. */
  const create = () =>
    inBuckets((bucket) => runDueSubscriptions({ ...appContext, ...bucket, tellPayers }));
  /** Synchronizes the cycles that are due at the bank, until none is. */
  const sync = (change: Partial<RecurringBank> = {}) => {
    const bank = { ...recurring, ...change };
    const times = { bankLeaseMs: LEASE_MS, quarantineMs: LEASE_MS };
    return inBuckets((bucket) =>
      syncDueCycles({ ...appContext, ...bucket, ...times, bank, tellPayers }, 2),
    );
  };
  /** Books what the bank has received in the last days, as windows do. */
  async function receive(): Promise<number> {
    const period = { from: clock.now() - 40 * 24 * HOUR_MS, to: clock.now() };
    const outcome = await liveBank.receiving.listReceived(period, 0);
    assert.ok(outcome.kind === 'done', inspect(outcome));
    const { name, receiving } = liveBank;
    const deps = { database, clock, logger, receiving, bank: { name, pixKey } };
    return recordIncomingPayments(deps, outcome.value.payments);
  }
  return { create, sync, receive };
}

/** A subscription, of a merchant of its own. */
export interface Subscribed {
  readonly merchantId: string;
  readonly id: string;
  readonly keys: Keys;
  /** The due date of the first cycle. */
  readonly due: string;
  readonly payer: { readonly name: string; readonly document: string };
  readonly recurrenceId: string;
}

interface SubscriberDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bank: Opened['bank'];
  readonly liveBank: LiveBank;
}

/** Makes a live subscription that its payer has authorized at the bank, and authorizes it here. */
export async function insertAuthorized(
  { database, clock, bank, liveBank }: SubscriberDeps,
  wanted: Omit<Subscribed, 'id' | 'recurrenceId'> & Pick<Wanted, 'retries' | 'cyclesBy'>,
): Promise<Subscribed> {
  const { merchantId, keys } = wanted;
  const now = clock.now();
  const id = createId(now);
  const recurrenceId = await authorizedAtBank(liveBank, bank, { ...wanted, id });
  const subscription = {
    ...newSubscription({ ...wanted, id, createdAt: now }),
    merchantId,
    environment: 'live' as const,
    id,
    recurrenceId,
    clientId: keys['client-id'],
  };
  await database.transaction(async (tx) =>
    insertSubscriptions(tx, [{ subscription, dueAt: null }]),
  );
  const subscribed = { ...wanted, id, recurrenceId };
  await actOn({ database, clock }, subscribed, { kind: 'authorize' });
  return subscribed;
}

async function actOn(
  deps: Pick<SubscriberDeps, 'database' | 'clock'>,
  { merchantId, id }: Subscribed,
  act: Act,
): Promise<void> {
  const key = { merchantId, environment: 'live' as const, id };
  const [result] = await actOnSubscriptions({ ...deps, tellPayers }, [{ ...key, act }]);
  assert.ok(result && 'value' in result, inspect(result));
}

/** Makes live subscriptions that their payers have authorized, and acts on them. */
export function subscriberOf({ bank, gateway, liveBank }: Omit<Opened, 'pixKey'>) {
  const { clock } = gateway;
  const { database } = gateway.appContext;
  let count = 0;

  /** An authorized subscription whose first cycle is due in about a week. */
  async function subscribe({
    retries = true,
    cyclesBy,
  }: Partial<Pick<Wanted, 'retries' | 'cyclesBy'>> = {}): Promise<Subscribed> {
    const { keys, merchant } = await createMerchantWithKeys(gateway, 'live');
    const due = businessDayFrom(addDays(brazilianDayOf(clock.now()), 7));
    const payer = { name: 'Maria Silva', document: PAYERS[count % PAYERS.length] ?? '' };
    count += 1;
    const { merchantId } = merchant;
    const deps = { database, clock, bank, liveBank };
    return insertAuthorized(deps, { merchantId, keys, due, payer, retries, cyclesBy });
  }

  const act = (subscribed: Subscribed, what: Act) => actOn({ database, clock }, subscribed, what);
  return { subscribe, act };
}

/** Live subscriptions, of which a test moves the time and runs each step of the workers. */
export async function startLiveCycles(context: Cleanup, options: LiveCyclesOptions = {}) {
  const opened = await open(context, options);
  const { bank, gateway } = opened;
  const { clock } = gateway;
  const { subscribe, act } = subscriberOf(opened);
  const steps = stepsOf(opened);
  const readers = readersOf(opened);

  /** Sets the clock to an hour of Brasília, and has the bank do what is due. */
  async function goTo(day: string, hour: number): Promise<void> {
    clock.hold(startOfKnownDay(day) + hour * HOUR_MS);
    await bank.runDue();
  }

  /** A subscription whose first cycle the bank has scheduled. */
  async function scheduled(more: { readonly retries?: boolean } = {}) {
    const subscribed = await subscribe(more);
    await goTo(addDays(subscribed.due, -4), 5);
    await steps.create();
    await steps.sync();
    await bank.runDue();
    return { ...subscribed, txid: (await readers.cycle(subscribed.id)).txid };
  }

  return { ...opened, ...steps, ...readers, subscribe, scheduled, goTo, act };
}

interface Wanted {
  readonly id: string;
  readonly due: string;
  readonly payer: { readonly name: string; readonly document: string };
  readonly retries: boolean;
  /** Who makes the cycles: the gateway, unless told. */
  readonly cyclesBy?: CycleMaker | undefined;
}

/** The fields of a subscription that waits for its payer. */
function newSubscription(wanted: Wanted & { createdAt: number }) {
  const { id, due, payer, retries, cyclesBy = 'gateway', createdAt } = wanted;
  return {
    reference: `contrato-${id}`,
    payerAccount: null,
    description: 'Plano ouro',
    payer: { email: null, ...payer },
    amount: centavos(AMOUNT),
    minAmount: null,
    endsOn: null,
    firstDueOn: due,
    interval: 'monthly' as const,
    journey: 'code' as const,
    status: 'created' as const,
    retries: retries ? ('three_in_seven_days' as const) : ('none' as const),
    split: null,
    metadata: null,
    code: 'PIX',
    firstChargeId: null,
    paymentLinkId: null,
    covenant: null,
    activationTxid: null,
    requestExpiresAt: null,
    cyclesBy,
    createdAt,
    reason: null,
    endedBy: null,
    authorizableBefore: startOfKnownDay(addDays(due, -1)),
    authorizedAt: null,
    endedAt: null,
    nextIndex: 0,
    eventCount: 0,
  };
}

/** What tests read of a subscription and of its merchant, and how a merchant adds a charge. */
export function readersOf({ gateway }: Pick<Opened, 'gateway'>) {
  /** The newest cycle of a subscription, with what is known of it at the bank. */
  async function cycle(id: string) {
    const [row] = await gateway.sql(
      `select c.status, c.reason, c.charge_id, c.attempts, h.status as charge,
          replace(c.charge_id::text, '-', '') as txid, b.status as seen, b.wanted, b.called_at,
          b.next_look_at is null as is_over
        from subscription_cycles c
        left join charges h on (h.merchant_id, h.environment, h.id)
          = (c.merchant_id, c.environment, c.charge_id)
        left join subscription_bank_cycles b
          on (b.merchant_id, b.subscription_id, b.cycle_on, b.number)
            = (c.merchant_id, c.subscription_id, c.cycle_on, c.number)
        where c.subscription_id = $1 order by c.cycle_on desc, c.number desc limit 1`,
      [id],
    );
    assert.ok(row, 'the subscription has a cycle');
    return row as Record<string, unknown> & { txid: string; status: string; reason: string | null };
  }

  /** The events of a subscription, in their order. */
  async function events({ id, keys }: Subscribed): Promise<string[]> {
    const { body } = await gateway.call<{ data: { event: string }[] }>(
      'GET',
      `/v1/events?resource=${id}&limit=100`,
      { keys },
    );
    return body.data.map(({ event }) => event);
  }

  async function available({ keys }: Subscribed): Promise<number> {
    const { body } = await gateway.call<{ available: number }>('GET', '/v1/balance', { keys });
    return body.available;
  }

  /** The status of the answer to a request for a charge of the first cycle. */
  async function addCharge({ id, keys, due }: Subscribed): Promise<number> {
    const path = `/v1/subscriptions/${id}/cycles`;
    const body = { amount: Number(AMOUNT), due_on: due };
    return (await gateway.call('POST', path, { keys, body })).status;
  }

  return { cycle, events, available, addCharge };
}

/** A recurrence that its payer has authorised by the code. */
async function authorizedAtBank(
  { recurring }: LiveBank,
  bank: Opened['bank'],
  { id, due, payer, retries }: Wanted,
): Promise<string> {
  assert.ok(recurring);
  const made = await recurring.createRecurrence({
    contract: txidFromId(id),
    description: 'Plano ouro',
    payer,
    firstDay: due,
    lastDay: null,
    interval: 'monthly',
    price: { kind: 'fixed', amount: centavos(AMOUNT) },
    retries,
    hasCode: true,
    firstChargeTxid: null,
  });
  assert.ok(made.kind === 'done', inspect(made));
  const found = await recurring.findRecurrence(made.value.id);
  assert.ok(found.kind === 'done' && found.value?.code, inspect(found));
  bank.authorizeRecurrence(found.value.code);
  return made.value.id;
}
