import type { Database } from '#src/platform/database/database.ts';
import type { BatchResult } from '#src/platform/work/batcher.ts';
import { addJobs, type JobSpec } from '#src/platform/work/jobs.ts';
import { deliveryJob } from '../emit-events.ts';
import { holdDelivery } from '../endpoints/endpoint-store.ts';
import type { DeliveryKey } from '../webhook-store.ts';

/** A delivery that is not attempted now: no slot was free, or its endpoint is paused. */
export type Deferral =
  | { readonly key: DeliveryKey; readonly delayMs: number }
  | { readonly key: DeliveryKey; readonly pausedEndpointId: string };

/** Puts deliveries back into the queue; holds those of a paused endpoint until it is resumed. */
export async function deferDeliveries(
  database: Database,
  deferrals: readonly Deferral[],
): Promise<readonly BatchResult<void>[]> {
  await database.transaction(async (tx) => {
    const jobs: JobSpec[] = [];
    for (const deferral of deferrals) {
      if ('delayMs' in deferral) {
        jobs.push(deliveryJob(deferral.key, deferral.delayMs));
      } else if (!(await holdDelivery(tx, deferral.key, deferral.pausedEndpointId))) {
        jobs.push(deliveryJob(deferral.key));
      }
    }
    addJobs(tx, jobs);
  });
  return deferrals.map(() => ({ value: undefined }));
}
