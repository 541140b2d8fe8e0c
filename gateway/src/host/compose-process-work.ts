import type { LiveBank } from '#src/bank/live-bank.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { holdUntilConfirmed } from '#src/incoming/restorations/hold-until-confirmed.ts';
import { loadParts } from '#src/rooms.ts';
import type { AppContext } from './context.ts';
import { callbackReadsOf } from './option-parts.ts';

/** Starts the work that the processes of a machine share: each of them claims its rows. */
export async function composeProcessWork(
  appContext: AppContext,
  bank: LiveBank | undefined,
): Promise<readonly RunningWork[]> {
  const [callbackReads, starts, notices] = await Promise.all([
    callbackReadsOf(appContext.rooms),
    loadParts(appContext.rooms, ({ sharedWork }) => sharedWork),
    loadParts(appContext.rooms, ({ notices }) => notices),
  ]);
  const handlers = Object.assign({}, ...notices);
  const parts = { bank, handlers, callbackReads, hold: holdUntilConfirmed };
  return starts.flatMap((start) => start(appContext, parts));
}
