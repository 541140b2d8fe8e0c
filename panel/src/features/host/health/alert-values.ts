import { formatCount, formatMoney } from '#panel/components/format.ts';
import type { Health } from './health-types.ts';

type Cause = Health['alerts'][number]['cause'];

const SECONDS_PER_MINUTE = 60;
const count = (value: number) => formatCount(value);
const minutes = (seconds: number) => `${formatCount(Math.floor(seconds / SECONDS_PER_MINUTE))} min`;

/** How the value of each alert is shown. */
export const alertValues = {
  bank_balance_low: formatMoney,
  ledger_rule_broken: count,
  reconciliation_discrepancy: count,
  unmatched_payment: count,
  payouts_stuck: count,
  charge_batches_waiting: minutes,
  dispute_deadline: count,
  collector_behind: minutes,
  webhook_backlog: minutes,
  backup_old: minutes,
  log_archive_failing: minutes,
  restoration_open: count,
} satisfies Record<Cause, (value: number) => string>;
