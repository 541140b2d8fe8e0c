import type { Transaction } from './database-types.ts';
import { HERE } from './statement-place.ts';

// PostgreSQL plans a statement anew five times, and then keeps a plan for all values if it costs no
// more. Such a plan could be made while a table is empty, and would scan it when it is full: so no
// plan may scan, or join in a way that needs a scan. Not `force_generic_plan`: Citus can't plan for
// values that it doesn't know.
const PLAN_ONCE = {
  name: 'database_plan_once',
  place: HERE,
  text: `select set_config('plan_cache_mode', 'auto', true),
    set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true), set_config('enable_material', 'off', true)`,
};

/**
 * Lets the later statements of a transaction, also the checks of foreign keys, keep one plan for
 * each connection. For frequent transactions that insert rows and look rows up by key, where
 * planning takes a relevant share of the time; on a cluster they name shards.
 */
export function planOnce(tx: Transaction): void {
  tx.send(PLAN_ONCE, []);
  tx.useShards();
}
