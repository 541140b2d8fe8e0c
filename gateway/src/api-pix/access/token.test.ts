import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { LRUCache } from 'lru-cache';
import { createSecretBox } from '#src/ground/encryption/encryption.ts';
import { isValid, parseToken, signToken } from './token.ts';

test('a token that was accepted before ends with its secret, its key and its time', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  let keys = [old];
  const secretBox = createSecretBox(() => keys);
  const checker = { secretBox, signedTokens: new LRUCache<string, true>({ max: 2 }) };
  const claims = {
    clientId: 'live_x',
    scopes: ['cob.read'] as const,
    expiresAt: 1_000,
    certificate: undefined,
    isByCertificate: false,
  };
  const secretSha256 = randomBytes(32);
  const token = parseToken(signToken(secretBox, claims, secretSha256));
  assert.ok(token);
  const isAccepted = (change: { secretSha256?: Buffer; now?: number } = {}): boolean =>
    isValid(checker, token, { secretSha256, now: 999, ...change });
  assert.ok(isAccepted());
  assert.ok(isAccepted());
  assert.ok(!isAccepted({ secretSha256: randomBytes(32) }));
  assert.ok(!isAccepted({ now: 1_000 }));
  keys = [next, old];
  assert.ok(isAccepted());
  keys = [next];
  assert.ok(!isAccepted());
});
