import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { approveProposal } from '#src/accounts/proposals/decide-proposal.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { incomingProposals } from '#src/incoming/api.ts';
import { correctionsOf } from '#src/money-out/corrections.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { runCli } from '../support/gateway-process.ts';
import { failedChecks } from '../support/live.ts';
import { type PanelSession, signInOperator } from '../support/panel.ts';

const DAY_MS = 24 * 60 * 60_000;
const LARGE = 200_000;
const gateway = await startGateway({ after });
const operator = await signInOperator(gateway);
const second = await signInOperator(gateway);

async function propose(amount = LARGE) {
  const shop = await createMerchantWithKeys(gateway);
  const path = `/api/operator/merchants/${shop.username}/adjustments`;
  const asked = await operator.call<{ proposal_id: string }>('POST', path, {
    headers: { 'idempotency-key': randomUUID() },
    body: { environment: 'test', amount, reason: 'Acordo', code: await operator.code() },
  });
  assert.equal(asked.status, 201, asked.text);
  return { ...shop, id: asked.body.proposal_id };
}

async function decide(by: PanelSession, id: string, decision: 'approve' | 'reject') {
  const body = { code: await by.code() };
  return by.call('POST', `/api/operator/proposals/${id}/${decision}`, { body });
}

async function availableOf(merchantId: string): Promise<unknown> {
  const [row] = await gateway.sql(
    `select balance_centavos::text as balance from ledger_accounts
      where merchant_id = $1 and environment = 'test' and account = 'available'`,
    [merchantId],
  );
  return row?.balance;
}

test('of two operators on two connections who approve at once, one adjusts the balance', async () => {
  const execute = {
    ...correctionsOf(gateway.appContext).execute,
    ...incomingProposals.execute,
  };
  const deps = { ...gateway.appContext, execute };
  const users = await gateway.sql(
    `select "id", "email" from auth."user" where "role" = 'operator' and "email" <> $1`,
    [operator.email],
  );
  const [{ id: userId, email } = {}] = users;
  const actors = [0, 1].map((number) => ({
    kind: 'operator' as const,
    id: `${userId}${number}`,
    name: String(email),
    address: null,
  }));
  for (let round = 0; round < 5; round += 1) {
    const { id, merchant } = await propose();
    const ends = await Promise.allSettled(actors.map((by) => approveProposal(deps, id, by)));
    const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    assert.equal(refusals.length, 1);
    assert.ok(refusals[0] instanceof Refusal);
    assert.equal(refusals[0].code, 'proposal_decided');
    assert.equal(await availableOf(merchant.merchantId), String(LARGE));
  }
  assert.deepEqual(await failedChecks(gateway), []);
});

test('an approval and a rejection at once: the proposal gets one of them', async () => {
  const { id, merchant } = await propose();
  const codes = [await operator.code(), await second.code()];
  const path = `/api/operator/proposals/${id}`;
  const [rejected, approved] = await Promise.all([
    operator.call('POST', `${path}/reject`, { body: { code: codes[0] } }),
    second.call('POST', `${path}/approve`, { body: { code: codes[1] } }),
  ]);
  assert.deepEqual([rejected.status, approved.status].sort(), [200, 409]);
  // An approval that comes too late may have opened the account.
  const available = (await availableOf(merchant.merchantId)) ?? '0';
  assert.equal(available, approved.status === 200 ? String(LARGE) : '0');
});

test('a proposal expires after seven days', async () => {
  const { id, merchant } = await propose();
  gateway.clock.advance(7 * DAY_MS);
  // A log-in lasts less than that.
  const later = await signInOperator(gateway);
  const approved = await decide(later, id, 'approve');
  assert.deepEqual([approved.status, approved.body.code], [409, 'proposal_expired']);
  assert.equal(await availableOf(merchant.merchantId), undefined);
  const list = async (state: string) => {
    const { body } = await later.call<{ data: { id: string; state: string }[] }>(
      'GET',
      `/api/operator/proposals?state=${state}`,
    );
    return body.data.find((one) => one.id === id)?.state;
  };
  assert.equal(await list('waiting'), undefined);
  assert.equal(await list('all'), 'expired');
});

