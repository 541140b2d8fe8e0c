import { type ProblemCode, Refusal } from '../errors/problems.ts';
import type { BasisPoints } from '../money/basis-points.ts';
import type { Centavos } from '../money/centavos.ts';
import { isVisibleText } from '../visible-text.ts';
import { ALL_SCOPES, type ScopeSet } from './key-rights.ts';
import type { Environment } from './ledger-scope.ts';

export const MERCHANT_STATUSES = ['pending_kyc', 'active', 'rejected', 'suspended'] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

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

/** A merchant's fees. Each charge and payout stores them when it is created. */
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
  /** Whether its rows move to another bucket now; its changes are then refused. */
  readonly isMoving?: boolean;
}

/** A merchant who calls with one of its key pairs; the key decides the environment. */
export interface Caller extends Merchant {
  readonly clientId: string;
  readonly environment: Environment;
  /** The key's own limit in requests a minute; undefined means the gateway's default. */
  readonly rateLimitPerMinute: number | undefined;
  readonly scopes: ScopeSet;
  /** The network addresses that may use the key; null: every address. */
  readonly addresses: readonly string[] | null;
  /** The test clock of a test key's requests; without it: the real time. */
  readonly testClockId?: string;
  /** The split of charges whose requests can name none: those of the Central Bank's API. */
  readonly defaultSplit?: unknown;
  /** Whether a program watches the requests of the key now; they are then recorded. */
  readonly isWatched?: true;
}

/**
 * Makes the caller of an operation that was not requested with a key pair of the merchant, but for
 * example at the panel. `clientId` names the origin of the request, such as `panel`.
 */
export function callerWithoutKey(
  merchant: Merchant,
  { environment, clientId }: Pick<Caller, 'environment' | 'clientId'>,
): Caller {
  const rights = { rateLimitPerMinute: undefined, scopes: ALL_SCOPES, addresses: null };
  return { ...merchant, environment, clientId, ...rights };
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

/** Refuses `sandbox_forbidden` for the sandbox account, because all its visitors share it. */
export function refuseSandbox(merchant: Pick<Merchant, 'isSandbox'>): void {
  if (merchant.isSandbox) throw new Refusal('sandbox_forbidden');
}

const MOVE_SECONDS = 2;

/** Refuses `overloaded` for a change while the merchant's rows move to another bucket. */
export function refuseWhileMoving({ isMoving }: Merchant, method: string): void {
  if (!isMoving || method === 'GET' || method === 'HEAD') return;
  throw new Refusal('overloaded', { retryAfterSeconds: MOVE_SECONDS });
}
