import { chargeOperations } from './charge-operations.ts';
import { pageLookOperations } from './payment-page/page-look-operations.ts';
import { splitOperations } from './splits/split-operations.ts';

/** The operations of charges, for the access rules of the panel and the methods of the SDKs. */
export const chargesOperations = [...chargeOperations, ...splitOperations, ...pageLookOperations];
