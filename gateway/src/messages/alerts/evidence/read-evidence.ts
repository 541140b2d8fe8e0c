import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { AlertCause } from '../operator-alert.ts';
import { type AlertEvidence, NO_EVIDENCE } from './alert-evidence.ts';
import {
  readBalances,
  readCollector,
  readDiscrepancies,
  readDueDisputes,
  readStuckOrders,
  readSuspendedPayments,
  readWaitingBatches,
} from './money-evidence.ts';
import {
  readArchiver,
  readBrokenRules,
  readNewestBackup,
  readRestoration,
  readWebhookQueue,
} from './server-evidence.ts';

export type EvidenceDeps = Pick<GatewayContext, 'config' | 'database' | 'clock'>;

type ReadEvidence = (deps: EvidenceDeps) => Promise<AlertEvidence>;

/** Reads by the bank's name; nothing without a bank. */
const atBank =
  (read: (database: EvidenceDeps['database'], bank: string) => Promise<AlertEvidence>) =>
  async ({ config, database }: EvidenceDeps): Promise<AlertEvidence> =>
    config.bank ? read(database, config.bank.provider) : NO_EVIDENCE;

const READERS: Readonly<Record<AlertCause, ReadEvidence>> = {
  bank_balance_low: atBank(readBalances),
  ledger_rule_broken: ({ database }) => readBrokenRules(database),
  reconciliation_discrepancy: atBank(readDiscrepancies),
  unmatched_payment: ({ database }) => readSuspendedPayments(database),
  payouts_stuck: ({ database, clock }) => readStuckOrders(database, clock.now()),
  charge_batches_waiting: ({ database }) => readWaitingBatches(database),
  dispute_deadline: ({ database, clock }) => readDueDisputes(database, clock.now()),
  collector_behind: atBank(readCollector),
  webhook_backlog: ({ database, clock }) => readWebhookQueue(database, clock.now()),
  backup_old: ({ config }) => readNewestBackup(config.backup?.dir),
  log_archive_failing: ({ database }) => readArchiver(database),
  restoration_open: ({ database }) => readRestoration(database),
};

/** Reads what an operator needs to solve an alert: up to 20 items, and what the bank said. */
export function readEvidence(deps: EvidenceDeps, cause: AlertCause): Promise<AlertEvidence> {
  return READERS[cause](deps);
}
