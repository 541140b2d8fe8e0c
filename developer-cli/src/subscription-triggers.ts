import { brazilianToday, daysAfter } from './brazilian-day.ts';
import { call, type Json } from './call.ts';
import { AFTER_PAYMENT, firstCycle, readSubscription } from './subscriptions.ts';
import { openClock, type TestClock } from './test-clock.ts';
import { impossible, type Triggered, type TriggerInput } from './trigger-steps.ts';

const AMOUNT_DEFAULT = 10_000;
const FIRST_DUE_DAYS = 7;

interface Subscription extends Json {
  readonly internal_id: string;
}

/** Creates a subscription whose payer authorizes it at once. */
export async function authorizedSubscription(input: TriggerInput): Promise<Triggered> {
  const resourceId = await newSubscription(input);
  await call(input.session, 'POST', `/v1/test/subscriptions/${resourceId}/authorize`);
  return { resourceId };
}

/** Creates a subscription whose payer refuses it. */
export async function rejectedSubscription(input: TriggerInput): Promise<Triggered> {
  const resourceId = await newSubscription(input);
  await call(input.session, 'POST', `/v1/test/subscriptions/${resourceId}/reject`, { body: {} });
  return { resourceId };
}

/** Does acts of the merchant with an authorized subscription, in their order. */
export async function changedSubscription(
  input: TriggerInput,
  ...acts: readonly ('pause' | 'resume' | 'cancel')[]
): Promise<Triggered> {
  const { resourceId } = await authorizedSubscription(input);
  for (const act of acts) {
    await call(input.session, 'POST', `/v1/subscriptions/${resourceId}/${act}`);
  }
  return { resourceId };
}

/** Schedules a cycle of an authorized subscription; `act` is what happens to it then. */
export async function scheduledCycle(
  input: TriggerInput,
  act?: 'fail' | 'retry' | 'cancel',
): Promise<Triggered> {
  const { resourceId } = await authorizedSubscription(input);
  const path = `/v1/subscriptions/${resourceId}`;
  const { amount = AMOUNT_DEFAULT } = input;
  const cycle = await call<Json & { readonly due_on: string }>(
    input.session,
    'POST',
    `${path}/cycles`,
    { isCreation: true, body: { amount, due_on: firstDue() } },
  );
  if (act === 'cancel') await call(input.session, 'POST', `${path}/cancel`);
  if (act === 'fail' || act === 'retry') {
    const failed = `/v1/test/subscriptions/${resourceId}/cycles/${cycle.due_on}/fail`;
    await call(input.session, 'POST', failed, { body: {} });
  }
  if (act === 'retry') {
    await call(input.session, 'POST', `${path}/retry`, { isCreation: true, body: {} });
  }
  return { resourceId };
}

/** Lets the first cycle of a subscription be paid, in the time of a test clock. */
export function paidCycle(input: TriggerInput): Promise<Triggered> {
  return inClock(input, async (clock) => {
    const { resourceId } = await scheduledCycle({ ...input, clockId: clock.id });
    const cycle = await firstCycle(input.session, resourceId);
    await clock.advanceTo(`${cycle?.due_on}${AFTER_PAYMENT}`);
    return { resourceId };
  });
}

/** Lets a subscription expire that its payer has not answered, in the time of a test clock. */
export function expiredSubscription(input: TriggerInput): Promise<Triggered> {
  return inClock(input, async (clock) => {
    const resourceId = await newSubscription({ ...input, clockId: clock.id });
    const { authorization } = await readSubscription(input.session, resourceId);
    await clock.advanceTo(authorization.expires_at);
    return { resourceId };
  });
}

/** Runs the work with a new test clock, and removes it. */
async function inClock(
  { session, note }: TriggerInput,
  work: (clock: TestClock) => Promise<Triggered>,
): Promise<Triggered> {
  const clock = await openClock(session);
  if (clock === 'sandbox') return impossible('o sandbox não tem; use uma chave da sua conta');
  if (clock === 'full') return impossible('a conta já tem 20 relógios de teste; apague um');
  try {
    return await work(clock);
  } finally {
    const isGone = await clock.remove();
    if (!isGone) note(`O relógio de teste ${clock.id} não pôde ser apagado agora.`);
  }
}

async function newSubscription({ session, clockId }: TriggerInput): Promise<string> {
  const { internal_id: id } = await call<Subscription>(session, 'POST', '/v1/subscriptions', {
    isCreation: true,
    body: {
      reference: 'pix-trigger',
      description: 'Assinatura de teste',
      min_amount: 1_000,
      payer: { name: 'Maria Silva', document: '12345678909' },
      interval: 'monthly',
      first_due_on: firstDue(),
      retries: 'three_in_seven_days',
      journey: 'code',
      clock_id: clockId ?? null,
    },
  });
  return id;
}

function firstDue(): string {
  return daysAfter(brazilianToday(), FIRST_DUE_DAYS);
}
