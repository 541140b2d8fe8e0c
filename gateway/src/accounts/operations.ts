import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { deviceOperations } from './auth/device-log-in/device-operations.ts';
import { merchantViewOperations } from './auth/merchant-view/merchant-view-operations.ts';
import { operatorOperations } from './auth/operators/operator-operations.ts';
import { teamOperations } from './auth/team/team-operations.ts';
import { addressOperations } from './merchants/address/address-operations.ts';
import { credentialOperations } from './merchants/credentials/credential-operations.ts';
import { kycOperations } from './merchants/kyc/kyc-operations.ts';
import { kycReviewOperations } from './merchants/kyc/kyc-review-operations.ts';
import { lookUpOperations } from './merchants/kyc/look-up/look-up-operations.ts';
import { merchantOperations } from './merchants/merchant-operations.ts';
import { noteOperations } from './merchants/notes/note-operations.ts';
import { proposalOperations } from './proposals/proposal-operations.ts';

/**
 * The operations of accounts, for its routes and the access rules of the panel. `executionCodes`
 * are what executions of proposals refuse, by the rooms above.
 */
export const accountsOperations = (executionCodes: readonly ProblemCode[]) => [
  ...addressOperations,
  ...kycOperations,
  ...lookUpOperations,
  ...credentialOperations,
  ...teamOperations,
  ...deviceOperations,
  ...kycReviewOperations,
  ...merchantOperations,
  ...noteOperations,
  ...merchantViewOperations,
  ...operatorOperations,
  ...proposalOperations(executionCodes),
];
