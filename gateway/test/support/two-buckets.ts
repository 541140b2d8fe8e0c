import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { moveMerchant } from '#src/accounts/merchants/move-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { isBucketId } from '#src/ground/database/buckets.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { AppContext } from '#src/host/context.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { sendTransfer } from '#src/money-out/transfers/send-transfer.ts';
import type { Cleanup } from './cleanup.ts';
import { ownerAddressOf } from './database-server.ts';
import {
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  startGateway,
  type TestGateway,
  type TestGatewayOptions,
} from './gateway.ts';

export type Party = Awaited<ReturnType<typeof createMerchantWithKeys>>;

/** How many buckets the databases of the main suites have; TEST_BUCKETS changes it. */
export const BUCKETS_OF_MAIN_SUITES = Number(process.env.TEST_BUCKETS ?? '2');

/** Like `startGateway`, on the buckets of the main suites: merchants are spread over them. */
export function startInBuckets(
  context: Cleanup,
  options: Omit<TestGatewayOptions, 'buckets'> = {},
): Promise<TestGateway> {
  return startGateway(context, { ...options, buckets: BUCKETS_OF_MAIN_SUITES });
}

/** Two merchants in different buckets; the first one is in `b0`. */
export async function openTwo(context: Cleanup, options: Omit<TestGatewayOptions, 'buckets'> = {}) {
  const gateway = await startGateway(context, { ...options, buckets: 2 });
  return { gateway, ...(await createPair(gateway)) };
}

/** Two merchants in different buckets of a gateway with two; the first one is in `b0`. */
export async function createPair(gateway: TestGateway, environment: Environment = 'test') {
  const parties = [
    await createMerchantWithKeys(gateway, environment),
    await createMerchantWithKeys(gateway, environment),
  ];
  const buckets = await gateway.appContext.database.buckets.bucketsOf(
    parties.map(({ merchant }) => merchant.merchantId),
  );
  const named = parties.map((party) => ({ party, id: buckets.get(party.merchant.merchantId) }));
  const home = named.find(({ id }) => id === 'b0')?.party;
  const away = named.find(({ id }) => id === 'b1')?.party;
  assert.ok(home && away, 'merchants are spread over the buckets');
  return { home, away };
}

/** What a merchant can use, in centavos, as its API tells it. */
export async function available(gateway: TestGateway, keys: Keys): Promise<unknown> {
  return (await gateway.call('GET', '/v1/balance', { keys })).body.available;
}

/** Asserts that `ledger verify` finds no difference. */
export async function assertClean({ appContext }: TestGateway): Promise<void> {
  const report = await verifyLedger(appContext.database, allLedgerChecks);
  const broken = report.laws.filter(({ differences }) => differences.length > 0);
  assert.deepEqual(broken, []);
}

/** A charge of 10000 of which the recipient gets 10 %, paid. */
export async function payShared(
  gateway: TestGateway,
  origin: Party,
  recipient: Party,
): Promise<string> {
  const split = [{ username: recipient.username, percentage: 10 }];
  const payer = { name: 'Ana', document: '12345678909' };
  const charge = await receivePayment(gateway, origin.keys, { amount: 10_000, payer, split });
  return String(charge.internal_id);
}

/** Sends money from one merchant to another, by the gateway of `appContext`. */
export function transfer(
  { appContext }: { readonly appContext: Pick<AppContext, 'database' | 'clock'> },
  from: Party,
  to: Party,
  amount: bigint,
) {
  const { database, clock } = appContext;
  return sendTransfer(
    { database, clock },
    {
      sender: from.merchant,
      environment: 'test',
      username: to.username,
      description: null,
      idempotency: {
        key: `transfer-${randomUUID()}`,
        requestDigest: randomBytes(32),
        fields: [],
      },
      amount: centavos(amount),
      by: commandActor,
    },
  );
}

/** Moves a merchant, as the command does. */
export async function move(
  { appContext, connectionString }: TestGateway,
  party: Party,
  to: string,
  { waitsForLocks = false } = {},
) {
  const opened = openDatabase({
    connectionString: ownerAddressOf(connectionString),
    connectionsMax: 1,
    applicationName: 'test',
    statementTimeoutMs: 0,
  });
  const forever = { lockTimeoutMs: 0, statementTimeoutMs: 0 };
  const owner = waitsForLocks ? opened.withLimits(forever) : opened;
  try {
    await owner.buckets.refresh();
    assert.ok(isBucketId(to));
    const { database, clock } = appContext;
    const { username } = party;
    return await moveMerchant({ database, owner, clock }, { username, to }, commandActor);
  } finally {
    await opened.close();
  }
}
