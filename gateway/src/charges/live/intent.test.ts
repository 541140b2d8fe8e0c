import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exploreIntents } from '../../../test/support/explore-intents.ts';
import { type Bounds, LEASE_MS } from '../../../test/support/intent-world.ts';

/** Each order has at most so many of these steps; the bank answers clearly afterwards. */
const BOUNDS = { claims: 2, faults: 1, refusals: 1, lies: 0, waits: 2, waitMs: LEASE_MS };

const CASES: readonly (Bounds & { readonly name: string; readonly statesMin: number })[] = [
  {
    ...BOUNDS,
    name: 'an order that may be sent once, and is then searched by three workers,',
    kind: 'once',
    requests: ['A'],
    claims: 3,
    faults: 2,
    waits: 3,
    statesMin: 400,
  },
  {
    ...BOUNDS,
    name: 'two requests of one wish beside two workers',
    kind: 'joined',
    requests: ['A', 'A'],
    statesMin: 3_000,
  },
  {
    ...BOUNDS,
    name: 'a request of the same wish in the middle of a lease',
    kind: 'joined',
    requests: ['A', 'A'],
    claims: 1,
    refusals: 2,
    waits: 3,
    waitMs: LEASE_MS / 2,
    statesMin: 4_000,
  },
  {
    ...BOUNDS,
    name: 'two requests of different wishes beside two workers',
    kind: 'exclusive',
    requests: ['A', 'B'],
    faults: 2,
    statesMin: 1_500,
  },
  {
    ...BOUNDS,
    name: 'two requests of equal wishes, of which one waits for the other,',
    kind: 'exclusive',
    requests: ['A', 'A'],
    statesMin: 1_000,
  },
  {
    ...BOUNDS,
    name: 'a request and two workers, of which one is told a lie,',
    kind: 'exclusive',
    requests: ['A'],
    faults: 2,
    lies: 1,
    waits: 5,
    waitMs: LEASE_MS / 2,
    statesMin: 800,
  },
];

for (const { name, statesMin, ...bounds } of CASES)
  test(`${name} end here as at the bank, in every order of crashes and answers`, async () => {
    const states = await exploreIntents(bounds);
    assert.ok(states >= statesMin, `${states} states`);
  });
