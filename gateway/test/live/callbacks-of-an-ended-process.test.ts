import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { createId } from '#src/ground/ids.ts';
import { createListeners, workAlone } from '#src/ground/work/work-sharing.ts';
import { startCallbacks } from '#src/incoming/work.ts';
import { moneyOutNotices } from '#src/money-out/notices.ts';
import { subscriptionsNotices } from '#src/subscriptions/notices.ts';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { startGateway, until } from '../support/gateway.ts';
import { bankVariables } from '../support/live.ts';

const handlers = { ...moneyOutNotices, ...subscriptionsNotices };
const CLAIM_MS = 60_000;
const bank = await startBankSimulator({ dialect: 'efi' });
after(() => bank.stop());
const env = await bankVariables({ after }, bank);
const { appContext, clock, sql } = await startGateway({ after }, { env, hasWorker: false });

test('call-backs that an ended process had claimed are handled at once, those of others are not', async (context) => {
  const { config, logger } = appContext;
  assert.ok(config.bank);
  const liveBank = openLiveBank(config.bank, { logger, now: clock.now });
  const ends = createListeners<string>();
  const sharing = { ...workAlone(), onEnd: ends.add };
  const running = startCallbacks({ ...appContext, sharing }, liveBank, handlers);
  context.after(async () => {
    await running.stop();
    await liveBank.close();
  });
  const [ended, other] = [randomUUID(), randomUUID()];
  for (const claimedBy of [ended, other]) {
    await sql(
      `insert into bank_callbacks (id, bank, body, received_at, due_at, claimed_by)
        values ($1, $2, '{}', now(), $3, $4)`,
      [createId(clock.now()), liveBank.name, new Date(clock.now() + CLAIM_MS), claimedBy],
    );
  }
  const claimedBy = async () =>
    (await sql('select claimed_by from bank_callbacks where due_at is not null')).map(
      (row) => row.claimed_by,
    );
  assert.deepEqual((await claimedBy()).toSorted(), [ended, other].toSorted());
  ends.tell(ended);
  await until('the call-back is handled', async () => (await claimedBy()).length === 1);
  assert.deepEqual(await claimedBy(), [other]);
});
