import { openBank } from '#src/bank/open-bank.ts';
import { createLocationIds } from '#src/charges/locations/location-ids.ts';
import { chargeChanges } from '#src/charges/work.ts';
import { pollersOf, watchBuckets } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { startHeartbeat } from '#src/ground/work/worker-heartbeat.ts';
import { holdUntilConfirmed } from '#src/incoming/restorations/hold-until-confirmed.ts';
import { unrequestedRefundSaver } from '#src/incoming/work.ts';
import { payerMailParts } from '#src/reports/receipts/payer-mail-parts.ts';
import type { MailParts, WorkParts } from '#src/room.ts';
import { loadParts } from '#src/rooms.ts';
import { composeProcessWork } from './compose-process-work.ts';
import type { AppContext } from './context.ts';
import { keepPartitions, PARTITIONS_INTERVAL_MS } from './expire-rows.ts';
import { ledgerChecksOf } from './ledger-checks.ts';
import { clockKindsOf, tellPayersOf } from './option-parts.ts';

/** Starts the background work of all rooms, also the part that other processes share. */
export async function composeWorker(appContext: AppContext): Promise<RunningWork> {
  const bank = await openBank(appContext);
  const { rooms } = appContext;
  const starts = await loadParts(rooms, (room) => room.work);
  const parts = await partsOf(appContext, bank);
  const work: RunningWork[] = [
    watchBuckets(appContext),
    startHeartbeat(appContext),
    pollersOf(appContext).everyInBuckets('partitions', PARTITIONS_INTERVAL_MS, (bucket) =>
      keepPartitions({ ...appContext, ...bucket }),
    ),
    ...(await composeProcessWork(appContext, bank)),
    ...starts.flatMap((start) => start(appContext, parts)),
  ];
  return {
    async stop() {
      await Promise.all(work.map((each) => each.stop()));
      await bank?.close();
    },
  };
}

/** The parts of other rooms that the work of a room uses. */
async function partsOf(appContext: AppContext, bank: WorkParts['bank']): Promise<WorkParts> {
  const { rooms } = appContext;
  const nextLocationId = createLocationIds(appContext);
  const payerMails = payerMailParts(appContext);
  const mailParts = await loadParts(rooms, (room) => room.mailParts);
  const { payerMailHooks, makeFiles }: MailParts = Object.assign(
    {},
    ...mailParts.map((partsOfMails) => partsOfMails(appContext, { payerMails })),
  );
  return {
    bank,
    checks: await ledgerChecksOf(rooms),
    alertReaders: appContext.alertReaders,
    hold: holdUntilConfirmed,
    tellPayers: await tellPayersOf(rooms),
    clockKinds: await clockKindsOf(appContext),
    chargeChanges: (bucket) => chargeChanges(bucket, bank, nextLocationId),
    saveUnrequestedRefunds: unrequestedRefundSaver(appContext, bank?.name ?? ''),
    payerMails,
    payerMailHooks,
    makeFiles,
  };
}
