import pg from 'pg';
import { codeOf } from './outage.ts';

export { isContention, isOutage, LOCK_NOT_AVAILABLE, READ_ONLY } from './outage.ts';

/** PostgreSQL, appendix A: the role has no right to the table. */
export const INSUFFICIENT_PRIVILEGE = '42501';

/** PostgreSQL, appendix A: an earlier statement of the transaction has failed. */
const TRANSACTION_ABORTED = '25P02';

/** No server of the database can be used now. Nothing was sent to it. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code = '08001';
}

/**
 * The answer to a commit is lost: the transaction may have been committed. Work is never repeated
 * after it, except by an idempotency key or by the state in the database.
 */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
  readonly code = '08007';
}

/** The first line of an error's message, or its code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.split('\n')[0] || codeOf(error) || error.name;
}

/**
 * The error, of two errors of a transaction, that caused its failure. After a failed statement all
 * later ones fail because the transaction is aborted (25P02), and such an error may arrive first.
 */
export function firstCause(earlier: unknown, later: unknown): unknown {
  const isCause = earlier !== undefined && sqlState(earlier) !== TRANSACTION_ABORTED;
  return isCause ? earlier : later;
}

/** The SQLSTATE of a database error, or an empty text. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}
