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
 * - `here`: the bucket of the given database or transaction, which must have one.
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

export const COORDINATOR: Place = 'coordinator';
export const HERE: Place = 'here';
export const HOME: Place = 'home';
export const EACH_BUCKET: Place = { each: true };

/** All buckets, as one list that is sorted by a column of ids, numbers or instants. */
export function eachBucketBy(by: string, order: Merge['order'], limit?: number): Place {
  return { each: { by, order, ...(limit !== undefined && { limit }) } };
}

/**
 * Whether the merchant of a row is in the bucket where the statement runs, as a condition. For rows
 * that a move leaves in the old bucket as a copy (`move-rows.ts`). `merchant` names the column with
 * its table: the column alone would be that of `merchants`, and always equal to itself.
 */
export function isInThisBucket(merchant: `${string}.merchant_id`): string {
  return `exists (select from merchants its_merchant where its_merchant.merchant_id = ${merchant}
      and its_merchant.bucket_id = current_schema()::text)`;
}

/** The bucket of the merchant in a parameter: 1 is `$1`. */
export function bucketOfMerchant(parameter: number): Place {
  return { merchant: parameter };
}

/** What the place of a statement is found by. */
export interface PlacedStatement {
  readonly name?: string;
  readonly text: string;
  /** Where it runs, if its text doesn't say so. */
  readonly place?: Place;
}

const ROWS = /json_to_recordset\(\$(\d+)\)\s+as\s+\w+\s*\([^)]*\bmerchant_id uuid/g;
const ONE_MERCHANT = [
  /\bmerchant_id\s*=\s*\$(\d+)/,
  /\(\s*(?:\w+\.)?merchant_id,[^()]*\)\s*=\s*\(\s*\$(\d+)/,
  /insert into \w+\s*\(\s*merchant_id,[^()]*\)\s*values\s*\(\s*\$(\d+)/,
];

const places = new WeakMap<PlacedStatement, Place>();

/**
 * The place of a statement: what it states, or what its text says. A text with
 * `json_to_recordset($1) as … (merchant_id uuid` is about the merchants of these rows; one with
 * `merchant_id = $1` is about this merchant; every other runs `anywhere`.
 */
export function placeOf(statement: PlacedStatement): Place {
  const known = places.get(statement);
  if (known !== undefined) return known;
  const place = statement.place ?? placeInText(statement.text);
  places.set(statement, place);
  return place;
}

function placeInText(text: string): Place {
  const rows = [...text.matchAll(ROWS)].map(([, number]) => Number(number));
  if (rows.length > 0) return { rows };
  for (const pattern of ONE_MERCHANT) {
    const number = pattern.exec(text)?.[1];
    if (number !== undefined) return { merchant: Number(number) };
  }
  return 'anywhere';
}
