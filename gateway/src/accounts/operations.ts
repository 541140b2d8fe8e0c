import { deviceOperations } from './auth/device-log-in/device-operations.ts';
import { merchantViewOperations } from './auth/merchant-view/merchant-view-operations.ts';
import { operatorOperations } from './auth/operators/operator-operations.ts';
import { teamOperations } from './auth/team/team-operations.ts';

/** The operations of accounts, for its routes and the access rules of the panel. */
export const accountsOperations = [
  ...teamOperations,
  ...deviceOperations,
  ...merchantViewOperations,
  ...operatorOperations,
];
