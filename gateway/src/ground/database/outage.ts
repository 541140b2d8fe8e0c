/** PostgreSQL, appendix A: a lock was not available in time (lock_timeout or NOWAIT). */
export const LOCK_NOT_AVAILABLE = '55P03';

/** PostgreSQL, appendix A: a write on a standby, or in a session that is read-only. */
export const READ_ONLY = '25006';

// Class 57P: the server stops, starts or crashed; 53300: no connection is left; 25P03, 25P04: this
// process was too slow for its own transaction.
const OUTAGE_CODES = new Set(['57P01', '57P02', '57P03', '53300', '25P03', '25P04', READ_ONLY]);
const OUTAGE_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
]);
const OUTAGE_WORDS = /connection terminated|timeout|not queryable|connection error/i;
// 57014: the statement reached its time limit.
const CONTENTION_CODES = new Set([LOCK_NOT_AVAILABLE, '57014']);

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

/**
 * Whether an error means waiting: the database is away or busy, or the primary process is busy. The
 * log needs no stack for it.
 */
export function isWaiting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'PrimaryTimeout' || isContention(error)) return true;
  // A socket of the database that is missing, but also any other file.
  return isOutage(error) && codeOf(error) !== 'ENOENT';
}

/** The code of an error, or an empty text. */
export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
