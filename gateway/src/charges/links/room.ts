import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';
import { linkProblems } from './link-problems.ts';

const codes = {
  problems: linkProblems,
  auditActions: [
    'payment_link.changed',
    'payment_link.created',
    'product.changed',
    'product.created',
  ],
  workKinds: {},
} as const satisfies RoomCodes;

/** Payment links, their products and pages. */
export const paymentLinksRoom: Room<typeof codes> = {
  name: 'charges/links',
  codes,
  api: async () => (await import('./api.ts')).paymentLinksApi,
  operations: async () => (await import('./operations.ts')).paymentLinksOperations,
  checks: async () => (await import('./link-checks-store.ts')).linkChecks,
  chargeOwners: async () => [(await import('./link-owner.ts')).linkOwner],
};
