import { type BucketId, HOME_BUCKET, isBucketId } from './bucket-id.ts';
import type { BucketRoutes, LearnRoute } from './bucket-routes.ts';
import { joinRows, planStatement, type StatementPlan } from './statement-parts.ts';
import { type Place, type PlacedStatement, placeOf } from './statement-place.ts';

/** A database or a transaction that runs statements in buckets. */
export interface StatementTarget<Statement extends PlacedStatement> {
  readonly routes: BucketRoutes;
  /** The bucket of the object on which the statement was called. */
  readonly bucketId: BucketId;
  /** In how many buckets a statement runs at once. Default: in all. */
  readonly bucketsAtOnce?: number;
  /** Reads routes that are not in memory. */
  read(merchantIds: readonly string[]): Promise<ReadonlyMap<string, BucketId>>;
  /** Runs a statement in one bucket. */
  run<Row extends Record<string, unknown>>(
    bucketId: BucketId,
    statement: Statement,
    values: unknown[],
  ): Promise<Row[]>;
}

/** Whether statements must be routed, because there are several buckets. */
export function isRouted(routes: BucketRoutes): boolean {
  return routes.bucketIds().length > 1;
}

/**
 * Runs a statement in the buckets of its rows (`statement-place.ts`), in ascending order, and joins
 * the results. When all routes are in memory, the statements are sent before this function returns.
 */
export async function runInPlaces<
  Row extends Record<string, unknown>,
  Statement extends PlacedStatement,
>(target: StatementTarget<Statement>, statement: Statement, values: unknown[]): Promise<Row[]> {
  const { routes } = target;
  const learn = routes.learner();
  const plan = planOf(target, statement, values);
  const missing = missingRoutes(routes, plan);
  const read = missing.length > 0 ? await target.read(missing) : undefined;
  const parts = plan.parts((id) => routes.find(id) ?? read?.get(id) ?? HOME_BUCKET);
  const results = await runParts(parts, target.bucketsAtOnce, (part) =>
    target.run<Row>(part.bucketId, statement, part.values),
  );
  const place = placeOf(statement);
  for (const [index, part] of parts.entries()) {
    if (tellsRoutes(place, statement.name ?? '')) learnRoutes(learn, part.bucketId, results[index]);
    if (place === 'anywhere') learnBuckets(learn, results[index]);
  }
  return joinRows(place, results, values);
}

/** Runs all parts, `atOnce` at a time; the results are in the order of the parts. */
async function runParts<Part, Result>(
  parts: readonly Part[],
  atOnce: number | undefined,
  run: (part: Part) => Promise<Result>,
): Promise<Result[]> {
  if (atOnce === undefined || parts.length <= atOnce) return Promise.all(parts.map(run));
  const results: Result[] = [];
  const left = parts.entries();
  const runLeft = async (): Promise<void> => {
    for (const [index, part] of left) results[index] = await run(part);
  };
  await Promise.all(Array.from({ length: atOnce }, runLeft));
  return results;
}

/**
 * Whether the merchants of the rows are in the bucket where the rows were found. A rule of the
 * verification runs in buckets that don't have its merchant, too.
 */
function tellsRoutes(place: Place, name: string): boolean {
  if (name.startsWith('verify_')) return false;
  return place === 'here' || (typeof place === 'object' && 'each' in place);
}

/**
 * Keeps the route that each row of a result shows. So a row that is found by its id after a move of
 * its merchant is also updated in the right bucket.
 */
function learnRoutes(
  learn: LearnRoute,
  bucketId: BucketId,
  rows: readonly Readonly<Record<string, unknown>>[] | undefined,
): void {
  for (const { merchant_id: id, merchantId = id } of rows ?? []) {
    if (typeof merchantId === 'string') learn(merchantId, bucketId);
  }
}

/** Whether a route of a statement's merchants must be read before the statement can be sent. */
export function needsRoutes<Statement extends PlacedStatement>(
  target: StatementTarget<Statement>,
  statement: Statement,
  values: unknown[],
): boolean {
  return missingRoutes(target.routes, planOf(target, statement, values)).length > 0;
}

function planOf<Statement extends PlacedStatement>(
  { routes, bucketId }: StatementTarget<Statement>,
  statement: Statement,
  values: unknown[],
): StatementPlan {
  const context = { bucketIds: routes.bucketIds(), here: bucketId };
  return planStatement(placeOf(statement), values, context);
}

function missingRoutes(routes: BucketRoutes, { merchantIds }: StatementPlan): string[] {
  return merchantIds.filter((id) => routes.find(id) === undefined);
}

/** A row of `merchants` that was just read replaces the route in memory. */
function learnBuckets(
  learn: LearnRoute,
  rows: readonly Readonly<Record<string, unknown>>[] | undefined,
): void {
  for (const { merchant_id: merchantId, bucket_id: bucketId } of rows ?? []) {
    if (typeof merchantId !== 'string' || typeof bucketId !== 'string') continue;
    if (isBucketId(bucketId)) learn(merchantId, bucketId);
  }
}
