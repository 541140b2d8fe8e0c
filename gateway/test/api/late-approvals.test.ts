import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  decideByServer,
  expireApprovals,
} from '#src/money-out/payouts/approval/decide-approval.ts';
import { countBlocked } from '../support/blocked-statements.ts';
import { startGateway, until } from '../support/gateway.ts';
import { holdTransaction } from '../support/held-transaction.ts';
import { failedChecks } from '../support/live.ts';
import { signIn } from '../support/panel.ts';
import {
  ABOVE_1000,
  type ApprovingShop,
  approvalSteps,
  centavosOf,
} from '../support/payout-approvals.ts';

const SEVEN_DAYS_MS = 7 * 24 * 60 * 60_000;
const AMOUNT = 2_000;
// Without background work an approval expires only when the test says so.
const gateway = await startGateway({ after }, { hasWorker: false });
const { openShop, request, read, decide, balanceOf } = approvalSteps(gateway);
const { appContext, clock } = gateway;
const { database, logger, sandboxMerchantId } = appContext;
const deps = { database: database.buckets.all()[0] ?? database, clock, logger, sandboxMerchantId };

/** A shop with a payout that waits for an approval. */
async function waitingPayout() {
  const shop = await openShop();
  return { shop, id: await request(shop, AMOUNT, 'awaiting_approval') };
}

async function statusOf(shop: ApprovingShop, id: string): Promise<unknown> {
  return (await read(shop, id)).status;
}

test('a member can not approve a payout when its seven days are over', async () => {
  const { shop, id } = await waitingPayout();
  clock.advance(SEVEN_DAYS_MS);
  const refused = await decide(shop.member, id, 'approve');
  assert.deepEqual([refused.status, refused.body.code], [404, 'approval_not_found'], refused.text);
  assert.equal(await statusOf(shop, id), 'awaiting_approval');
  await expireApprovals(deps);
  assert.equal(await statusOf(shop, id), 'failed');
  assert.deepEqual(await balanceOf(shop), [9_802, 0]);
});

test('the yes of a server does not count when the seven days are over', async () => {
  const { shop, id } = await waitingPayout();
  const key = { merchantId: shop.merchant.merchantId, environment: 'test', id } as const;
  clock.advance(SEVEN_DAYS_MS);
  await deps.database.transaction((tx) => decideByServer(deps, tx, key, true));
  assert.equal(await statusOf(shop, id), 'awaiting_approval');
});

test('a payout is not expired before its seven days are over', async () => {
  const { shop, id } = await waitingPayout();
  clock.advance(SEVEN_DAYS_MS - 60_000);
  await expireApprovals(deps);
  assert.equal(await statusOf(shop, id), 'awaiting_approval');
});

test('of two decisions at once the second finds nothing to decide', async () => {
  const { shop, id } = await waitingPayout();
  const other = await signIn(gateway, shop.merchant, { hasSecondFactor: true });
  const release = await holdTransaction(
    gateway,
    'select from payout_approvals where payout_id = $1 for update',
    [id],
  );
  const decisions = [decide(shop.member, id, 'reject'), decide(other, id, 'approve')];
  await until('both wait', async () => (await countBlocked(gateway, 'payout_approvals')) === 2);
  await release();
  const answers = await Promise.all(decisions);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
});

test('a batch can not be approved when its seven days are over', async () => {
  const shop = await openShop({ ...ABOVE_1000, approvalAbove: centavosOf(0) });
  const path = '/api/panel/test/payout-batches';
  const file = [
    'favorecido;documento;tipo da chave;chave;valor;descrição;referência',
    'Ana Lima;529.982.247-25;e-mail;ana@exemplo.com.br;10,00;;',
  ].join('\r\n');
  const content = Buffer.from(file).toString('base64');
  const made = await shop.member.call('POST', path, { body: { file_name: 'a.csv', content } });
  assert.equal(made.status, 201, made.text);
  const batch = `${path}/${made.body.id}`;
  const confirmed = await shop.member.callWithCode('POST', `${batch}/confirm`);
  assert.equal(confirmed.body.status, 'awaiting_approval', confirmed.text);
  clock.advance(SEVEN_DAYS_MS);
  const refused = await shop.member.callWithCode('POST', `${batch}/approve`);
  assert.deepEqual([refused.status, refused.body.code], [404, 'approval_not_found'], refused.text);
});

test('at the end every ledger check passes', async () => {
  assert.deepEqual(await failedChecks(gateway), []);
});
