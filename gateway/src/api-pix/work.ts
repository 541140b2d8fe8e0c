import { changeLeaseOf } from '#src/bank/open-bank.ts';
import { dueLotsOf } from '#src/charges/batches/lots/run-changes.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { type ChangeLotsDeps, changeNextLot } from './lots/change-charges.ts';

/** The parts of the host that the work of the façade uses. */
export interface ApiPixWorkParts {
  readonly chargeChanges: (bucket: GatewayContext) => ChangeLotsDeps['operations'];
}

/**
 * Starts to change the charges of lots that were sent again. Live ones wait for the bank, so they
 * have a poller apart from those of test.
 */
export function startApiPix(
  context: GatewayContext,
  { chargeChanges }: ApiPixWorkParts,
): RunningWork[] {
  const { whenDue } = pollersOf(context);
  const bankPixKey = context.config.bank?.pixKey;
  const bankLeaseMs = changeLeaseOf(context);
  return (['test', 'live'] as const).map((environment) =>
    whenDue(dueLotsOf(environment), (bucket) => {
      const inBucket = { ...context, ...bucket };
      const operations = chargeChanges(inBucket);
      return changeNextLot({ ...inBucket, bankPixKey, bankLeaseMs, operations }, environment);
    }),
  );
}
