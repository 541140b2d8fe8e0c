import type { AnsweredRequest } from '#src/ground/http/answered-request.ts';

/** A request as it was recorded. */
export interface RequestRecord extends AnsweredRequest {
  /** How many requests of the key were omitted from the same write, because there were too many. */
  readonly omitted: number;
}
