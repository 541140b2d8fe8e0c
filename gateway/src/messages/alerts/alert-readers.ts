import { resolve } from 'node:path';
import { countDueDisputes } from '#src/disputes/count-due-disputes.ts';
import { readArchiverFailing, readBackupAge } from '#src/ground/backup/archiver-health.ts';
import { MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { countSuspended, readBookedUntil } from '#src/incoming/payments/read-booked.ts';
import { countDiscrepancies } from '#src/incoming/reconciliation/read-reconciliations.ts';
import { readShortfall } from '#src/incoming/reconciliation/read-shortfall.ts';
import { readOpenRestoration } from '#src/incoming/restorations/confirm-restoration.ts';
import { listVerifications } from '#src/ledger/run-verifications.ts';
import { countStuckOrders } from '#src/money-out/order-resolutions/resolve-orders.ts';
import { readDeliveryQueue } from '#src/webhooks/reports/read-delivery-queue.ts';
import {
  ALERT_CAUSES,
  ALERT_RULES,
  type AlertReaders,
  DEADLINE_WITHIN_MS,
  STUCK_AFTER_MS,
} from './operator-alert.ts';
import { waitingBatches } from './waiting-batches.ts';

const VERIFICATIONS_READ = 20;
/** The shortfall is kept longer, because its read needs every account of the ledger. */
const SHORTFALL_KEPT_MS = 5 * MINUTE_MS;

type ReaderDeps = Pick<GatewayContext, 'config' | 'database' | 'clock'>;

/** The reader of each alert's value, shared by the metrics, the health page and the e-mails. */
export function readersOf({ config, database, clock }: ReaderDeps): AlertReaders {
  const backupDir = config.backup?.dir;
  const readers: AlertReaders = {
    ledger_rule_broken: async () => {
      const all = await listVerifications(database, VERIFICATIONS_READ);
      const { laws = [] } = all.find(({ status }) => status === 'done') ?? {};
      return laws.filter(({ differences }) => differences.length > 0).length;
    },
    webhook_backlog: async () =>
      (await readDeliveryQueue(database, clock.now())).oldestDueSeconds ?? 0,
    log_archive_failing: () => readArchiverFailing(database),
    restoration_open: async () => ((await readOpenRestoration(database)) ? 1 : 0),
    ...(backupDir !== undefined && {
      backup_old: () => readBackupAge(resolve(backupDir), clock.now()),
    }),
  };
  if (!config.bank) return readers;
  const bank = config.bank.provider;
  const batches = waitingBatches();
  return {
    ...readers,
    bank_balance_low: keptFor(SHORTFALL_KEPT_MS, clock, async () =>
      Number(await readShortfall(database, bank)),
    ),
    reconciliation_discrepancy: () => countDiscrepancies(database, bank),
    unmatched_payment: () => countSuspended(database),
    payouts_stuck: () => countStuckOrders(database, clock.now() - STUCK_AFTER_MS),
    ...(batches && {
      charge_batches_waiting: () => batches.readBatchWait(database, clock.now()),
    }),
    dispute_deadline: () =>
      countDueDisputes(database, { now: clock.now(), withinMs: DEADLINE_WITHIN_MS }),
    collector_behind: async () => {
      const bookedUntil = await readBookedUntil(database, bank);
      return bookedUntil === undefined ? 0 : (clock.now() - bookedUntil) / SECOND_MS;
    },
  };
}

/** Registers the metric of each alert. */
export function watchAlerts(readers: AlertReaders, metrics: GatewayContext['metrics']): void {
  for (const cause of ALERT_CAUSES) {
    const { metric, help } = ALERT_RULES[cause];
    const read = readers[cause];
    if (read) metrics.gauge(metric, help, read);
  }
}

/** Reads a value at most once in a while; errors are not kept. */
function keptFor(
  keptMs: number,
  clock: GatewayContext['clock'],
  read: () => Promise<number>,
): () => Promise<number> {
  let kept: { readonly value: number; readonly until: number } | undefined;
  return async () => {
    const now = clock.now();
    if (!kept || kept.until <= now) kept = { value: await read(), until: now + keptMs };
    return kept.value;
  };
}
