import { adjustmentOperations } from './adjustments/adjustment-operations.ts';
import { orderResolutionOperations } from './order-resolutions/order-resolution-operations.ts';
import { approvalOperations } from './payouts/approval/approval-operations.ts';
import { approvalServerOperations } from './payouts/approval/approval-server-operations.ts';
import { automaticOperations } from './payouts/automatic/automatic-operations.ts';
import { beneficiaryOperations } from './payouts/beneficiaries/beneficiary-operations.ts';
import { payoutLimitOperations } from './payouts/limits/payout-limit-operations.ts';
import { payoutOperations } from './payouts/payout-operations.ts';
import { payoutStopOperations } from './payouts/stop/payout-stop-operations.ts';
import { refundListOperations } from './refunds/refund-list-operations.ts';
import { refundOperations } from './refunds/refund-operations.ts';
import { transferOperations } from './transfers/transfer-operations.ts';

/** The operations of money out, for its routes, the access rules and the methods of the SDKs. */
export const moneyOutOperations = [
  ...payoutOperations,
  ...payoutStopOperations,
  ...payoutLimitOperations,
  ...beneficiaryOperations,
  ...approvalOperations,
  ...approvalServerOperations,
  ...automaticOperations,
  ...refundOperations,
  ...refundListOperations,
  ...transferOperations,
  ...orderResolutionOperations,
  ...adjustmentOperations,
];
