import pg from 'pg';

/** PostgreSQL, appendix A: a lock was not available in time (lock_timeout or NOWAIT). */
export const LOCK_NOT_AVAILABLE = '55P03';

/** PostgreSQL, appendix A: a write on a standby, or in a session that is read-only. */
export const READ_ONLY = '25006';

// Class 57P: the server stops, starts or crashed; 53300: no connection is left; 25P03, 25P04: this
// process was too slow for its own transaction.
const OUTAGE_CODES = new Set(['57P01', '57P02', '57P03', '53300', '25P03', '25P04', READ_ONLY]);
const OUTAGE_SYSTEM_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]);
const OUTAGE_WORDS = /connection terminated|timeout|not queryable|connection error/i;
// 57014: the statement reached its time limit.
const CONTENTION_CODES = new Set([LOCK_NOT_AVAILABLE, '57014']);

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

/** Whether an error means that the database is unavailable or overloaded, not a wrong request. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (OUTAGE_CODES.has(code) || code.startsWith('08')) return true;
  if (OUTAGE_SYSTEM_CODES.has(code)) return true;
  return code === '' && OUTAGE_WORDS.test(error.message);
}

/**
 * Whether a lock or a statement took too long. The database works, so requests for other rows may
 * succeed.
 */
export function isContention(error: unknown): boolean {
  return error instanceof Error && CONTENTION_CODES.has(codeOf(error));
}

/** The first line of an error's message, or its code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.split('\n')[0] || codeOf(error) || error.name;
}

/**
 * Which of two errors of a transaction has its reason. After a failed statement all others fail
 * too, because the transaction is aborted (25P02), and such an error may be noticed first.
 */
export function firstCause(earlier: unknown, later: unknown): unknown {
  const isCause = earlier !== undefined && sqlState(earlier) !== TRANSACTION_ABORTED;
  return isCause ? earlier : later;
}

/** The SQLSTATE of a database error, or an empty text. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
