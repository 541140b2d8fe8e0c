import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { systemClock } from '#src/ground/clock.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { createSecretBox } from '#src/ground/encryption/encryption.ts';
import { setApprovalServer } from '#src/money-out/payouts/approval/approval-server.ts';
import { setOperatorLimits } from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS } from '#src/money-out/payouts/payout-limits.ts';
import { CHARGE, PAYOUT, until } from '../support/gateway.ts';
import { centavosOf } from '../support/payout-approvals.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';
import { startCrashingGateway } from './crashing-gateway.ts';

/** Longer than the lease of a job whose process was killed. */
const RETRY_MS = 120_000;
const { bank, connectionString, ask, createOnce, ends, crashAt } = await startCrashingGateway({
  after,
});
const sink = await startWebhookSink({ after });

/** Payouts of the shop need a yes of the sink. */
async function needApproval(): Promise<void> {
  const database = openDatabase({ connectionString, connectionsMax: 1, applicationName: 'test' });
  const { rows } = await database.pool.query(
    `select merchant_id from merchants where username = 'loja'`,
  );
  const scope = { merchantId: String(rows[0]?.merchant_id), environment: 'live' } as const;
  const deps = {
    database,
    clock: systemClock,
    secretBox: createSecretBox(Buffer.alloc(32, 7)),
    targetRules: { allowPlainHttp: true, allowPrivateAddresses: true },
  };
  const limits = { ...NO_LIMITS, approvalAbove: centavosOf(0) };
  await setOperatorLimits(deps, scope, () => limits, commandActor);
  await setApprovalServer(deps, scope, sink.url, commandActor);
  await database.close();
}

test('killed between the yes and its commit: the server is asked again and it is paid once', async () => {
  const charge = await createOnce('/v1/pix/qrcode', CHARGE);
  bank.pay(charge.replaceAll('-', ''));
  await ends(charge);
  await needApproval();
  const waiting: ServerResponse[] = [];
  const yes = (response: ServerResponse) => response.writeHead(200).end('{"approve": true}');
  sink.answerWith((_question, response) => {
    if (sink.received.length === 1) waiting.push(response);
    else yes(response);
  });
  const id = await createOnce('/v1/pix/payout', { ...PAYOUT, amount: 1_000 });
  await until('the server is asked', async () => waiting.length === 1);
  await crashAt({
    at: 'payout_approvals',
    act: async () => {
      for (const response of waiting) yes(response);
    },
  });
  await until('it is paid', async () => (await statusOf(id)) === 'paid', RETRY_MS);
  assert.equal(sink.received.length, 2);
  assert.ok(sink.received.every(({ event }) => event.data.internal_id === id));
  assert.equal(bank.snapshot().payouts.length, 1);
  const { body } = (await ask('GET', '/v1/balance')) ?? assert.fail();
  assert.deepEqual(body.reserved, 0);
});

async function statusOf(id: string): Promise<unknown> {
  return (await ask('GET', `/v1/transactions/${id}`))?.body.status;
}
