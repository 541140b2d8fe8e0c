import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooOld } from './server-facts.ts';

test('PostgreSQL 15 and later are supported, 14 is too old', () => {
  assert.equal(
    tooOld({ version: '14.19', versionNumber: 140_019 }),
    'PostgreSQL 14.19 é antigo demais',
  );
  assert.equal(tooOld({ version: '15.0', versionNumber: 150_000 }), undefined);
  assert.equal(tooOld({ version: '18.0', versionNumber: 180_000 }), undefined);
});
