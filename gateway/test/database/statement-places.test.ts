import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOME, type PlacedStatement, placeOf } from '#src/ground/database/statement-place.ts';
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
assert.ok(tables.length > 50, 'the tables of a bucket are known');
/** After a keyword, or after a comma in a list of tables. */
const NAMES_TABLE = new RegExp(
  `(?:\\b(?:from|join|into|update|only|using|table)|,)\\s+(?:${tables.join('|')})\\b(?!\\s*\\.)`,
  'i',
);

/** Whether a statement names a table of a bucket and doesn't say in which buckets it runs. */
function isUnplaced(statement: PlacedStatement): boolean {
  return NAMES_TABLE.test(statement.text) && placeOf(statement) === 'anywhere';
}

test('a statement that names a table of a bucket says in which buckets it runs', async () => {
  const unplaced = (await collectStatements())
    .filter(isUnplaced)
    .map(({ file, name }) => `${file}: ${name}`);
  assert.deepEqual(unplaced, []);
});

for (const text of [
  'insert into payer_mail_stops as s (address_digest, merchant_id) values ($1, $2)',
  'insert into payer_mail_stops as s (merchant_id, reason) select $1, $2 from mails',
  'INSERT INTO payer_mail_stops (address_digest) VALUES ($1)',
  'delete from mails using payer_mail_stops s where s.mail_id = mails.id',
  'select from mails m, payer_mail_stops s where s.mail_id = m.id',
]) {
  test(`the statement "${text}" is found, because it doesn't say in which buckets it runs`, () => {
    assert.equal(isUnplaced({ text }), true);
    assert.equal(isUnplaced({ text, place: HOME }), false);
  });
}

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
