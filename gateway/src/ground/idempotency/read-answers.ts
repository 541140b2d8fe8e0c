import type { LedgerScope } from '../access/ledger-scope.ts';
import type { Queryable } from '../database/database.ts';
import type { KeyRow } from './idempotency-store.ts';

/** A resource that a key was claimed for. */
export interface KeyedResource extends LedgerScope {
  readonly id: string;
}

/**
 * Renders the answers of resources' creations again, byte for byte, by the resources' ids. It reads
 * only columns that never change. Resources that are not created yet are left out.
 */
export type AnswerReader = (
  database: Queryable,
  resources: readonly KeyedResource[],
) => Promise<ReadonlyMap<string, string>>;

/**
 * The answers of keys by the ids of their resources. Keys of versions before 0.3.0 have stored
 * answers; the answers of all other keys are rendered.
 */
export async function readAnswers(
  database: Queryable,
  rows: readonly KeyRow[],
  read: AnswerReader,
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  const resources: KeyedResource[] = [];
  for (const row of rows) {
    const { merchantId, environment, resourceId: id, responseBody } = row;
    if (responseBody) answers.set(id, responseBody);
    else resources.push({ merchantId, environment, id });
  }
  if (resources.length === 0) return answers;
  return new Map([...answers, ...(await read(database, resources))]);
}
