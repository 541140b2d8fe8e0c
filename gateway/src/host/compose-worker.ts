import { openBank } from '#src/bank/open-bank.ts';
import { createLocationIds } from '#src/charges/locations/location-ids.ts';
import { chargeChanges } from '#src/charges/work.ts';
import { pollersOf, watchBuckets } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { startHeartbeat } from '#src/ground/work/worker-heartbeat.ts';
import { holdUntilConfirmed } from '#src/incoming/restorations/hold-until-confirmed.ts';
import { unrequestedRefundSaver } from '#src/incoming/work.ts';
import { closingFilesOf } from '#src/reports/closing-mails/work.ts';
import { payerMailParts } from '#src/reports/receipts/payer-mail-parts.ts';
import type { WorkParts } from '#src/room.ts';
import { hasOption, loadParts } from '#src/rooms.ts';
import { composeProcessWork } from './compose-process-work.ts';
import type { AppContext } from './context.ts';
import { keepPartitions, PARTITIONS_INTERVAL_MS } from './expire-rows.ts';
import { ledgerChecksOf } from './ledger-checks.ts';
import { payerNoticesOf } from './payer-notices.ts';

/** Starts the background work of all rooms, also the part that other processes share. */
export async function composeWorker(appContext: AppContext): Promise<RunningWork> {
  const bank = await openBank(appContext);
  const { rooms } = appContext;
  const starts = await loadParts(rooms, (room) => room.work);
  const parts = partsOf(appContext, bank, await ledgerChecksOf(rooms));
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
function partsOf(
  appContext: AppContext,
  bank: WorkParts['bank'],
  checks: WorkParts['checks'],
): WorkParts {
  const notices = payerNoticesOf(appContext.rooms);
  const changes = { ...notices, nextLocationId: createLocationIds(appContext) };
  return {
    bank,
    checks,
    alertReaders: appContext.alertReaders,
    hold: holdUntilConfirmed,
    ...notices,
    chargeChanges: (bucket) => chargeChanges(bucket, bank, changes),
    saveUnrequestedRefunds: unrequestedRefundSaver(appContext, bank?.name ?? ''),
    payerMails: payerMailParts(appContext),
    makeFiles: hasOption(appContext.rooms, 'reports/closing-mails')
      ? closingFilesOf(appContext)
      : undefined,
  };
}
