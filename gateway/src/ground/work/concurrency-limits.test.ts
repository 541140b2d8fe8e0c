import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../errors/problems.ts';
import { openMemoryLimits } from './concurrency-limits.ts';

const refusal = (code: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code;
const shop = { name: 'loja', max: 2 };
const address = { name: '192.0.2.1', max: 3 };

test('a holder with its maximum of slots gets no further slot, alone or with another holder', async () => {
  const limits = openMemoryLimits('x', 100);
  await limits.acquire([shop, address]);
  const release = await limits.acquire([shop]);
  await assert.rejects(limits.acquire([shop, { name: 'outro', max: 9 }]), refusal('rate_limited'));
  await limits.acquire([address]);
  await limits.acquire([address]);
  await assert.rejects(limits.acquire([address]), refusal('rate_limited'));
  release();
  await limits.acquire([shop]);
});

test('releasing a slot twice frees it once, and a refused slot is not counted', async () => {
  const limits = openMemoryLimits('x', 100);
  const release = await limits.acquire([shop]);
  await limits.acquire([shop]);
  await assert.rejects(limits.acquire([shop, address]), refusal('rate_limited'));
  release();
  release();
  await limits.acquire([shop]);
  await assert.rejects(limits.acquire([shop]), refusal('rate_limited'));
  for (let number = 0; number < address.max; number += 1) await limits.acquire([address]);
});

test('without a free slot every holder is refused with `overloaded`', async () => {
  const limits = openMemoryLimits('x', 2);
  await limits.acquire([shop]);
  const release = await limits.acquire([address]);
  await assert.rejects(limits.acquire([{ name: 'outro', max: 9 }]), refusal('overloaded'));
  release();
  await limits.acquire([{ name: 'outro', max: 9 }]);
});
