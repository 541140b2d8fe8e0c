import type { ProblemCode } from '#src/platform/errors/problems.ts';

/** What every operation can answer with that needs no session. */
export const ENTRANCE_CODES: readonly ProblemCode[] = [
  'invalid_json',
  'invalid_request',
  'foreign_page',
  'rate_limited',
  'internal_error',
  'overloaded',
];
