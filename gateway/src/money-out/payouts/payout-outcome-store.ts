import type { Queryable } from '#src/ground/database/database.ts';
import type { BatchKey } from './batches/payout-batch-store.ts';
import type { PayoutStatus } from './payout.ts';
import type { PayoutKey } from './payout-store.ts';

const FACTS = 'p.status, p.held_at, p.waits_until';
const SELECT = {
  name: 'payout_outcome_select',
  text: `select ${FACTS} from payouts p where merchant_id = $1 and environment = $2 and id = $3`,
};
// The payout of a batch that waits longest stands for all.
const SELECT_OF_BATCH = {
  name: 'payout_outcome_select_of_batch',
  text: `select ${FACTS} from payouts p
    where merchant_id = $1 and environment = $2 and batch_id = $3
    order by status = 'awaiting_approval' desc, status = 'pending' desc,
      waits_until desc nulls last limit 1`,
};

/** The facts that decide when an accepted payout is sent. Instants in milliseconds since 1970. */
export interface OutcomeRow extends Record<string, unknown> {
  readonly status: PayoutStatus;
  readonly held_at: number | null;
  readonly waits_until: number | null;
}

/** Selects a payout; undefined when there is none. */
export async function selectOutcome(
  database: Queryable,
  { merchantId, environment, id }: PayoutKey,
): Promise<OutcomeRow | undefined> {
  return (await database.query<OutcomeRow>(SELECT, [merchantId, environment, id]))[0];
}

/** Selects the payout of a confirmed batch that waits longest. */
export async function selectOutcomeOfBatch(
  database: Queryable,
  { merchantId, environment, id }: BatchKey,
): Promise<OutcomeRow | undefined> {
  return (await database.query<OutcomeRow>(SELECT_OF_BATCH, [merchantId, environment, id]))[0];
}
