import type { RefundStatus } from '#src/charges/charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { firstIdAt, ID_MAX, isId } from '#src/ground/ids.ts';
import { withAllocations } from './read-refunds.ts';
import { type Refund, refundOfCharge } from './refund.ts';
import {
  type ListedRefundRecord,
  selectListedRefund,
  selectRefundPage,
} from './refund-read-store.ts';

/** The filters of a list of refunds in one ledger scope. Instants in milliseconds. */
export interface RefundFilter extends LedgerScope {
  readonly status: RefundStatus | undefined;
  readonly chargeId: string | undefined;
  /** Only refunds of these charges; with `chargeId` both must fit. */
  readonly chargeIds: readonly string[] | undefined;
  readonly createdFrom: number | undefined;
  readonly createdTo: number | undefined;
  /** The id after which the page starts. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** A refund with what a list shows of its charge. */
export type ListedRefund = ListedRefundRecord & Pick<Refund, 'allocations'>;

/** One page of the refunds that a merchant's charges have, newest first. */
export async function listRefunds(
  database: Queryable,
  filter: RefundFilter,
): Promise<Page<ListedRefund>> {
  const { chargeId, chargeIds, createdFrom, createdTo, cursor, ...rest } = filter;
  const charges = chargeId === undefined ? chargeIds : [chargeId];
  const isOfAnother = chargeId !== undefined && chargeIds?.includes(chargeId) === false;
  if (isOfAnother || charges?.length === 0) return { rows: [], next: null };
  // Ids are UUIDv7, so a period is a range of ids.
  const until = createdTo === undefined ? ID_MAX : firstIdAt(createdTo);
  const beforeId = cursor !== undefined && cursor < until ? cursor : until;
  const range = { fromId: firstIdAt(createdFrom ?? 0), beforeId, chargeIds: charges };
  const { rows, next } = await readPage(
    filter.limit,
    (limit) => selectRefundPage(database, { ...rest, ...range, limit }),
    ({ id }) => id,
  );
  return { rows: await withAllocations(database, rows), next };
}

/** One refund of a merchant's charges. Refuses `transaction_not_found`. */
export async function readListedRefund(
  database: Queryable,
  scope: LedgerScope,
  id: string,
): Promise<ListedRefund> {
  const { merchantId, environment } = scope;
  const found = isId(id) ? await selectListedRefund(database, { merchantId, environment, id }) : [];
  const [refund] = await withAllocations(database, found);
  if (!refund) throw new Refusal('transaction_not_found');
  return refund;
}

/** The refund as a list shows it. */
export function listedRefund(refund: ListedRefund) {
  return {
    ...refundOfCharge(refund),
    transaction_id: refund.chargeId,
    external_id: refund.externalId,
    end_to_end_id: refund.endToEndId,
  };
}
