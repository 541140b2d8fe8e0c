import { startDueCharges } from '#src/charges/work.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { holdUntilConfirmed } from '#src/incoming/restorations/hold-until-confirmed.ts';
import { startDeliveries } from '#src/webhooks/work.ts';
import type { AppContext } from './context.ts';

/** Starts the work that the processes of a machine share: each of them claims its rows. */
export function composeProcessWork(appContext: AppContext): RunningWork {
  const work = [startDeliveries(appContext, holdUntilConfirmed), startDueCharges(appContext)];
  return {
    async stop() {
      await Promise.all(work.map((each) => each.stop()));
    },
  };
}
