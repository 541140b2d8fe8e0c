import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createId, firstIdAt, isId } from '../ids.ts';
import { createSecretBox } from './encryption.ts';

test('an encrypted text opens only with its key and context, and does not contain the text', () => {
  const box = createSecretBox(randomBytes(32));
  const sealed = box.seal('whsec_secret', 'row 1');
  assert.equal(box.open(sealed, 'row 1'), 'whsec_secret');
  assert.ok(!sealed.includes('whsec_secret'));
  assert.throws(() => box.open(sealed, 'row 2'));
  assert.throws(() => createSecretBox(randomBytes(32)).open(sealed, 'row 1'));
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    assert.throws(() => box.open(changed, 'row 1'), `byte ${index}`);
  }
  assert.throws(() => createSecretBox(randomBytes(16)), RangeError);
});

test('binary content is encrypted and opened unchanged', () => {
  const box = createSecretBox(randomBytes(32));
  const content = randomBytes(10_000);
  const sealed = box.sealBytes(content, 'document 1');
  assert.deepEqual(box.openBytes(sealed, 'document 1'), content);
  assert.ok(!sealed.includes(content.subarray(0, 16)));
  assert.throws(() => box.openBytes(sealed, 'document 2'));
});

test('ids are UUIDv7: they sort by time and have 74 random bits', () => {
  const at = Date.UTC(2026, 10, 20);
  const ids = Array.from({ length: 2_000 }, () => createId(at));
  assert.equal(new Set(ids).size, ids.length);
  const bits = ids.map((id) => BigInt(`0x${id.replaceAll('-', '')}`));
  let fixed = 0;
  for (let bit = 0n; bit < 128n; bit += 1n) {
    const ones = bits.filter((value) => (value >> bit) & 1n).length;
    if (ones === 0 || ones === bits.length) fixed += 1;
  }
  assert.equal(fixed, 128 - 74, '48 bits of time, 4 of version, 2 of variant');
  for (const id of ids) assert.ok(isId(id) && id >= firstIdAt(at) && id < firstIdAt(at + 1));
});
