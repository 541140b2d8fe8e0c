import type { StoredResolution } from '#src/bank/orders/order-resolutions.ts';
import type { RefundStatus } from '#src/charges/charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, rowsOf, shaped, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { Refund } from './refund.ts';

export const REFUND_KEY = { ...f.SCOPE, id: f.uuid };
export const REFUND_ROW = {
  ...REFUND_KEY,
  chargeId: f.uuid,
  status: f.textOf<RefundStatus>(),
  amount: f.inColumn('amount_centavos', f.centavos),
  originAmount: f.inColumn('origin_centavos', f.centavos),
  merchantAbsorbs: f.bool,
  reason: f.orNull(f.text),
  clientId: f.orNull(f.text),
  endToEndId: f.text,
  createdAt: f.instant,
  doneAt: f.orNull(f.instant),
  returnId: f.orNull(f.text),
  failureCode: f.orNull(f.text),
  failureMessage: f.orNull(f.text),
  heldAt: f.orNull(f.instant),
  resolution: f.orNull(f.textOf<StoredResolution>()),
};
export const ALLOCATION_ROW = {
  ...f.SCOPE,
  refundId: f.uuid,
  recipientId: f.uuid,
  amount: f.inColumn('amount_centavos', f.centavos),
};
/** What a list shows of the charge of a refund. */
const OF_CHARGE = { payerName: f.text, payerDocument: f.text, externalId: f.orNull(f.text) };

/** A refund whose allocations have not been read. */
export type StoredRefund = Omit<Refund, 'allocations'>;

/** A refund with what a list shows of its charge. */
export interface ListedRefundRecord extends StoredRefund {
  readonly payerName: string;
  readonly payerDocument: string;
  readonly externalId: string | null;
}

export const REFUND_COLUMNS = f.columnsOf(REFUND_ROW, 'r');
export const REFUND = shaped(REFUND_ROW, refundOf);
const LISTED = shaped(
  { ...REFUND_ROW, ...OF_CHARGE },
  ({ payerName, payerDocument, externalId, ...row }): ListedRefundRecord => ({
    ...refundOf(row),
    payerName,
    payerDocument,
    externalId,
  }),
);
export const SAME_REFUND =
  '(r.merchant_id, r.environment, r.id) = (key.merchant_id, key.environment, key.id)';

const $ = paramsOf({ ...REFUND_ROW, fromId: f.uuid, limit: f.count });
const KEYS = rowsOf('keys', 'key', REFUND_KEY);
const LISTED_COLUMNS = `${REFUND_COLUMNS}, c.payer_name, c.payer_document, c.external_id`;
const JOIN_CHARGE = `join charges c on (c.merchant_id, c.environment, c.id)
  = (r.merchant_id, r.environment, r.charge_id)`;
const OF_PAGE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id < ${$.id.as('beforeId')} and id >= ${$.fromId}`;
const ANY_STATUS = param('status', f.orNull(f.text));

/** Refunds by their keys, in no order. */
export const selectRefunds = many(
  'refunds_select',
  REFUND,
  sql`select ${REFUND_COLUMNS} from ${KEYS}
    join refunds r on ${SAME_REFUND}`,
);

/** The refunds of charges, whose keys are given, oldest first. */
export const selectRefundsOf = many(
  'refunds_select_of_charges',
  REFUND,
  sql`select ${REFUND_COLUMNS} from ${KEYS}
    join refunds r on
    (r.charge_id, r.merchant_id, r.environment) = (key.id, key.merchant_id, key.environment)
    order by r.id`,
);

/** The allocations of refunds, in the order of the charge's shares. */
export const selectAllocations = many(
  'refund_allocations_select',
  {
    refundId: f.uuid,
    recipientId: f.uuid,
    amount: ALLOCATION_ROW.amount,
    username: f.text,
  },
  sql`select p.refund_id, p.recipient_id, p.amount_centavos, s.username
    from ${rowsOf('refunds', 'key', { ...REFUND_KEY, chargeId: f.uuid })}
    join refund_allocations p on (p.merchant_id, p.environment, p.refund_id)
      = (key.merchant_id, key.environment, key.id)
    join charge_splits s on (s.merchant_id, s.environment, s.charge_id, s.recipient_id)
      = (key.merchant_id, key.environment, key.charge_id, p.recipient_id)
    order by p.refund_id, s.position`,
);

/** All pending refunds of a ledger scope. */
export const selectPendingRefunds = many(
  'refunds_select_pending',
  REFUND,
  sql`select ${REFUND_COLUMNS} from refunds r
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and status = 'pending' order by id`,
);

/** The live refunds of payments. */
export const selectOfPayments = many(
  'refunds_of_payments',
  REFUND,
  sql`select ${REFUND_COLUMNS} from refunds r
    where r.end_to_end_id = any(${param('endToEndIds', f.listOf(f.text))})
      and r.environment = 'live'`,
  EACH_BUCKET,
);

/** One refund as a list has it; an empty list when there is none. */
export const selectListedRefund = many(
  'refunds_list_by_id',
  LISTED,
  sql`select ${LISTED_COLUMNS} from refunds r ${JOIN_CHARGE}
    where r.merchant_id = ${$.merchantId} and r.environment = ${$.environment}
      and r.id = ${$.id}`,
);

const selectPageOfScope = many(
  'refunds_list_of_scope',
  LISTED,
  sql`select ${LISTED_COLUMNS} from (
      select * from refunds where ${OF_PAGE} order by id desc limit ${$.limit}
    ) r ${JOIN_CHARGE} order by r.id desc`,
);
const selectPageOfStatus = many(
  'refunds_list_of_status',
  LISTED,
  sql`select ${LISTED_COLUMNS} from (
      select * from refunds where status = ${$.status} and ${OF_PAGE}
      order by id desc limit ${$.limit}
    ) r ${JOIN_CHARGE} order by r.id desc`,
);
const selectPageOfCharges = many(
  'refunds_list_of_charges',
  LISTED,
  sql`select ${LISTED_COLUMNS} from (
      select * from refunds
      where charge_id = any(${param('chargeIds', f.listOf(f.uuid))}::uuid[]) and ${OF_PAGE}
        and (${ANY_STATUS}::text is null or status = ${ANY_STATUS})
      order by id desc limit ${$.limit}
    ) r ${JOIN_CHARGE} order by r.id desc`,
);

/** A page of the refunds of one ledger scope: ids from `fromId` on and below `beforeId`. */
export interface RefundPage extends LedgerScope {
  readonly status: RefundStatus | undefined;
  /** Only refunds of these charges. */
  readonly chargeIds: readonly string[] | undefined;
  readonly fromId: string;
  readonly beforeId: string;
  readonly limit: number;
}

/** Selects a page of the refunds of a ledger scope, newest first. */
export function selectRefundPage(
  database: Queryable,
  { status, chargeIds, ...page }: RefundPage,
): Promise<ListedRefundRecord[]> {
  if (chargeIds !== undefined) {
    return selectPageOfCharges(database, { ...page, chargeIds, status: status ?? null });
  }
  return status === undefined
    ? selectPageOfScope(database, page)
    : selectPageOfStatus(database, { ...page, status });
}

function refundOf(row: f.RecordOf<typeof REFUND_ROW>): StoredRefund {
  const { failureCode, failureMessage, heldAt, ...refund } = row;
  return {
    ...refund,
    isHeld: row.status === 'pending' && heldAt !== null,
    failure: failureCode === null ? null : { code: failureCode, message: failureMessage ?? '' },
  };
}
