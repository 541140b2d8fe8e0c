import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../errors/problems.ts';
import { createConcurrencyLimits } from './concurrency-limits.ts';

const refusal = (code: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code;
const shop = { name: 'loja', max: 2 };
const address = { name: '192.0.2.1', max: 3 };

test('a holder gets its maximum of slots and no more, whatever other holders share them', () => {
  const limits = createConcurrencyLimits();
  limits.acquire([shop, address]);
  const release = limits.acquire([shop]);
  assert.throws(() => limits.acquire([shop, { name: 'outro', max: 9 }]), refusal('rate_limited'));
  limits.acquire([address]);
  limits.acquire([address]);
  assert.throws(() => limits.acquire([address]), refusal('rate_limited'));
  release();
  limits.acquire([shop]);
});

test('releasing a slot twice frees it once, and a refused slot is not counted', () => {
  const limits = createConcurrencyLimits();
  const release = limits.acquire([shop]);
  limits.acquire([shop]);
  assert.throws(() => limits.acquire([shop, address]), refusal('rate_limited'));
  release();
  release();
  limits.acquire([shop]);
  assert.throws(() => limits.acquire([shop]), refusal('rate_limited'));
  for (let number = 0; number < address.max; number += 1) limits.acquire([address]);
});

test('without a free slot every holder is refused with `overloaded`', () => {
  const limits = createConcurrencyLimits(2);
  limits.acquire([shop]);
  const release = limits.acquire([address]);
  assert.throws(() => limits.acquire([{ name: 'outro', max: 9 }]), refusal('overloaded'));
  release();
  limits.acquire([{ name: 'outro', max: 9 }]);
});
