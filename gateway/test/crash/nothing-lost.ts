import assert from 'node:assert/strict';
import { run } from '../support/database-server.ts';
import { callGateway, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { runCli } from '../support/gateway-process.ts';
import { attempt, type Intent, type LoadCounts } from './load.ts';

const AT_ONCE = 32;
/** Longer than every lease of work that a crash interrupted. */
const LEASE_MS = 120_000;

/** What a load has sent, and where the gateway keeps it. */
export interface LoadState {
  /** The environment of the gateway's commands. */
  readonly env: Readonly<Record<string, string>>;
  /** The database's address for the owner of the tables. */
  readonly owner: string;
  readonly intents: readonly Intent[];
  readonly counts: LoadCounts;
}

/** Each key has one resource, which exists, reaches its final state, and sends its event. */
export async function checkNothingIsLost(
  url: string,
  state: LoadState,
  received: () => ReadonlySet<string>,
): Promise<void> {
  const { intents, counts, env, owner } = state;
  const acknowledged = intents.filter((intent) => intent.answer !== undefined);
  await checkAcknowledged(url, acknowledged);
  await forEachOf(intents, (intent) => attempt(url, intent, counts));
  const ids = intents.map((intent) => String(JSON.parse(intent.answer ?? '{}').internal_id));
  assert.equal(new Set(ids).size, intents.length, 'one resource for each key');
  assert.deepEqual(counts.unexpected, []);
  const [stored] = await run(
    owner,
    `select (select count(*)::int from charges) + (select count(*)::int from payouts) as resources`,
  );
  assert.equal(stored?.resources, intents.length, 'and no resource without a key');
  await until('all due charges are paid', async () => {
    const [row] = await run(
      owner,
      `select (select count(*)::int from charges where status = 'pending')
        + (select count(*)::int from payouts where status = 'pending') as pending`,
    );
    return row?.pending === 0;
  });
  const moved = await run(
    owner,
    `select reference_id::text as id, count(*)::int as postings from ledger_postings
     where kind in ('charge_paid', 'payout_paid') group by reference_id`,
  );
  const postings = new Map(moved.map((row) => [row.id, row.postings]));
  const wrong = ids.filter((id) => postings.get(id) !== 1);
  assert.deepEqual([wrong, moved.length], [[], ids.length], 'each is posted once, and no other');
  await until(
    'every event arrives at least once',
    async () => {
      const arrived = received();
      return ids.every((id) => arrived.has(id));
    },
    LEASE_MS,
  );
  const verify = await runCli(env, 'ledger', 'verify', '--full', '--json');
  assert.equal(verify.exitCode, 0, verify.stdout);
}

/** Resources answered before the crash exist under the same id before any retry. */
async function checkAcknowledged(url: string, acknowledged: readonly Intent[]): Promise<void> {
  await forEachOf(acknowledged, async ({ answer }) => {
    const { internal_id, external_id, amount } = JSON.parse(answer ?? '');
    const { body } = await callGateway<Record<string, unknown>>(
      `${url}/v1/transactions/${internal_id}`,
      'GET',
      { keys: SANDBOX_KEYS },
    );
    assert.partialDeepStrictEqual(body, { internal_id, external_id, amount });
  });
}

/** Runs a few at a time. */
async function forEachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map(work));
  }
}
