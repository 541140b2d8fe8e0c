import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scryptPasswords } from './passwords.ts';

test('a hash is salted, and accepts the password that it was made of and no other', async () => {
  const password = 'uma-senha-bem-longa';
  const [hash, otherHash] = await Promise.all([
    scryptPasswords.hash(password),
    scryptPasswords.hash(password),
  ]);
  assert.match(hash, /^[0-9a-f]{32}:[0-9a-f]{128}$/);
  assert.notEqual(hash, otherHash);
  assert.equal(await scryptPasswords.verify({ hash, password }), true);
  assert.equal(await scryptPasswords.verify({ hash, password: 'outra-senha-bem-longa' }), false);
});
