import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { systemClock } from '#src/ground/clock.ts';
import { ACCOUNT } from '../support/live-subscriptions.ts';
import { SUBSCRIPTION } from '../support/subscriptions.ts';
import { afterBank, beforeBank, eventually, startCrashingGateway } from './crashing-gateway.ts';

/**
 * Kills the gateway (SIGKILL) while it makes a live subscription: before and after the bank has
 * done a request, and while the database delays a write. Then starts it again.
 */
const crashing = await startCrashingGateway({ after }, 'live', ACCOUNT);
const { bank, env, url, command, ask, createOnce, crashAt } = crashing;
const address = `${url}/banks/efi/${env.PROVIDER_CALLBACK_SECRET}`;
assert.equal((await command('bank', 'webhook', 'register', '--url', address)).exitCode, 0);
let madeCount = 0;

/** A subscription that begins with a payment, by a caller that retries until it is answered. */
async function subscribe(): Promise<void> {
  madeCount += 1;
  const id = await createOnce('/v1/subscriptions', {
    ...SUBSCRIPTION,
    reference: `contrato-${madeCount}`,
    first_due_on: addDays(brazilianDayOf(systemClock.now()), 20),
    journey: 'code_and_first_payment',
  });
  const answer = await ask('GET', `/v1/subscriptions/${id}`);
  assert.ok(answer);
  const { code } = answer.body.authorization as { code: string };
  bank.authorizeRecurrence(code);
  await eventually(`${id} is authorized`, async () => {
    const read = await ask('GET', `/v1/subscriptions/${id}`);
    return read?.body.status === 'authorized';
  });
  const events = await ask('GET', `/v1/events?resource=${id}`);
  assert.ok(events);
  const told = events.body.data as { event: string }[];
  assert.deepEqual(
    told.map(({ event }) => event),
    ['subscription.authorized'],
  );
}

test('killed before and after the bank did a step of a subscription, and at each write', async () => {
  const points = [
    afterBank('findRecurrence'),
    afterBank('createRecurrence'),
    beforeBank('createRecurrence'),
    afterBank('createCharge'),
    'subscription_recurrences',
  ];
  await crashAt(...points.map((at) => ({ at, act: subscribe })));
  await crashAt({ at: 'subscriptions', act: subscribe });
  const { recurrences, charges } = bank.snapshot();
  assert.deepEqual([recurrences.length, charges.length], [madeCount, madeCount]);
});
