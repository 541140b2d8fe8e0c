import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from './database.ts';
import { shareOfDatabase } from './database-share.ts';

const READ = { name: 'read', text: 'select 1' };

/** A database whose reads end when the test ends them. */
function openReads() {
  const reads: PromiseWithResolvers<never[]>[] = [];
  const query = () => {
    const read = Promise.withResolvers<never[]>();
    reads.push(read);
    return read.promise;
  };
  const database = { query, transaction: async () => 'written' } as unknown as Database;
  return { reads, share: shareOfDatabase(database, 2) };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('at most the given number of reads run at once, and the next starts when one ends or fails', async () => {
  const { reads, share } = openReads();
  const asked = Array.from({ length: 4 }, () => share.query(READ, []));
  const outcomes = Promise.allSettled(asked);
  await settle();
  assert.equal(reads.length, 2);
  reads[0]?.reject(new Error('lost'));
  await settle();
  assert.equal(reads.length, 3);
  reads[1]?.resolve([]);
  await settle();
  assert.equal(reads.length, 4);
  reads[2]?.resolve([]);
  reads[3]?.resolve([]);
  const statuses = (await outcomes).map(({ status }) => status);
  assert.deepEqual(statuses, ['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});

test('a transaction does not wait for reads', async () => {
  const { share } = openReads();
  void share.query(READ, []);
  void share.query(READ, []);
  assert.equal(await share.transaction(async () => undefined as never), 'written');
});
