import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { REFUND_COLUMNS, type RefundRow } from './refund-store.ts';

/** A refund with what a list shows of its charge. */
export interface ListedRefundRow extends RefundRow {
  readonly payer_name: string;
  readonly payer_document: string;
  readonly external_id: string | null;
}

/** A page of the refunds of one ledger scope: ids from `fromId` on and below `beforeId`. */
export interface RefundPage extends LedgerScope {
  readonly status: string | undefined;
  /** Only refunds of these charges. */
  readonly chargeIds: readonly string[] | undefined;
  readonly fromId: string;
  readonly beforeId: string;
  readonly limit: number;
}

const COLUMNS = `${REFUND_COLUMNS}, c.payer_name, c.payer_document, c.external_id`;
const CHARGE = `join charges c on (c.merchant_id, c.environment, c.id)
  = (r.merchant_id, r.environment, r.charge_id)`;
const OF_PAGE = 'merchant_id = $1 and environment = $2 and id < $3 and id >= $4';

const OF_SCOPE = {
  name: 'refunds_list_of_scope',
  text: `select ${COLUMNS} from (
      select * from refunds where ${OF_PAGE} order by id desc limit $5
    ) r ${CHARGE} order by r.id desc`,
};
const OF_STATUS = {
  name: 'refunds_list_of_status',
  text: `select ${COLUMNS} from (
      select * from refunds where status = $6 and ${OF_PAGE} order by id desc limit $5
    ) r ${CHARGE} order by r.id desc`,
};
const OF_CHARGES = {
  name: 'refunds_list_of_charges',
  text: `select ${COLUMNS} from (
      select * from refunds
      where charge_id = any($6::uuid[]) and ${OF_PAGE} and ($7::text is null or status = $7)
      order by id desc limit $5
    ) r ${CHARGE} order by r.id desc`,
};

const BY_ID = {
  name: 'refunds_list_by_id',
  text: `select ${COLUMNS} from refunds r ${CHARGE}
    where r.merchant_id = $1 and r.environment = $2 and r.id = $3`,
};

/** Selects one refund as a list has it; an empty list when there is none. */
export function selectListedRefund(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  id: string,
): Promise<ListedRefundRow[]> {
  return database.query<ListedRefundRow>(BY_ID, [merchantId, environment, id]);
}

/** Selects a page of the refunds of a ledger scope, newest first. */
export function selectRefundPage(
  database: Queryable,
  page: RefundPage,
): Promise<ListedRefundRow[]> {
  const { merchantId, environment, status, chargeIds, fromId, beforeId, limit } = page;
  const values = [merchantId, environment, beforeId, fromId, limit];
  if (chargeIds !== undefined) {
    return database.query<ListedRefundRow>(OF_CHARGES, [...values, chargeIds, status ?? null]);
  }
  return status === undefined
    ? database.query<ListedRefundRow>(OF_SCOPE, values)
    : database.query<ListedRefundRow>(OF_STATUS, [...values, status]);
}
