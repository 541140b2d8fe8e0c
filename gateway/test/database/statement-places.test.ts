import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { placeOf } from '#src/ground/database/statement-place.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { startGateway } from '../support/gateway.ts';
import { collectStatements, statementsIn } from '../support/store-statements.ts';

/** A condition on a merchant that gets a part of another merchant's row. */
const OTHER_MERCHANT =
  /\b(?:recipient_id|bearer_id)\s*=\s*\$|\(\s*(?:\w+\.)?(?:recipient|bearer)_id,[^)]*\)\s*=/;

const gateway = await startGateway({ after }, { hasWorker: false });
const tables = (
  await gateway.sql(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = to_regnamespace('b0')`,
  )
).map((row) => String(row.name));
const NAMES_TABLE = new RegExp(
  `(?:from|join|into|update|only)\\s+(?:${tables.join('|') || 'none of them'})\\b`,
);

test('a statement that names a table of a bucket says in which buckets it runs', async () => {
  const unplaced = (await collectStatements())
    .filter((statement) => NAMES_TABLE.test(statement.text) && placeOf(statement) === 'anywhere')
    .map(({ file, name }) => `${file}: ${name}`);
  assert.deepEqual(unplaced, []);
});

test('a statement of the verification says in which buckets it runs', () => {
  const statements = statementsIn(allLedgerChecks);
  assert.ok(statements.length > 50);
  const unplaced = statements.filter((statement) => placeOf(statement) === 'anywhere');
  assert.deepEqual(
    unplaced.map(({ name }) => name),
    [],
  );
});

test('a statement that looks for the shares of a merchant looks in all buckets', async () => {
  const inOne = (await collectStatements())
    .filter(({ text }) => OTHER_MERCHANT.test(text.replace(/insert into[^)]*\)/g, '')))
    .filter(({ place }) => place === undefined)
    .map(({ file, name }) => `${file}: ${name}`);
  assert.deepEqual(inOne, []);
});

/** A statement that names the merchant among its columns, before its first `from`. */
const RETURNS_MERCHANT = /^\s*select(?:(?!\bfrom\b)[\s\S])*\bmerchant_id\b(?!\s+as\b)/;

test('a statement of a bucket that returns merchants reads rows of buckets', async () => {
  // A row tells the route of its merchant: one of a global table would tell a wrong one.
  const wrong = (await collectStatements())
    .filter(({ place, text }) => place !== undefined && RETURNS_MERCHANT.test(text))
    .filter((statement) => placeOf(statement) === 'here' && !NAMES_TABLE.test(statement.text))
    .map(({ file, name }) => `${file}: ${name}`);
  assert.deepEqual(wrong, []);
});
