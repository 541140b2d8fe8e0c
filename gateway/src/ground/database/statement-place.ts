import { rowTypes } from './row-type.ts';

/** How the rows of all buckets become one list: sorted by a column, and cut at a limit. */
export interface Merge {
  /** The column of the result by which the statement sorts. */
  readonly by: string;
  readonly order: 'ascending' | 'descending';
  /** The number of the parameter that limits the rows: 4 is `$4`. */
  readonly limit?: number;
}

/**
 * The bucket or the buckets in which a statement runs.
 * - `anywhere`: it names tables of all buckets (`public`) only.
 * - `coordinator`: the same, but it changes definitions: a cluster takes them on one server only.
 * - `here`: the bucket of the given database or transaction.
 * - `home`: the first bucket, which has the rows of the platform.
 * - `merchant`: the bucket of the merchant that a parameter names: 1 is `$1`.
 * - `rows`: the buckets of the merchants of the rows in a parameter; each gets its own rows.
 * - `each`: all buckets. The results are one list, which `merge` sorts and cuts.
 */
export type Place =
  | 'anywhere'
  | 'coordinator'
  | 'here'
  | 'home'
  | { readonly merchant: number }
  | { readonly rows: readonly number[] }
  | { readonly each: true | Merge };

export const COORDINATOR = 'coordinator' as const satisfies Place;
export const HERE = 'here' as const satisfies Place;
export const HOME = 'home' as const satisfies Place;
export const EACH_BUCKET = { each: true } as const satisfies Place;

/**
 * The SQL condition that a row's merchant is in the bucket of the statement. It excludes the copies
 * that a move leaves in the old bucket (`move-rows.ts`). `merchant` names the column with its
 * table, because the column alone would be compared with itself.
 */
export function isInThisBucket(merchant: `${string}.merchant_id`): string {
  return `exists (select from merchants its_merchant where its_merchant.merchant_id = ${merchant}
      and its_merchant.bucket_id = current_schema()::text)`;
}

/** The bucket of the merchant in a parameter: 1 is `$1`. */
export function bucketOfMerchant(parameter: number): Place {
  return { merchant: parameter };
}

/** A statement, and the buckets that it runs in. */
export interface PlacedStatement {
  readonly name?: string;
  readonly text: string;
  /** The place, if the text doesn't determine it. */
  readonly place?: Place;
}

const ROWS = /json_to_recordset\(\$(\d+)\)\s+as\s+\w+\s*\([^)]*\bmerchant_id uuid/g;
const TYPED_ROWS = /unnest\(\$(\d+)::(\w+)\[\]\)/g;
const ONE_MERCHANT = [
  /\bmerchant_id\s*=\s*\$(\d+)/,
  /\(\s*(?:\w+\.)?merchant_id,[^()]*\)\s*=\s*\(\s*\$(\d+)/,
  /insert into \w+(?:\s+as\s+\w+)?\s*\(\s*merchant_id,[^()]*\)\s*values\s*\(\s*\$(\d+)/,
];

const places = new WeakMap<PlacedStatement, Place>();

/**
 * The place of a statement: its `place`, or the place that its text determines. A text with
 * `json_to_recordset($1) as … (merchant_id uuid`, or with the rows of a type that has merchants,
 * runs in the buckets of these rows' merchants, a text with `merchant_id = $1` in the bucket of
 * this merchant, and every other text `anywhere`.
 */
export function placeOf(statement: PlacedStatement): Place {
  const cached = places.get(statement);
  if (cached !== undefined) return cached;
  const place = statement.place ?? placeInText(statement.text);
  places.set(statement, place);
  return place;
}

function placeInText(text: string): Place {
  const typed = [...text.matchAll(TYPED_ROWS)].filter(([, , name = '']) =>
    rowTypes.get(name)?.names.split(', ').includes('merchant_id'),
  );
  const rows = [...text.matchAll(ROWS), ...typed].map(([, number]) => Number(number));
  if (rows.length > 0) return { rows };
  for (const pattern of ONE_MERCHANT) {
    const number = pattern.exec(text)?.[1];
    if (number !== undefined) return { merchant: Number(number) };
  }
  return 'anywhere';
}
