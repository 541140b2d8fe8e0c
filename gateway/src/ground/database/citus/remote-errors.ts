import pg from 'pg';
import type { BucketId } from '../bucket-id.ts';

/** Citus gives this code to an error of another node while rows are copied there. */
const INTERNAL_ERROR = 'XX000';
// The messages of PostgreSQL in English, which `lc_messages = C` of the servers guarantees.
const CODES: readonly (readonly [RegExp, string])[] = [
  [/^no partition of relation "([^"]+)" found for row/, '23514'],
  [/ violates foreign key constraint "/, '23503'],
  [/^duplicate key value violates unique constraint "/, '23505'],
  [/^relation "[^"]+" does not exist/, '42P01'],
  [/^deadlock detected/, '40P01'],
  [/^could not serialize access/, '40001'],
  [/^canceling statement due to lock timeout/, '55P03'],
  [/^canceling (?:statement|the transaction) due to /, '57014'],
  [/^terminating connection/, '57P01'],
  // The coordinator ended while it waited for a node.
  [/^postmaster was shut down/, '57P02'],
  [/^(?:connection to the remote node|server closed the connection)/, '08006'],
  [/^failed to (?:complete COPY|prepare transaction)/, '08006'],
  [/^failure on connection marked as essential/, '08006'],
];

/**
 * Gives an error that another node of the cluster had its own SQLSTATE, so that the transaction is
 * repeated, routed again or reported as on one server. Other errors stay as they are.
 * @param bucketId the bucket in which the statement ran.
 */
export function withOwnCode(error: unknown, bucketId: BucketId): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== INTERNAL_ERROR) return error;
  for (const [pattern, code] of CODES) {
    const match = pattern.exec(error.message);
    if (match === null) continue;
    error.code = code;
    error.schema ??= bucketId;
    error.table ??= match[1];
    return error;
  }
  return error;
}
