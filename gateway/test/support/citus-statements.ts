import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { BucketShards } from '#src/ground/database/citus/bucket-shards.ts';
import { COPIED } from '#src/ground/database/citus/place-tables.ts';
import { placeOf } from '#src/ground/database/statement-place.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { runWithSome } from './explain.ts';
import { collectStatements, statementsIn } from './store-statements.ts';

/** Errors of a statement that only has values that make no sense. */
const OF_VALUES = /^2[23]|^3F000|^P0002/;
/** Statements of the owner of the tables. */
const OF_OWNER: Readonly<Record<string, string>> = {
  bucket_insert: 'makes a bucket',
  bucket_copy_migrations: 'makes a bucket',
  bucket_complete_members: 'makes a bucket',
  migration_bucket_record: 'migrates a bucket',
};

const COPIES = COPIED.join('|');
const LOCKS_COPY = String.raw`\b(?:${COPIES})\b[\s\S]*\bfor (?:no key )?update`;
const CHANGES_COPIES = new RegExp(
  String.raw`\b(?:update|insert into) (?:public\.)?(?:${COPIES})\b|${LOCKS_COPY}`,
);

/**
 * Sends each statement to the server of the cluster that runs it, in a transaction that is rolled
 * back: those of any bucket to the node of `b1`. Returns the statements that Citus refuses.
 * @param ports the ports of the nodes of two buckets.
 */
export async function refusedStatements(
  connectionString: string,
  ports: Readonly<Record<'b0' | 'b1', string>>,
): Promise<readonly string[]> {
  const clients = {
    home: await openAt(connectionString, 'b0', ports.b0),
    away: await openAt(connectionString, 'b1', ports.b1),
    coordinator: await openAt(connectionString, 'b0'),
  };
  const refused: string[] = [];
  for (const statement of [...(await collectStatements()), ...statementsIn(allLedgerChecks)]) {
    const place = placeOf(statement);
    const client = clients[place === 'home' || place === 'coordinator' ? place : 'away'];
    const reason = await reasonAgainst(client, statement);
    if (reason && !(statement.name in OF_OWNER)) refused.push(`${statement.name}: ${reason}`);
  }
  for (const client of Object.values(clients)) await client.end();
  return refused;
}

/**
 * The statements of a bucket that need another server than the bucket's node, while one is away.
 * Changes of tables that every server has a copy of need all servers, and are left out.
 */
export async function needingAllServers(
  connectionString: string,
  { bucketId, node }: { readonly bucketId: string; readonly node: string },
): Promise<readonly string[]> {
  const client = await openAt(connectionString, bucketId, new URL(`postgres://${node}`).port);
  const needing: string[] = [];
  for (const statement of await collectStatements()) {
    const place = placeOf(statement);
    if (place === 'home' || place === 'coordinator' || CHANGES_COPIES.test(statement.text))
      continue;
    const reason = await reasonAgainst(client, statement);
    if (reason && !(statement.name in OF_OWNER)) needing.push(`${statement.name}: ${reason}`);
  }
  await client.end();
  return needing;
}

/** The statements that name shards and that the node of a bucket refuses. */
export async function refusedShardStatements(
  connectionString: string,
  { bucketId, node, shards }: { bucketId: string; node: string; shards: BucketShards },
): Promise<readonly string[]> {
  const client = await openAt(connectionString, bucketId, new URL(`postgres://${node}`).port);
  const refused: string[] = [];
  for (const statement of await collectStatements()) {
    const named = shards.statementOf(statement);
    const reason = named && (await reasonAgainst(client, { ...named, name: statement.name }));
    if (reason) refused.push(`${statement.name}: ${reason}`);
  }
  await client.end();
  return refused;
}

async function openAt(address: string, bucketId: string, port?: string): Promise<pg.Client> {
  const url = new URL(address);
  if (port !== undefined) url.port = port;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(
    `set search_path = ${bucketId}, public; set plan_cache_mode = force_custom_plan`,
  );
  return client;
}

/** Why a server refuses a statement; undefined if it doesn't, or only for its values. */
async function reasonAgainst(
  client: pg.Client,
  statement: { readonly name: string; readonly text: string },
): Promise<string | undefined> {
  await client.query('begin');
  try {
    const some = { command: 'execute', id: `'${randomUUID()}'::uuid` };
    await runWithSome(client, statement, some);
    return undefined;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const isOfValues = OF_VALUES.test(error.code ?? '') || error.message.includes('violates');
    return isOfValues ? undefined : error.message;
  } finally {
    await client.query('rollback');
  }
}
