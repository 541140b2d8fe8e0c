import { type BucketId, compareBuckets, HOME_BUCKET } from './bucket-id.ts';
import { RowList } from './row-type.ts';
import type { Merge, Place } from './statement-place.ts';

/** The bucket and the values of one part of a statement. */
export interface StatementPart {
  readonly bucketId: BucketId;
  readonly values: unknown[];
}

/** Divides a statement into parts as soon as the buckets of its merchants are known. */
export interface StatementPlan {
  readonly merchantIds: readonly string[];
  /** The parts in ascending order of buckets, which is the order of locks. */
  parts(bucketOf: (merchantId: string) => BucketId): readonly StatementPart[];
}

/** The buckets that exist, and the bucket of the object that runs the statement. */
export interface PlanContext {
  readonly bucketIds: readonly BucketId[];
  readonly here: BucketId;
}

/** Plans the buckets in which a statement runs, and its values in each bucket. */
export function planStatement(
  place: Place,
  values: unknown[],
  context: PlanContext,
): StatementPlan {
  if (place === 'anywhere' || place === 'here' || place === 'coordinator') {
    return fixed([context.here], values);
  }
  if (place === 'home') return fixed([HOME_BUCKET], values);
  if ('each' in place) return fixed(context.bucketIds, values);
  if ('rows' in place) return planOfRows(place.rows, values, context);
  const merchantId = values[place.merchant - 1];
  if (typeof merchantId !== 'string') return fixed([context.here], values);
  return {
    merchantIds: [merchantId],
    parts: (bucketOf) => [{ bucketId: bucketOf(merchantId), values }],
  };
}

function fixed(bucketIds: readonly BucketId[], values: unknown[]): StatementPlan {
  return { merchantIds: [], parts: () => bucketIds.map((bucketId) => ({ bucketId, values })) };
}

interface MerchantRow {
  readonly merchant_id: string;
}

/** Rows that are split: the values of each bucket have its own rows. */
function planOfRows(
  numbers: readonly number[],
  values: unknown[],
  { here }: PlanContext,
): StatementPlan {
  const lists = new Map(numbers.map((number) => [number - 1, rowsIn(values[number - 1])]));
  const merchantIds = new Set([...lists.values()].flatMap((rows) => rows.merchantIds()));
  return {
    merchantIds: [...merchantIds],
    parts(bucketOf) {
      const bucketIds = [...new Set([...merchantIds].map(bucketOf))].sort(compareBuckets);
      const [only] = bucketIds;
      if (bucketIds.length <= 1) return [{ bucketId: only ?? here, values }];
      return bucketIds.map((bucketId) => ({
        bucketId,
        values: values.map((value, index) => {
          const rows = lists.get(index);
          return rows ? rows.ofMerchants((id) => bucketOf(id) === bucketId) : value;
        }),
      }));
    },
  };
}

/** Rows of merchants that can be split. */
interface SplittableRows {
  merchantIds(): string[];
  ofMerchants(isWanted: (merchantId: string) => boolean): unknown;
}

function rowsIn(value: unknown): SplittableRows {
  if (value instanceof RowList) return value;
  if (typeof value !== 'string') throw new Error('rows of a statement are not JSON');
  const rows: readonly MerchantRow[] = JSON.parse(value);
  return {
    merchantIds: () => rows.map((row) => row.merchant_id),
    ofMerchants: (isWanted) => JSON.stringify(rows.filter((row) => isWanted(row.merchant_id))),
  };
}

/** The rows of all buckets as one list. */
export function joinRows<Row extends Record<string, unknown>>(
  place: Place,
  lists: readonly Row[][],
  values: unknown[],
): Row[] {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const rows = lists.flat();
  if (typeof place !== 'object' || !('each' in place) || place.each === true) return rows;
  const { by, order, limit } = place.each satisfies Merge;
  const sign = order === 'ascending' ? 1 : -1;
  rows.sort((left, right) => sign * compare(left[by], right[by]));
  return limit === undefined ? rows : rows.slice(0, Number(values[limit - 1]));
}

/** Compares two values of one column. Texts are compared as the database does for ids. */
function compare(left: unknown, right: unknown): number {
  if (isComparable(left) && isComparable(right)) return left < right ? -1 : Number(left > right);
  throw new Error('rows can be merged by texts and numbers only');
}

function isComparable(value: unknown): value is string | number | bigint {
  return ['string', 'number', 'bigint'].includes(typeof value);
}
