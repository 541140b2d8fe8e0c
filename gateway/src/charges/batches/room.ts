import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';
import { chargeBatchProblems } from './charge-batch-problems.ts';

const codes = {
  problems: chargeBatchProblems,
  auditActions: ['charge_batch.confirmed', 'charge_batch.corrected'],
  workKinds: {},
} as const satisfies RoomCodes;

/** Batches of charges, and their files. */
export const chargeBatchesRoom: Room<typeof codes> = {
  name: 'charges/batches',
  codes,
  api: async () => (await import('./api.ts')).chargeBatchesApi,
  operations: async () => (await import('./operations.ts')).chargeBatchesOperations,
  work: async () => (await import('./work.ts')).startChargeBatches,
  waitingBatches: () => import('./waiting-batches.ts'),
  opens: async () => ({ limitCheck: (await import('./limit-checks.ts')).createCheckLimit }),
  chargeOwners: async () => [(await import('./batch-owner.ts')).batchOwner],
};
