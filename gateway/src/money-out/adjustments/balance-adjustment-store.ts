import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  paramsOf,
  rowsOf,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET, isInThisBucket } from '#src/ground/database/statement-place.ts';
import type { AdjustmentKind } from './balance-adjustment.ts';

const ADJUSTMENT = {
  ...f.SCOPE,
  id: f.uuid,
  kind: f.textOf<AdjustmentKind>(),
  amount: f.inColumn('amount_centavos', f.centavos),
  debt: f.inColumn('debt_centavos', f.centavos),
  blocked: f.inColumn('blocked_centavos', f.centavos),
  reason: f.text,
  reference: f.orNull(f.text),
  holdId: f.orNull(f.uuid),
  requestKey: f.orNull(f.text),
  proposalId: f.orNull(f.uuid),
  createdAt: f.instant,
};
const $ = paramsOf({ ...ADJUSTMENT, requestKey: f.text, limit: f.count });
const COLUMNS = f.columnsOf(ADJUSTMENT);

/** Sends the insert of adjustments; the commit waits for it. Their request keys are claimed. */
export const insertAdjustments = send(
  'balance_adjustments_insert',
  sql`insert into balance_adjustments (${COLUMNS})
    select ${COLUMNS} from ${rowsOf('adjustments', 'row', ADJUSTMENT)}`,
);

/**
 * Claims a request key for one adjustment, over the merchants of all buckets. Waits for another
 * transaction that claims it: 0 when it is claimed.
 */
export const claimRequestKey = countRows(
  'balance_adjustment_claim_key',
  sql`insert into balance_adjustment_keys (request_key) values (${$.requestKey})
    on conflict do nothing returning request_key`,
);

// A bucket that the merchant has left has a copy.
/** The adjustment of a request key; undefined when no request has used the key. */
export const selectAdjustmentByKey = maybeOne(
  'balance_adjustment_by_key',
  ADJUSTMENT,
  sql`select ${COLUMNS} from balance_adjustments
    where request_key = ${$.requestKey}
      and ${isInThisBucket('balance_adjustments.merchant_id')}`,
  EACH_BUCKET,
);

/** A page of the adjustments of a scope, newest first. */
export const selectAdjustments = many(
  'balance_adjustments_list',
  ADJUSTMENT,
  sql`select ${COLUMNS} from balance_adjustments
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id < ${$.id.as('beforeId')} order by id desc limit ${$.limit}`,
);
