import { call, type Json } from './call.ts';
import { impossible, type Triggered, type TriggerInput } from './trigger-steps.ts';

const AMOUNT_DEFAULT = 10_000;
const FIRST_DUE_DAYS = 7;
const DAY_MS = 86_400_000;

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
    ...([
      input.session,
      'POST',
      `${path}/cycles`,
      { body: { amount, due_on: firstDue() } },
    ] as const),
  );
  if (act === 'cancel') await call(input.session, 'POST', `${path}/cancel`);
  if (act === 'fail' || act === 'retry') {
    const failed = `/v1/test/subscriptions/${resourceId}/cycles/${cycle.due_on}/fail`;
    await call(input.session, 'POST', failed, { body: {} });
  }
  if (act === 'retry') await call(input.session, 'POST', `${path}/retry`, { body: {} });
  return { resourceId };
}

/** Events of a time that only a test clock reaches. */
export async function needsClock(): Promise<Triggered> {
  return impossible('crie a assinatura num relógio de teste (clock_id) e avance o relógio');
}

async function newSubscription({ session, clockId }: TriggerInput): Promise<string> {
  const { internal_id: id } = await call<Subscription>(session, 'POST', '/v1/subscriptions', {
    isCreation: true,
    body: {
      ...{ reference: 'pix-trigger', description: 'Assinatura de teste', min_amount: 1_000 },
      payer: { name: 'Maria Silva', document: '12345678909' },
      ...{ interval: 'monthly', first_due_on: firstDue(), retries: 'three_in_seven_days' },
      ...{ journey: 'code', clock_id: clockId ?? null },
    },
  });
  return id;
}

function firstDue(): string {
  return new Date(Date.now() + FIRST_DUE_DAYS * DAY_MS).toISOString().slice(0, 10);
}
