import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from './errors/problems.ts';
import { createPlaces } from './places.ts';

const refusal = (code: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code;
const shop = { name: 'loja', max: 2 };
const address = { name: '192.0.2.1', max: 3 };

test('a holder takes its number of places and no more, whoever takes them with it', () => {
  const places = createPlaces();
  places.take([shop, address]);
  const giveBack = places.take([shop]);
  assert.throws(() => places.take([shop, { name: 'outro', max: 9 }]), refusal('rate_limited'));
  places.take([address]);
  places.take([address]);
  assert.throws(() => places.take([address]), refusal('rate_limited'));
  giveBack();
  places.take([shop]);
});

test('a place is given back once, and a refused one was not taken', () => {
  const places = createPlaces();
  const giveBack = places.take([shop]);
  places.take([shop]);
  assert.throws(() => places.take([shop, address]), refusal('rate_limited'));
  giveBack();
  giveBack();
  places.take([shop]);
  assert.throws(() => places.take([shop]), refusal('rate_limited'));
  for (let number = 0; number < address.max; number += 1) places.take([address]);
});

test('without a place left everybody is told to come later', () => {
  const places = createPlaces(2);
  places.take([shop]);
  const giveBack = places.take([address]);
  assert.throws(() => places.take([{ name: 'outro', max: 9 }]), refusal('overloaded'));
  giveBack();
  places.take([{ name: 'outro', max: 9 }]);
});
