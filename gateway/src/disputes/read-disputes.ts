import type { TransactionKey } from '#src/charges/charge.ts';
import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { firstIdAt, ID_MAX, ID_MIN, isId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { Dispute, DisputeStatus } from './dispute.ts';
import {
  type ReadDisputeRow,
  selectOpenPage,
  selectPage,
  selectPageOfAll,
  selectToRead,
} from './dispute-read-store.ts';
import { selectDisputeById } from './dispute-store.ts';

const OF_CHARGE_MAX = 100;

/** A dispute with the username of its merchant. */
export interface NamedDispute extends Dispute {
  readonly username: string;
}

/** The filters of a list of disputes in one ledger scope. Instants in milliseconds. */
export interface DisputeFilter extends LedgerScope {
  readonly status: DisputeStatus | undefined;
  readonly chargeId: string | undefined;
  /** Only disputes of these charges; with `chargeId` both must fit. */
  readonly chargeIds?: readonly string[] | undefined;
  readonly createdFrom: number | undefined;
  readonly createdTo: number | undefined;
  /** The id after which the page starts. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Reads disputes by their keys, oldest first; unknown ones are omitted. */
export async function readDisputes(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<NamedDispute[]> {
  if (keys.length === 0) return [];
  return (await selectToRead(database, keys)).map(disputeFromRow);
}

/** Reads a dispute of a ledger scope. Refuses `dispute_not_found`. */
export async function readDispute(database: Queryable, key: TransactionKey): Promise<NamedDispute> {
  const [dispute] = isId(key.id) ? await readDisputes(database, [key]) : [];
  if (!dispute) throw new Refusal('dispute_not_found');
  return dispute;
}

/** Reads a dispute of any merchant, for an operator. Refuses `dispute_not_found`. */
export async function readAnyDispute(database: Queryable, id: string): Promise<NamedDispute> {
  const row = isId(id) ? await selectDisputeById(database, { id }) : undefined;
  if (!row) throw new Refusal('dispute_not_found');
  const { merchant_id: merchantId, environment } = row;
  return readDispute(database, { merchantId, environment, id });
}

/** Reads the disputes of a charge, oldest first: up to 100. */
export async function readDisputesOf(
  database: Queryable,
  { merchantId, environment, id: chargeId }: TransactionKey,
): Promise<NamedDispute[]> {
  const range = { fromId: ID_MIN, beforeId: ID_MAX, status: undefined, limit: OF_CHARGE_MAX };
  const rows = await selectPage(database, { merchantId, environment, chargeId, ...range });
  return rows.map(disputeFromRow).reverse();
}

/** One page of a merchant's disputes in one environment, newest first. */
export function listDisputes(
  database: Queryable,
  filter: DisputeFilter,
): Promise<Page<NamedDispute>> {
  const { createdFrom, createdTo, cursor, ...rest } = filter;
  const { chargeId, chargeIds } = filter;
  const isOfAnother = chargeId !== undefined && chargeIds?.includes(chargeId) === false;
  if (isOfAnother || chargeIds?.length === 0) return Promise.resolve({ rows: [], next: null });
  // Ids are UUIDv7, so a period is a range of ids.
  const until = createdTo === undefined ? ID_MAX : firstIdAt(createdTo);
  const beforeId = cursor !== undefined && cursor < until ? cursor : until;
  const range = { fromId: firstIdAt(createdFrom ?? 0), beforeId };
  return pageOf(filter.limit, (limit) => selectPage(database, { ...rest, ...range, limit }));
}

/**
 * One page of the open disputes of a ledger scope, the earliest deadline of the defence first.
 * `cursor` is the id of the last dispute of the page before, which may have been closed since. No
 * page follows an id that is no dispute of the scope.
 */
export async function listOpenDisputes(
  database: Queryable,
  { merchantId, environment, cursor, limit }: LedgerScope & Pick<DisputeFilter, 'cursor' | 'limit'>,
): Promise<Page<NamedDispute>> {
  const scope = { merchantId, environment };
  const keys = cursor === undefined ? [] : [{ ...scope, id: cursor }];
  const [last] = await readDisputes(database, keys);
  if (keys.length > 0 && !last) return { rows: [], next: null };
  const place = last
    ? { afterDue: last.defenseDueAt ?? ('infinity' as const), afterId: last.id }
    : { afterDue: 0, afterId: ID_MIN };
  return pageOf(limit, (rowsMax) =>
    selectOpenPage(database, { ...scope, ...place, limit: rowsMax }),
  );
}

/** One page of the disputes of all merchants in one environment, newest first. */
export function listAllDisputes(
  database: Queryable,
  page: {
    readonly environment: Environment;
    readonly status: DisputeStatus | undefined;
    readonly cursor: string | undefined;
    readonly limit: number;
  },
): Promise<Page<NamedDispute>> {
  const { cursor: beforeId = ID_MAX, ...rest } = page;
  return pageOf(page.limit, (limit) => selectPageOfAll(database, { ...rest, beforeId, limit }));
}

async function pageOf(
  limit: number,
  select: (limit: number) => Promise<ReadDisputeRow[]>,
): Promise<Page<NamedDispute>> {
  const { rows, next } = await readPage(limit, select, ({ id }) => id);
  return { rows: rows.map(disputeFromRow), next };
}

function disputeFromRow(row: ReadDisputeRow): NamedDispute {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    username: row.username,
    chargeId: row.charge_id,
    endToEndId: row.end_to_end_id,
    bank: row.bank,
    bankDisputeId: row.bank_dispute_id,
    reason: row.reason,
    status: row.status,
    amount: centavos(row.amount_centavos),
    claimed: centavos(row.claimed_centavos),
    blocked: centavos(row.blocked_centavos),
    returned: centavos(row.returned_centavos),
    openedAt: row.opened_at,
    defenseDueAt: row.defense_due_at,
    closedAt: row.closed_at,
    defense: defenseFromRow(row),
  };
}

function defenseFromRow(row: ReadDisputeRow): Dispute['defense'] {
  const { defense_text: text, defense_status: status, defense_created_at: createdAt } = row;
  if (text === null || status === null || createdAt === null) return null;
  return { text, status, createdAt, sentAt: row.defense_sent_at, failure: row.defense_failure };
}
