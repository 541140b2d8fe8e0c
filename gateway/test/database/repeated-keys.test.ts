import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createCharges } from '#src/charges/create-charges.ts';
import type { ChargeRequest } from '#src/charges/plan-charges.ts';
import { callerWithoutKey } from '#src/ground/access/merchant.ts';
import type { Database } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';

test('repeats of a key that is known to be in use cost the requests beside them no second transaction', async (context) => {
  const gateway = await startGateway(context, { hasWorker: false });
  const { clock, database } = gateway.appContext;
  // After midnight in UTC keys are claimed in two days, and then none is expected to be new.
  gateway.clock.hold(clock.now() - (clock.now() % DAY_MS) + DAY_MS / 2);
  let transactions = 0;
  const counted: Database = {
    ...database,
    transaction(...words: Parameters<Database['transaction']>) {
      transactions += 1;
      return database.transaction(...words);
    },
  } as Database;
  const [first, second] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  const requestOf = ({ merchant }: typeof first, key: string): ChargeRequest => ({
    caller: callerWithoutKey(merchant, { environment: 'test', clientId: 'test' }),
    idempotency: { key, requestDigest: Buffer.alloc(16), fields: [] },
    amount: centavos(10_000),
    payer: { name: 'Ana', document: '12345678909', email: null },
    externalId: null,
    expiresInSeconds: 60,
    webhookUrl: null,
    utm: null,
    split: undefined,
  });
  const create = async (...requests: ChargeRequest[]) => {
    transactions = 0;
    const deps = { database: counted, clock, paymentDelaySeconds: 0 };
    const created = await createCharges(deps, requests);
    const replays = created.map((result) => 'value' in result && result.value.isReplay);
    return [...replays, transactions];
  };
  const repeated = requestOf(first, 'the-same-key');
  const fresh = () => requestOf(second, randomUUID());
  assert.deepEqual(await create(repeated, fresh()), [false, false, 1]);
  // Now the repeat is taken for new once.
  assert.deepEqual(await create(repeated, fresh()), [true, false, 2]);
  assert.deepEqual(await create(repeated, repeated, fresh()), [true, true, false, 1]);
  assert.deepEqual(await create(fresh(), fresh()), [false, false, 1]);
});
