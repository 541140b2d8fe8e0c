import { type BucketId, HOME_BUCKET } from './bucket-id.ts';
import type { BucketRoutes } from './bucket-routes.ts';
import { joinRows, planStatement, type StatementPlan } from './statement-parts.ts';
import { type PlacedStatement, placeOf } from './statement-place.ts';

/** What runs statements in buckets: a database or a transaction. */
export interface StatementTarget<Statement extends PlacedStatement> {
  readonly routes: BucketRoutes;
  /** The bucket of the object on which the statement was called. */
  readonly bucketId: BucketId;
  /** Reads routes that are not in memory. */
  read(merchantIds: readonly string[]): Promise<ReadonlyMap<string, BucketId>>;
  /** Runs a statement in one bucket. */
  run<Row extends Record<string, unknown>>(
    bucketId: BucketId,
    statement: Statement,
    values: unknown[],
  ): Promise<Row[]>;
}

/** Whether the place of a statement matters: there are several buckets, and it names some. */
export function isRouted(routes: BucketRoutes, statement: PlacedStatement): boolean {
  if (routes.bucketIds().length === 1) return false;
  const place = placeOf(statement);
  return place !== 'anywhere' && place !== 'here';
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
  const plan = planOf(target, statement, values);
  const missing = missingRoutes(routes, plan);
  const read = missing.length > 0 ? await target.read(missing) : undefined;
  const parts = plan.parts((id) => routes.find(id) ?? read?.get(id) ?? HOME_BUCKET);
  const running = parts.map((part) => target.run<Row>(part.bucketId, statement, part.values));
  return joinRows(placeOf(statement), await Promise.all(running), values);
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
