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
 * Lets the later statements of a transaction use one plan a connection, also those that check
 * foreign keys row by row. For transactions that insert rows and find others by their keys, and
 * that run so often that planning counts.
 */
export function planOnce(tx: Transaction): void {
  tx.send(PLAN_ONCE, []);
}
