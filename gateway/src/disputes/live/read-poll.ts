import type { Queryable } from '#src/ground/database/database.ts';
import { type PollState, selectPoll } from './dispute-poll-store.ts';

/** How the bank's list of disputes was last read; undefined before the first time. */
export function readPoll(database: Queryable, bank: string): Promise<PollState | undefined> {
  return selectPoll(database, { bank });
}
