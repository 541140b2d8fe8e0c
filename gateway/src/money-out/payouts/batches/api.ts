import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { memberRoutes } from '#src/ground/http/operation-doors.ts';
import type { MoneyOutParts } from '../../api.ts';
import { batchOperations } from './batch-operations.ts';

/** The routes of batches of payouts. */
export function payoutBatchesApi(
  { config, panel }: ApiContext,
  { bank }: Pick<MoneyOutParts, 'bank'>,
): RoomRoutes {
  const { paymentDelaySeconds } = config.sandbox;
  const canSend = bank?.sending !== undefined;
  return { panel: [memberRoutes(batchOperations, { ...panel, paymentDelaySeconds, canSend })] };
}
