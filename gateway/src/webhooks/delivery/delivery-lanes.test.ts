import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeliveryLanes } from './delivery-lanes.ts';

const PLACES = 100;

/** Enters attempts of one book, each to an address of its own, until one is turned away. */
async function fill(lanes: ReturnType<typeof createDeliveryLanes>, scope: string): Promise<number> {
  let entered = 0;
  while ((await lanes.enter({ url: `${scope}-${entered}`, scope })) === 'entered') entered += 1;
  return entered;
}

test('however many books fill their places, the next book finds one', async () => {
  const lanes = createDeliveryLanes(PLACES);
  const held: number[] = [];
  for (const scope of ['a', 'b', 'c', 'd', 'e']) held.push(await fill(lanes, scope));
  assert.deepEqual(held, [50, 25, 13, 6, 3]);
  assert.equal(await lanes.enter({ url: 'other', scope: 'other' }), 'entered');
});

test('a place that is given back can be taken again', async () => {
  const lanes = createDeliveryLanes(PLACES);
  const held = await fill(lanes, 'a');
  lanes.leave({ url: 'a-0', scope: 'a' });
  assert.equal(await lanes.enter({ url: 'a-0', scope: 'a' }), 'entered');
  for (let index = 0; index < held; index += 1) lanes.leave({ url: `a-${index}`, scope: 'a' });
  assert.equal(await fill(lanes, 'a'), held);
});
