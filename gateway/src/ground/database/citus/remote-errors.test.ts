import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { isOutage, sqlState } from '../database-errors.ts';
import { withOwnCode } from './remote-errors.ts';

function passedOn(message: string, code = 'XX000'): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });
}

test('an error that a cluster reports without its SQLSTATE gets SQLSTATE, bucket and table', () => {
  const missing = passedOn('no partition of relation "webhook_events_102184" found for row');
  assert.equal(withOwnCode(missing, 'b3'), missing);
  assert.deepEqual(
    [missing.code, missing.schema, missing.table, missing.constraint],
    ['23514', 'b3', 'webhook_events_102184', undefined],
  );
  const moved = passedOn(
    'insert or update on table "x_1" violates foreign key constraint "x_bucket_member_1"',
  );
  assert.equal(sqlState(withOwnCode(moved, 'b1')), '23503');
  for (const message of [
    'failed to complete COPY on n2:5432',
    'failure on connection marked as essential: n2:5432',
    'postmaster was shut down, exiting',
    "failed to prepare transaction 'citus_1_2_3_4' on host n2:5432",
  ]) {
    assert.equal(isOutage(withOwnCode(passedOn(message), 'b1')), true, message);
  }
});

test('other errors of a database keep their code', () => {
  const known = passedOn('deadlock detected', '55P03');
  assert.equal(sqlState(withOwnCode(known, 'b1')), '55P03');
  const unknown = passedOn('could not find valid entry for shard 0');
  assert.equal(sqlState(withOwnCode(unknown, 'b1')), 'XX000');
});
