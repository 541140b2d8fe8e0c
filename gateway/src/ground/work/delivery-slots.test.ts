import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeliverySlots } from './delivery-slots.ts';

const SLOTS = 100;

/** Acquires slots for a scope, each for another URL, until none is left; returns their number. */
async function fill(slots: ReturnType<typeof createDeliverySlots>, scope: string): Promise<number> {
  let acquired = 0;
  while ((await slots.acquire({ url: `${scope}-${acquired}`, scope })) === 'acquired')
    acquired += 1;
  return acquired;
}

test('a further scope gets a slot when other scopes have all that they can get', async () => {
  const slots = createDeliverySlots(SLOTS);
  const held: number[] = [];
  for (const scope of ['a', 'b', 'c', 'd', 'e']) held.push(await fill(slots, scope));
  assert.deepEqual(held, [50, 25, 13, 6, 3]);
  assert.equal(await slots.acquire({ url: 'other', scope: 'other' }), 'acquired');
});

test('a released slot can be acquired again', async () => {
  const slots = createDeliverySlots(SLOTS);
  const held = await fill(slots, 'a');
  slots.release({ url: 'a-0', scope: 'a' });
  assert.equal(await slots.acquire({ url: 'a-0', scope: 'a' }), 'acquired');
  for (let index = 0; index < held; index += 1) slots.release({ url: `a-${index}`, scope: 'a' });
  assert.equal(await fill(slots, 'a'), held);
});
