import type { BasisPoints } from '#src/money/basis-points.ts';
import type { Centavos } from '#src/money/centavos.ts';
import { type ProblemCode, Refusal } from '#src/platform/errors/problems.ts';
import { isVisibleText } from '#src/platform/visible-text.ts';
import type { Environment } from './ledger-scope.ts';

export type MerchantStatus = 'pending_kyc' | 'active' | 'rejected' | 'suspended';

const NAME_LENGTH_MAX = 200;
const USERNAME = /^[a-z0-9_.-]{3,30}$/;

/** Whether a text can be a username: 3 to 30 of a-z, 0-9, "_", "." and "-". */
export function isUsername(unchecked: string): boolean {
  return USERNAME.test(unchecked);
}

/** Refuses `name_invalid` for what is no name of 1 to 200 visible characters. */
export function checkName(name: string): void {
  const isName = name.length >= 1 && name.length <= NAME_LENGTH_MAX && isVisibleText(name);
  if (!isName) throw new Refusal('name_invalid');
}

/** What the platform charges a merchant. Kept on each charge and payout when it is created. */
export interface FeePlan {
  readonly feeRate: BasisPoints;
  readonly feeFixed: Centavos;
  readonly payoutFee: Centavos;
}

export interface Merchant {
  readonly merchantId: string;
  readonly username: string;
  readonly name: string;
  readonly document: string;
  readonly city: string;
  readonly status: MerchantStatus;
  readonly isSandbox: boolean;
  readonly feePlan: FeePlan;
}

/** A merchant who calls with one of its key pairs; the key decides the environment. */
export interface Caller extends Merchant {
  readonly clientId: string;
  readonly environment: Environment;
  /** Requests a minute; undefined is the default of the service. */
  readonly rateLimitPerMinute: number | undefined;
}

/** The changes of status: all an operator's, but that a merchant may apply again. */
export const statusChanges = {
  approve: { from: ['pending_kyc', 'rejected'], to: 'active' },
  reject: { from: ['pending_kyc'], to: 'rejected' },
  resubmit: { from: ['pending_kyc', 'rejected'], to: 'pending_kyc' },
  suspend: { from: ['active', 'pending_kyc', 'rejected'], to: 'suspended' },
  reinstate: { from: ['suspended'], to: 'active' },
} as const satisfies Record<string, { from: readonly MerchantStatus[]; to: MerchantStatus }>;

export type StatusChange = keyof typeof statusChanges;

/** What keeps a merchant out, or undefined when it may call. */
export function callRefusal(status: MerchantStatus): ProblemCode | undefined {
  if (status === 'active') return undefined;
  return status === 'suspended' ? 'account_suspended' : 'account_not_approved';
}

/** The sandbox belongs to everybody, so nobody may change what others rely on. */
export function refuseSandbox(merchant: Pick<Merchant, 'isSandbox'>): void {
  if (merchant.isSandbox) throw new Refusal('sandbox_forbidden');
}
