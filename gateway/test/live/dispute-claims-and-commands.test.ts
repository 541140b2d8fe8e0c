import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDisputer } from '../support/bank-disputes.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { createRefunder } from '../support/refunds.ts';

const DAY_MS = 86_400_000;
const live = await startLiveGateway(
  { after },
  { bankOptions: { refundDelayMs: DAY_MS, tokenLifetimeSeconds: 3_600_000 } },
);
const { gateway, bank, shop } = live;
const { refund, read } = createRefunder(gateway);
const { createPaid, disputeOf, balanceOf } = createDisputer(live);
const command = await liveCommands({ after }, live);

type Facts = Record<string, unknown>;

/** Runs a command that must succeed and returns what it prints as JSON. */
async function inJson(...words: string[]): Promise<Facts> {
  const { exitCode, stdout, stderr } = await command('--json', 'dispute', ...words);
  assert.deepEqual([exitCode, stderr], [0, ''], stdout);
  return JSON.parse(stdout);
}

test('the worker claims what a refund leaves that was pending then and failed later', async () => {
  await createPaid();
  const { id, endToEndId } = await createPaid();
  bank.faults.add({ kind: 'not_realized', operation: 'settleRefund', times: 1 });
  const created = await refund(shop.keys, id, { amount: 8_000 });
  assert.equal(created.status, 201, created.text);
  bank.openDispute(endToEndId);
  const opened = await disputeOf(id, 'is open', ({ status }) => status === 'open');
  assert.deepEqual([opened.amount, opened.blocked_amount], [10_000, 2_000]);
  gateway.clock.advance(DAY_MS);
  const claimed = await disputeOf(id, 'blocks it all', (one) => one.blocked_amount === 10_000);
  assert.equal(claimed.status, 'open');
  assert.equal((await read(shop.keys, id)).refunds[0]?.status, 'failed');
  assert.equal((await balanceOf()).blocked, 10_000);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('commands open, show, list and close a dispute', async () => {
  const { endToEndId } = await createPaid();
  const note = ['--reason', 'Ofício do banco'];
  const opened = await inJson('open', endToEndId, '--amount', '5000', ...note);
  assert.deepEqual(
    [opened.status, opened.amount, opened.blocked_amount, opened.reason, opened.merchant],
    ['open', 5_000, 5_000, 'fraud', shop.username],
  );
  const id = String(opened.internal_id);
  assert.deepEqual(await inJson('show', id), opened);
  const list = async (...words: string[]) =>
    ((await inJson('list', ...words)).data as Facts[]).map((one) => one.internal_id);
  assert.ok((await list('--status', 'open')).includes(id));
  assert.ok(!(await list('--environment', 'test')).includes(id));
  const closed = await inJson(
    'close',
    id,
    'accepted',
    '--amount',
    '3000',
    '--return-id',
    'D-COMANDO',
    ...note,
  );
  assert.deepEqual(
    [closed.status, closed.blocked_amount, closed.returned_amount],
    ['accepted', 0, 3_000],
  );
  assert.ok((await list('--status', 'accepted')).includes(id));
  const again = await command('dispute', 'close', id, 'rejected', ...note);
  assert.equal(again.exitCode, 1, again.stdout + again.stderr);
  const { stdout } = await command('dispute', 'show', id);
  assert.match(stdout, /^status +accepted$/m);
  const log = await gateway.sql(
    `select action, actor_kind from audit_log where subject = $1 order by id`,
    [id],
  );
  assert.deepEqual(
    log.map(({ action, actor_kind: kind }) => [action, kind]),
    [
      ['dispute.opened', 'command'],
      ['dispute.closed', 'command'],
    ],
  );
  assert.deepEqual(await failedChecks(gateway), []);
});
