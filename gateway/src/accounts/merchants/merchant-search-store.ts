import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, param, paramsOf, shaped, sql } from '#src/ground/database/sql.ts';
import type { MerchantStatus } from './merchant.ts';
import type { MerchantRecord } from './merchant-record.ts';
import { MERCHANT, merchantOf, TERMS } from './merchant-store.ts';

const ROW = {
  ...MERCHANT,
  ...TERMS,
  createdAt: f.instant,
  statusBefore: f.orNull(MERCHANT.status),
  suspendedAt: f.orNull(f.instant),
  suspensionReason: f.orNull(f.text),
};
const RECORD = shaped(ROW, (row): MerchantRecord => {
  const { createdAt, delayDays, inBusinessDays, reserveBasisPoints, reserveDays } = row;
  const { suspendedAt: at, suspensionReason: reason, statusBefore } = row;
  return {
    ...merchantOf(row),
    createdAt,
    settlement: { delayDays, inBusinessDays, reserveBasisPoints, reserveDays },
    suspension: at === null ? null : { at, reason, statusBefore: statusBefore ?? 'active' },
  };
});

const $ = paramsOf({
  beforeId: f.uuid,
  status: f.orNull(MERCHANT.status),
  limit: f.count,
  username: f.text,
});
const QUERY = param('query', f.text);

const listMerchants = many(
  'merchants_list',
  RECORD,
  sql`select * from merchants
    where merchant_id < ${$.beforeId} and (${$.status}::text is null or status = ${$.status})
    order by merchant_id desc limit ${$.limit}`,
);
// The expressions are those of the indexes in schema/03-accounts.sql.
const searchMerchants = many(
  'merchants_search',
  RECORD,
  sql`select * from merchants
    where merchant_id < ${$.beforeId} and (${$.status}::text is null or status = ${$.status})
      and merchant_id in (
        select merchant_id from merchants
        where search_words(username || ' ' || name || ' ' || document)
          @@ to_tsquery('simple', ${QUERY})
        union
        select ms.merchant_id from auth."user" u
        join auth.memberships ms on ms.user_id = u."id"
        where u."role" = 'merchant' and search_words(u."email") @@ to_tsquery('simple', ${QUERY})
      )
    order by merchant_id desc limit ${$.limit}`,
);

export interface MerchantFilter {
  readonly beforeId: string;
  /** Null: every status. */
  readonly status: MerchantStatus | null;
  /** Prefixes of words. A merchant must have a word for each prefix. */
  readonly words: readonly string[];
  readonly limit: number;
}

/** One page of merchants, newest first. */
export function selectMerchantPage(
  database: Queryable,
  { words, ...page }: MerchantFilter,
): Promise<MerchantRecord[]> {
  if (words.length === 0) return listMerchants(database, page);
  const query = words.map((word) => `${word}:*`).join(' & ');
  return searchMerchants(database, { ...page, query });
}

/** A merchant's record, or undefined. */
export const selectMerchantRecord = maybeOne(
  'merchant_record',
  RECORD,
  sql`select * from merchants where username = ${$.username}`,
);
