import type { ProblemCode } from '#src/ground/errors/problems.ts';

/** The problem codes of every route that needs no session. */
export const PUBLIC_PROBLEM_CODES: readonly ProblemCode[] = [
  'invalid_json',
  'invalid_request',
  'foreign_page',
  'rate_limited',
  'internal_error',
  'overloaded',
];
