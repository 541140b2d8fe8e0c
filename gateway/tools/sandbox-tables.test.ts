import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SANDBOX_TABLES } from './sandbox-tables.ts';
import { TABLE_OWNERS } from './table-owners.ts';

test('every table says once how the rows of the public sandbox are bounded in it', () => {
  const listed = Object.values(SANDBOX_TABLES).flat().sort();
  assert.deepEqual(listed, Object.values(TABLE_OWNERS).flat().sort());
});
