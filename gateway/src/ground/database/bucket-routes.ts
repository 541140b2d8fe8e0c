import { type BucketId, HOME_BUCKET, isBucketId } from './bucket-id.ts';
import type { Queryable } from './database-types.ts';
import * as f from './fields.ts';
import { many, param, sql } from './sql.ts';

const selectRoutes = many(
  'bucket_routes',
  { merchantId: f.uuid, bucketId: f.text },
  sql`select merchant_id, bucket_id from merchants
    where merchant_id = any(${param('merchantIds', f.listOf(f.uuid))})`,
);

/** The merchant id of the platform's ledger scope, which has no row in `merchants`. */
const PLATFORM_ID = '00000000-0000-0000-0000-000000000000';
/** Most routes in memory. Beyond it all are forgotten and read again. */
const ROUTES_MAX = 200_000;

/** Keeps the route of one merchant. */
export type LearnRoute = (merchantId: string, bucketId: BucketId) => void;

/** The bucket of each merchant, kept in memory. */
export interface BucketRoutes {
  /** The existing buckets, in ascending order. */
  bucketIds(): readonly BucketId[];
  /** The bucket of a merchant, if it is in memory. */
  find(merchantId: string): BucketId | undefined;
  /** Replaces the list of existing buckets. */
  setBucketIds(bucketIds: readonly BucketId[]): void;
  /**
   * The bucket of each merchant. Routes that are not in memory are read with `reader`. A merchant
   * that doesn't exist is in the home bucket.
   */
  read(reader: Queryable, merchantIds: readonly string[]): Promise<ReadonlyMap<string, BucketId>>;
  /** Keeps a route that was read with other rows, such as those of a credential. */
  learn(merchantId: string, bucketId: BucketId): void;
  /**
   * The `learn` for a statement that is sent now. It keeps no route if all routes were forgotten
   * meanwhile, because the rows of the statement may be older than a move.
   */
  learner(): LearnRoute;
  /** Forgets all routes, so that they are read again. */
  forget(): void;
}

/** Creates an empty memory of routes, which knows the home bucket only. */
export function createBucketRoutes(): BucketRoutes {
  let routes = new Map<string, BucketId>();
  let existing: readonly BucketId[] = [HOME_BUCKET];

  function forget(): void {
    routes = new Map();
  }

  /** Reads routes. If all routes are forgotten meanwhile, the read ones are not kept. */
  async function readMissing(reader: Queryable, missing: readonly string[]) {
    if (routes.size > ROUTES_MAX) forget();
    const kept = routes;
    for (const { merchantId, bucketId } of await selectRoutes(reader, { merchantIds: missing })) {
      if (isBucketId(bucketId)) kept.set(merchantId, bucketId);
    }
    return kept;
  }

  const find = (merchantId: string): BucketId | undefined =>
    merchantId === PLATFORM_ID ? HOME_BUCKET : routes.get(merchantId);

  function learner(): LearnRoute {
    const kept = routes;
    return (merchantId, bucketId) => {
      if (existing.length > 1) kept.set(merchantId, bucketId);
    };
  }

  return {
    bucketIds: () => existing,
    find,
    setBucketIds: (bucketIds) => {
      existing = bucketIds;
    },
    async read(reader, merchantIds) {
      const buckets = new Map<string, BucketId>(merchantIds.map((id) => [id, HOME_BUCKET]));
      if (existing.length === 1) return buckets;
      const missing = merchantIds.filter((id) => find(id) === undefined);
      const before = routes;
      const after = missing.length > 0 ? await readMissing(reader, missing) : routes;
      for (const id of merchantIds) {
        buckets.set(id, after.get(id) ?? before.get(id) ?? HOME_BUCKET);
      }
      return buckets;
    },
    learn: (merchantId, bucketId) => learner()(merchantId, bucketId),
    learner,
    forget,
  };
}
