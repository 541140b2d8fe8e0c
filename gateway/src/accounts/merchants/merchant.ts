import type {} from '#src/ground/access/merchant.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import type { BasisPoints } from '#src/ground/money/basis-points.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { isVisibleText } from '#src/ground/visible-text.ts';

export const MERCHANT_STATUSES = ['pending_kyc', 'active', 'rejected', 'suspended'] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

/** A merchant's fees. Each charge and payout stores them when it is created. */
export interface FeePlan {
  readonly feeRate: BasisPoints;
  readonly feeFixed: Centavos;
  readonly payoutFee: Centavos;
}

/** The agreed values from which the fee of a charge is computed. */
export type AgreedFee = Pick<FeePlan, 'feeRate' | 'feeFixed'>;

declare module '#src/ground/access/merchant.ts' {
  interface Merchant {
    readonly status: MerchantStatus;
    readonly feePlan: FeePlan;
  }
}

const NAME_LENGTH_MAX = 200;
const USERNAME = /^[a-z0-9_.-]{3,30}$/;

/** Whether a text can be a username: 3 to 30 of a-z, 0-9, "_", "." and "-". */
export function isUsername(unchecked: string): boolean {
  return USERNAME.test(unchecked);
}

/** Refuses `name_invalid` unless a name has 1 to 200 visible characters. */
export function checkName(name: string): void {
  const isName = name.length >= 1 && name.length <= NAME_LENGTH_MAX && isVisibleText(name);
  if (!isName) throw new Refusal('name_invalid');
}

/** The allowed changes of status. Merchants make `resubmit`, operators the others. */
export const statusChanges = {
  approve: { from: ['pending_kyc', 'rejected'], to: 'active' },
  reject: { from: ['pending_kyc'], to: 'rejected' },
  resubmit: { from: ['pending_kyc', 'rejected'], to: 'pending_kyc' },
  suspend: { from: ['active', 'pending_kyc', 'rejected'], to: 'suspended' },
  reinstate: { from: ['suspended'], to: 'active' },
} as const satisfies Record<string, { from: readonly MerchantStatus[]; to: MerchantStatus }>;

export type StatusChange = keyof typeof statusChanges;

/** The problem code that a merchant's calls get in this status; undefined if it may call. */
export function callRefusal(status: MerchantStatus): ProblemCode | undefined {
  if (status === 'active') return undefined;
  return status === 'suspended' ? 'account_suspended' : 'account_not_approved';
}
