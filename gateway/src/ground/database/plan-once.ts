import type { Transaction } from './database-types.ts';
import { HERE } from './statement-place.ts';

// PostgreSQL plans a statement anew five times, and then keeps a plan for all values if it costs no
// more. Such a plan could be made while a table is empty, and would scan it when it is full: so no
// plan may scan, or join in a way that needs a scan.
const SCANS_AND_JOINS = [
  'enable_seqscan',
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_material',
];
const PLAN_ONCE = {
  name: 'database_plan_once',
  place: HERE,
  text: settingsWith(`'auto'`),
};
// Citus can't plan for values that it doesn't know.
const PLAN_AT_FIRST = {
  name: 'database_plan_at_first',
  place: HERE,
  text: settingsWith(`case when current_setting('citus.version', true) is null
      then 'force_generic_plan' else 'auto' end`),
};

function settingsWith(mode: string): string {
  const off = SCANS_AND_JOINS.map((name) => `set_config('${name}', 'off', true)`);
  return `select set_config('plan_cache_mode', ${mode}, true), ${off.join(', ')}`;
}

/** The same for all statements of a connection, as PostgreSQL's command line has settings. */
export const KEEPER_SETTINGS = [
  '-c plan_cache_mode=auto',
  ...SCANS_AND_JOINS.map((name) => `-c ${name}=off`),
].join(' ');

/**
 * Lets the later statements of a transaction, also the checks of foreign keys, keep one plan for
 * each connection. For frequent transactions that insert rows and look rows up by key, where
 * planning takes a relevant share of the time; on a cluster they name shards.
 */
export function planOnce(tx: Transaction): void {
  tx.send(PLAN_ONCE, []);
  tx.useShards();
}

/**
 * Like `planOnce`, but the first plan is kept, without five others before it: for a statement whose
 * plan takes far longer than its run and is the same for all values.
 */
export function planAtFirst(tx: Transaction): void {
  tx.send(PLAN_AT_FIRST, []);
  tx.useShards();
}
