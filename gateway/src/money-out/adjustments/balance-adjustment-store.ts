import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET, isInThisBucket } from '#src/ground/database/statement-place.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { AdjustmentKind, BalanceAdjustment } from './balance-adjustment.ts';

const COLUMNS = `merchant_id, environment, id, kind, amount_centavos, debt_centavos,
  blocked_centavos, reason, reference, hold_id, request_key, proposal_id, created_at`;

const INSERT = {
  name: 'balance_adjustments_insert',
  text: `insert into balance_adjustments (${COLUMNS})
    select ${COLUMNS} from json_to_recordset($1) as row (merchant_id uuid, environment text,
      id uuid, kind text, amount_centavos bigint, debt_centavos bigint, blocked_centavos bigint,
      reason text, reference text, hold_id uuid, request_key text, proposal_id uuid,
      created_at timestamptz)`,
};
const CLAIM_KEY = {
  name: 'balance_adjustment_claim_key',
  text: `insert into balance_adjustment_keys (request_key) values ($1)
    on conflict do nothing returning request_key`,
};
// A bucket that the merchant has left has a copy.
const SELECT_BY_KEY = {
  name: 'balance_adjustment_by_key',
  place: EACH_BUCKET,
  text: `select ${COLUMNS} from balance_adjustments
    where request_key = $1 and ${isInThisBucket('balance_adjustments.merchant_id')}`,
};
const LIST = {
  name: 'balance_adjustments_list',
  text: `select ${COLUMNS} from balance_adjustments
    where merchant_id = $1 and environment = $2 and id < $3 order by id desc limit $4`,
};

interface AdjustmentRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly kind: AdjustmentKind;
  readonly amount_centavos: bigint;
  readonly debt_centavos: bigint;
  readonly blocked_centavos: bigint;
  readonly reason: string;
  readonly reference: string | null;
  readonly hold_id: string | null;
  readonly request_key: string | null;
  readonly proposal_id: string | null;
  readonly created_at: number;
}

/** Sends the insert of adjustments; the commit waits for it. Their request keys are claimed. */
export function insertAdjustments(tx: Transaction, all: readonly BalanceAdjustment[]): void {
  const rows = all.map((adjustment) => ({
    merchant_id: adjustment.merchantId,
    environment: adjustment.environment,
    id: adjustment.id,
    kind: adjustment.kind,
    amount_centavos: adjustment.amount.toString(),
    debt_centavos: adjustment.debt.toString(),
    blocked_centavos: adjustment.blocked.toString(),
    reason: adjustment.reason,
    reference: adjustment.reference,
    hold_id: adjustment.holdId,
    request_key: adjustment.requestKey,
    proposal_id: adjustment.proposalId,
    created_at: new Date(adjustment.createdAt),
  }));
  tx.send(INSERT, [JSON.stringify(rows)]);
}

/**
 * Claims a request key for one adjustment, over the merchants of all buckets. Waits for another
 * transaction that claims it; false when it is claimed.
 */
export async function claimRequestKey(tx: Transaction, requestKey: string): Promise<boolean> {
  return (await tx.query(CLAIM_KEY, [requestKey])).length > 0;
}

/** Selects the adjustment of a request key; undefined when no request has used the key. */
export async function selectAdjustmentByKey(
  database: Queryable,
  requestKey: string,
): Promise<BalanceAdjustment | undefined> {
  const [row] = await database.query<AdjustmentRow>(SELECT_BY_KEY, [requestKey]);
  return row && adjustmentOf(row);
}

/** Selects a page of the adjustments of a scope, newest first. */
export async function selectAdjustments(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, limit }: { beforeId: string; limit: number },
): Promise<BalanceAdjustment[]> {
  const values = [merchantId, environment, beforeId, limit];
  return (await database.query<AdjustmentRow>(LIST, values)).map(adjustmentOf);
}

function adjustmentOf(row: AdjustmentRow): BalanceAdjustment {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    kind: row.kind,
    amount: centavos(row.amount_centavos),
    debt: centavos(row.debt_centavos),
    blocked: centavos(row.blocked_centavos),
    reason: row.reason,
    reference: row.reference,
    holdId: row.hold_id,
    requestKey: row.request_key,
    proposalId: row.proposal_id,
    createdAt: row.created_at,
  };
}
