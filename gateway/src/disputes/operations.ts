import { disputeDeskOperations } from './dispute-desk-operations.ts';
import { disputeOperations } from './dispute-operations.ts';
import { testDisputeOperations } from './test-dispute-operations.ts';

/** The operations of disputes, for the access rules of the panel and the methods of the SDKs. */
export const disputesOperations = [
  ...disputeOperations,
  ...disputeDeskOperations,
  ...testDisputeOperations,
];
