import type { Queryable } from '#src/ground/database/database.ts';
import { type TermsColumns, termsFromRow } from '#src/ledger/settlements/settlement-terms.ts';
import type { MerchantStatus } from './merchant.ts';
import type { MerchantRecord } from './merchant-record.ts';
import { type MerchantRow, merchantFromRow } from './merchant-store.ts';

interface RecordRow extends MerchantRow, TermsColumns {
  readonly created_at: number;
  readonly status_before: MerchantStatus | null;
  readonly suspended_at: number | null;
  readonly suspension_reason: string | null;
}

const LIST = {
  name: 'merchants_list',
  text: `select * from merchants
    where merchant_id < $1 and ($2::text is null or status = $2)
    order by merchant_id desc limit $3`,
};
// The expressions are those of the indexes in schema/03-accounts.sql.
const SEARCH = {
  name: 'merchants_search',
  text: `select * from merchants
    where merchant_id < $1 and ($2::text is null or status = $2)
      and merchant_id in (
        select merchant_id from merchants
        where search_words(username || ' ' || name || ' ' || document) @@ to_tsquery('simple', $4)
        union
        select ms.merchant_id from auth."user" u
        join auth.memberships ms on ms.user_id = u."id"
        where u."role" = 'merchant' and search_words(u."email") @@ to_tsquery('simple', $4)
      )
    order by merchant_id desc limit $3`,
};
const SELECT = {
  name: 'merchant_record',
  text: 'select * from merchants where username = $1',
};

export interface MerchantFilter {
  readonly beforeId: string;
  readonly status: MerchantStatus | undefined;
  /** Prefixes of words. A merchant must have a word for each prefix. */
  readonly words: readonly string[];
  readonly limit: number;
}

/** One page of merchants, newest first. */
export async function selectMerchantPage(
  database: Queryable,
  { beforeId, status, words, limit }: MerchantFilter,
): Promise<MerchantRecord[]> {
  const values = [beforeId, status ?? null, limit];
  const query = words.map((word) => `${word}:*`).join(' & ');
  const rows =
    words.length === 0
      ? await database.query<RecordRow>(LIST, values)
      : await database.query<RecordRow>(SEARCH, [...values, query]);
  return rows.map(recordFromRow);
}

/** A merchant's record, or undefined. */
export async function selectMerchantRecord(
  database: Queryable,
  username: string,
): Promise<MerchantRecord | undefined> {
  const [row] = await database.query<RecordRow>(SELECT, [username]);
  return row && recordFromRow(row);
}

function recordFromRow(row: RecordRow): MerchantRecord {
  const suspension = row.suspended_at === null ? null : suspensionOf(row, row.suspended_at);
  const settlement = termsFromRow(row);
  return { ...merchantFromRow(row), createdAt: row.created_at, settlement, suspension };
}

function suspensionOf(row: RecordRow, at: number) {
  return { at, reason: row.suspension_reason, statusBefore: row.status_before ?? 'active' };
}
