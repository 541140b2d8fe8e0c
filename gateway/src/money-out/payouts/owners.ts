import { approvalOwner } from './approval/await-approval.ts';
import { automaticOwner } from './automatic/run-automatic.ts';
import { beneficiaryOwner } from './beneficiaries/beneficiary-owner.ts';
import { limitOwner } from './limits/limit-owner.ts';
import { mailOwner } from './mails/tell-of-payouts.ts';
import type { PayoutOwner } from './payout-owner.ts';

/** The parts that own payouts, in the order in which they plan and count. */
export const payoutsOwners: readonly PayoutOwner[] = [
  limitOwner,
  beneficiaryOwner,
  approvalOwner,
  mailOwner,
  automaticOwner,
];
