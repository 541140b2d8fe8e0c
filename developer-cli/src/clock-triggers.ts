import { payCharge } from './charges.ts';
import { openClock, type TestClock } from './test-clock.ts';
import {
  fundPayout,
  impossible,
  newCharge,
  orderPayout,
  refundedCharge,
  type Triggered,
  type TriggerInput,
} from './trigger-steps.ts';

/** The test bank answers payouts and refunds after the delay of the sandbox, usually 30 seconds. */
export const BANK_SECONDS = 60;
/** The shortest validity that the gateway takes. */
const EXPIRES_IN_SECONDS = 60;
const DAY_SECONDS = 86_400;
/** The test bank pays payouts to this key and returns them a day later. */
const KEY_THAT_RETURNS = 'devolvido@sandbox.com';

/** Lets a charge expire. In the sandbox, which has no clocks, it is paid right after. */
export async function expireCharge(input: TriggerInput): Promise<Triggered> {
  const clock = await openClock(input.session);
  if (clock === 'sandbox') {
    const { internal_id: id } = await newCharge(input);
    await payCharge(input.session, id, { scenario: 'late' });
    input.note('No sandbox a cobrança expira e é paga em seguida: deposit.paid também acontece.');
    return { resourceId: id };
  }
  if (clock === 'full') {
    const { internal_id: id } = await newCharge(input, EXPIRES_IN_SECONDS);
    input.note(`A conta já tem 20 relógios. A cobrança ${id} expira em 60 segundos…`);
    return { resourceId: id, waitSeconds: EXPIRES_IN_SECONDS };
  }
  return advancing(input, clock, EXPIRES_IN_SECONDS, async () => {
    const charge = await newCharge({ ...input, clockId: clock.id }, EXPIRES_IN_SECONDS);
    return charge.internal_id;
  });
}

/** Refunds a charge. Without a clock the test bank takes its time. */
export async function refundCharge(input: TriggerInput): Promise<Triggered> {
  const clock = await openClock(input.session);
  if (typeof clock === 'string') {
    const resourceId = await refundedCharge(input);
    input.note('O banco de teste responde à devolução em cerca de 30 segundos…');
    return { resourceId, waitSeconds: BANK_SECONDS };
  }
  return advancing(input, clock, BANK_SECONDS, () =>
    refundedCharge({ ...input, clockId: clock.id }),
  );
}

/** Makes a payout that is returned after a day. Payouts live in the time of the key. */
export async function returnPayout(input: TriggerInput): Promise<Triggered> {
  const clock = await openClock(input.session);
  if (clock === 'sandbox') return impossible('o sandbox não tem; use uma chave da sua conta');
  if (clock === 'full') return impossible('a conta já tem 20 relógios de teste; apague um');
  return advancing(input, clock, DAY_SECONDS + BANK_SECONDS, async () => {
    await fundPayout(input);
    const payout = await clock.withKeyBound(() => orderPayout(input, KEY_THAT_RETURNS));
    if (payout.status !== 'awaiting_approval') return payout.internal_id;
    return impossible(`o saque ${payout.internal_id} pede aprovação`);
  });
}

/** Moves a clock on after what `start` began, and removes it. `start` returns the resource. */
async function advancing(
  { note }: TriggerInput,
  clock: TestClock,
  seconds: number,
  start: () => Promise<string>,
): Promise<Triggered> {
  try {
    const resourceId = await start();
    await clock.advance(seconds);
    return { resourceId };
  } finally {
    const isGone = await clock.remove();
    if (!isGone) note(`O relógio de teste ${clock.id} não pôde ser apagado agora.`);
  }
}
