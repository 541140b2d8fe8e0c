import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scryptPasswords } from '#src/ground/encryption/passwords.ts';

test('a hash is salted, and only its own password matches it', async () => {
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