test('the database refuses another content, a second decision and an approval of one’s own', async () => {
  const asker = await signInOperator(gateway);
  const shop = await createMerchantWithKeys(gateway);
  const path = `/api/operator/merchants/${shop.username}/adjustments`;
  const body = { environment: 'test', amount: LARGE, reason: 'Acordo', code: await asker.code() };
  const headers = { 'idempotency-key': randomUUID() };
  const asked = await asker.call('POST', path, { headers, body });
  const id = asked.body.proposal_id;
  const change = (set: string) =>
    gateway.sql(`update operator_proposals set ${set} where id = $1`, [id]);
  await assert.rejects(change('amount_centavos = 1'), /decided once and never changed/);
  await assert.rejects(change(`parameters = '{"reference":"outra"}'`), /never changed/);
  await assert.rejects(
    change(`state = 'approved', amount_centavos = 1, decided_by = 'x', decided_at = now()`),
    /never changed/,
  );
  const decided = `decided_by_name = 'x', decided_at = created_at`;
  await assert.rejects(
    change(`state = 'approved', decided_by = proposed_by, ${decided}`),
    /operator_proposals_two_operators/,
  );
  await assert.rejects(
    gateway.sql('delete from operator_proposals where id = $1', [id]),
    /never changed/,
  );
  const rejected = await decide(asker, String(id), 'reject');
  assert.equal(rejected.body.state, 'rejected', rejected.text);
  await assert.rejects(
    change(`state = 'approved', decided_by = 'x', ${decided}`),
    /decided once and never changed/,
  );
});

test('commands adjust, hold and release, and propose above the limit for an operator', async () => {
  const shop = await createMerchantWithKeys(gateway);
  const asker = await signInOperator(gateway);
  const env = {
    DATABASE_URL: gateway.connectionString,
    ENCRYPTION_KEY: gateway.appContext.config.encryptionKey?.toString('base64') ?? '',
    LOG_LEVEL: 'silent',
  };
  const cli = (...words: string[]) => runCli(env, '--json', 'merchant', ...words);
  const facts = ['--environment', 'test', '--reason', 'Acerto'];
  const adjust = (amount: string, ...more: string[]) =>
    cli('adjust', shop.username, '--amount', amount, ...facts, ...more);
  const credited = await adjust('5000', '--key', 'acerto-0001');
  assert.equal(credited.exitCode, 0, credited.stdout + credited.stderr);
  const repeated = await adjust('5000', '--key', 'acerto-0001');
  assert.equal(repeated.stdout, credited.stdout);
  const debited = await adjust('-1000');
  assert.equal(JSON.parse(debited.stdout).amount, -1_000, debited.stderr);
  const held = await cli('hold', shop.username, '--amount', '3000', ...facts);
  const { hold_id: holdId, blocked_amount: blocked } = JSON.parse(held.stdout);
  assert.equal(blocked, 3_000);
  const part = await cli('release', holdId, '--amount', '1000', '--reason', 'Parte');
  assert.equal(part.exitCode, 0, part.stdout + part.stderr);
  const listed = await cli('holds', shop.username, '--environment', 'test');
  assert.equal(JSON.parse(listed.stdout).data[0].wanted_amount, 2_000);
  assert.equal(await availableOf(shop.merchant.merchantId), '2000');
  const alone = await adjust('100001');
  assert.equal(alone.exitCode, 2, alone.stdout);
  const proposed = await adjust('100001', '--operator', asker.email);
  assert.equal(JSON.parse(proposed.stdout).state, 'waiting', proposed.stderr);
  assert.equal(await availableOf(shop.merchant.merchantId), '2000');
  assert.deepEqual(await failedChecks(gateway), []);
});
