import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createMigratedDatabase, run } from '../support/database-server.ts';

const MIGRATION = new URL('../../migrations/0662-numbers-of-lots-in-a-row.sql', import.meta.url);
const [SHOP, OTHER] = [randomUUID(), randomUUID()];

/** A lot under its id, with the number of a series that it was given once, and a charge. */
function lotRow(merchant: string, name: string, number: number): string {
  return `insert into api_pix_lots (merchant_id, environment, name, number, description, line_count,
      client_id, created_at, request_digest)
    values ('${merchant}', 'test', '${name}', ${number}, 'x', 1, 'c', now(), '\\x00');
    insert into api_pix_lot_lines (merchant_id, environment, lot, line, txid, batch_id)
    values ('${merchant}', 'test', ${number}, 0, '${name.padStart(30, 'a')}', '${randomUUID()}');`;
}

test('lots whose ids are numbers in a row get their own numbers, with their charges', async (context) => {
  const database = await createMigratedDatabase(1);
  context.after(database.drop);
  const owner = database.ownerConnectionString;
  const rows = [
    ...[1, 2, 3, 4].map((at) => lotRow(SHOP, `${1_000_000_000 + at}`, 999_999_999 + at)),
    // Two that have each other's number.
    lotRow(SHOP, '2000000000', 2_000_000_001),
    lotRow(SHOP, '2000000001', 2_000_000_000),
    // Its number belongs to a lot with another id, so that the next one is blocked too.
    lotRow(SHOP, 'lot7', 3_000_000_000),
    lotRow(SHOP, '3000000000', 3_000_000_001),
    lotRow(SHOP, '3000000001', 3_000_000_002),
    lotRow(OTHER, '1000000001', 1_000_000_000),
  ];
  await run(owner, rows.join('\n'));
  await run(owner, await readFile(MIGRATION, 'utf8'));
  const lots = await run(
    owner,
    `select l.name, l.number::text, ltrim(i.txid, 'a') as line
     from api_pix_lots l join api_pix_lot_lines i
       on (i.merchant_id, i.environment, i.lot) = (l.merchant_id, l.environment, l.number)
     order by l.merchant_id = '${OTHER}', l.name`,
  );
  const blocked = ['3000000000', '3000000001'];
  const kept = new Map([...blocked, 'lot7'].map((name, at) => [name, [1, 2, 0][at]]));
  assert.equal(lots.length, 10);
  for (const { name, number, line } of lots as Record<string, string>[]) {
    const own = kept.has(name ?? '') ? String(3_000_000_000 + (kept.get(name ?? '') ?? 0)) : name;
    assert.deepEqual([number, line?.replace(/^a+/, '')], [own, name]);
  }
});
