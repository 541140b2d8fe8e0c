import { Refusal } from '../errors/problems.ts';
import { ALL_SCOPES, type ScopeSet } from './key-rights.ts';
import type { Environment } from './ledger-scope.ts';

/** Who a merchant is. Its status and fees are added by `accounts/merchants/merchant.ts`. */
export interface Merchant {
  readonly merchantId: string;
  readonly username: string;
  readonly name: string;
  readonly document: string;
  readonly city: string;
  readonly isSandbox: boolean;
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
