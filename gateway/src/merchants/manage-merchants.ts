import type { Actor } from '#src/access/actor.ts';
import {
  checkName,
  type FeePlan,
  isUsername,
  type Merchant,
  refuseSandbox,
  type StatusChange,
  statusChanges,
} from '#src/access/merchant.ts';
import { recordChange } from '#src/audit/record-change.ts';
import type { FeeDefaults } from '#src/config.ts';
import { basisPoints } from '#src/money/basis-points.ts';
import { AMOUNT_CENTAVOS_MAX, centavos } from '#src/money/centavos.ts';
import { parseTaxId } from '#src/pix/tax-id.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Queryable, Transaction } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { createId } from '#src/platform/ids.ts';
import {
  insertMerchant,
  lockMerchant,
  selectMerchantById,
  selectMerchantsByUsername,
  selectSandboxMerchant,
  updateMerchantFee,
  updateMerchantStatus,
} from './merchant-store.ts';
import { isReservedUsername } from './reserved-username.ts';

const BASIS_POINTS_MAX = 10_000;
const FEE_MAX = Number(AMOUNT_CENTAVOS_MAX);

export interface MerchantDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly fees: FeeDefaults;
}

export interface NewMerchant {
  readonly username: string;
  readonly name: string;
  readonly document: string;
  readonly isApproved: boolean;
}

/**
 * Opens an account. Refuses `username_invalid`, `username_reserved`, `name_invalid`,
 * `tax_id_invalid` and `username_taken`.
 */
export async function createMerchant(
  deps: MerchantDeps,
  unchecked: NewMerchant,
  by: Actor,
): Promise<Merchant> {
  const name = checkNewMerchant(unchecked);
  const document = parseTaxId(unchecked.document, { checkDigits: true });
  if (!document) throw new Refusal('tax_id_invalid');
  const now = deps.clock.now();
  const { username } = unchecked;
  const status = unchecked.isApproved ? 'active' : 'pending_kyc';
  const feePlan = defaultFeePlan(deps.fees);
  const account = { username, name, document: document.digits, city: '', status, feePlan } as const;
  return deps.database.transaction(async (tx) => {
    const merchantId = createId(now);
    const merchant = await insertMerchant(tx, { ...account, merchantId, isSandbox: false }, now);
    if (!merchant) throw new Refusal('username_taken');
    const change = { action: 'merchant.created', merchantId, subject: username };
    recordChange(tx, by, { ...change, details: { status } }, now);
    return merchant;
  });
}

/**
 * Opens the account of somebody who signs up, in the transaction of the sign-up. Its document is
 * known once it is approved. Refuses `username_invalid`, `name_invalid` and `username_taken`.
 */
export async function openMerchant(
  tx: Transaction,
  deps: Pick<MerchantDeps, 'clock' | 'fees'>,
  unchecked: { name: string; username: string },
): Promise<Merchant> {
  const { username } = unchecked;
  const name = checkNewMerchant(unchecked);
  const now = deps.clock.now();
  const feePlan = defaultFeePlan(deps.fees);
  const account = { username, name, document: '', city: '', isSandbox: false, feePlan };
  const status = 'pending_kyc';
  const merchant = await insertMerchant(tx, { ...account, merchantId: createId(now), status }, now);
  if (!merchant) throw new Refusal('username_taken');
  return merchant;
}

/**
 * Checks the names of a new account. Refuses `username_invalid`, `username_reserved` and
 * `name_invalid`.
 * @returns the name, trimmed.
 */
export function checkNewMerchant(unchecked: { name: string; username: string }): string {
  const name = unchecked.name.trim();
  if (!isUsername(unchecked.username)) throw new Refusal('username_invalid');
  if (isReservedUsername(unchecked.username)) throw new Refusal('username_reserved');
  checkName(name);
  return name;
}

/** The merchant of an id, or undefined. */
export function findMerchantById(
  database: Queryable,
  merchantId: string,
): Promise<Merchant | undefined> {
  return selectMerchantById(database, merchantId);
}

/** What an operator does to an account, and why. */
export interface StatusDecision {
  readonly change: StatusChange;
  readonly reason?: string;
}

const CHANGE_DONE = {
  approve: 'merchant.approved',
  reject: 'merchant.rejected',
  resubmit: 'merchant.resubmitted',
  suspend: 'merchant.suspended',
  reinstate: 'merchant.reinstated',
} as const satisfies Record<StatusChange, string>;

/** Approves, rejects, suspends or reinstates: effective on the merchant's next request. */
export async function changeMerchantStatus(
  deps: Pick<MerchantDeps, 'database' | 'clock'>,
  username: string,
  { change, reason }: StatusDecision,
  by: Actor,
): Promise<Merchant> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const before = await lockMerchant(tx, username);
    if (!before) throw new Refusal('merchant_not_found');
    refuseSandbox(before);
    const suspension = { at: now, reason: reason ?? null };
    const move = { ...statusChanges[change], suspension };
    const changed = await updateMerchantStatus(tx, username, move);
    if (!changed) throw new Refusal('status_change_refused');
    const details = { from: before.status, to: changed.status, ...(reason && { reason }) };
    const { merchantId } = changed;
    const entry = { action: CHANGE_DONE[change], merchantId, subject: username, details };
    recordChange(tx, by, entry, now);
    return changed;
  });
}

/** A fee plan as it arrives: basis points and centavos. */
export interface UncheckedFee {
  readonly basisPoints: number;
  readonly fixedCentavos: number;
  /** Stays as it is when it isn't said. */
  readonly payoutFeeCentavos?: number | undefined;
}

/** Sets the fees of charges and payouts created from now on. Refuses `fee_invalid`. */
export async function setMerchantFee(
  deps: Pick<MerchantDeps, 'database' | 'clock'>,
  username: string,
  fee: UncheckedFee,
  by: Actor,
): Promise<Merchant> {
  const { basisPoints: rate, fixedCentavos, payoutFeeCentavos } = fee;
  const amounts = [fixedCentavos, payoutFeeCentavos ?? 0];
  const isValid =
    isWholeUpTo(rate, BASIS_POINTS_MAX) && amounts.every((one) => isWholeUpTo(one, FEE_MAX));
  if (!isValid) throw new Refusal('fee_invalid');
  return deps.database.transaction(async (tx) => {
    const before = await lockMerchant(tx, username);
    if (!before) throw new Refusal('merchant_not_found');
    const plan = {
      feeRate: basisPoints(rate),
      feeFixed: centavos(fixedCentavos),
      payoutFee:
        payoutFeeCentavos === undefined ? before.feePlan.payoutFee : centavos(payoutFeeCentavos),
    };
    const changed = await updateMerchantFee(tx, username, plan);
    if (!changed) throw new Refusal('merchant_not_found');
    const details = { ...feeDetails(before.feePlan, 'old_'), ...feeDetails(plan, '') };
    const { merchantId } = changed;
    const entry = { action: 'merchant.fee_changed', merchantId, subject: username, details };
    recordChange(tx, by, entry, deps.clock.now());
    return changed;
  });
}

function isWholeUpTo(amount: number, max: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0 && amount <= max;
}

function feeDetails(plan: FeePlan, prefix: string): Record<string, number> {
  return {
    [`${prefix}basis_points`]: Number(plan.feeRate),
    [`${prefix}fixed_centavos`]: Number(plan.feeFixed),
    [`${prefix}payout_fee_centavos`]: Number(plan.payoutFee),
  };
}

/** The merchant of a username; refuses `merchant_not_found`. */
export async function findMerchant(database: Queryable, username: string): Promise<Merchant> {
  const [merchant] = await selectMerchantsByUsername(database, [username]);
  if (!merchant) throw new Refusal('merchant_not_found');
  return merchant;
}

/** The merchants of these usernames that exist, by username. */
export async function findMerchants(
  database: Queryable,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, Merchant>> {
  const merchants = await selectMerchantsByUsername(database, usernames);
  return new Map(merchants.map((merchant) => [merchant.username, merchant]));
}

export function defaultFeePlan(fees: FeeDefaults): FeePlan {
  return {
    feeRate: basisPoints(fees.feeBasisPoints),
    feeFixed: centavos(fees.feeFixedCentavos),
    payoutFee: centavos(fees.payoutFeeCentavos),
  };
}

/** The sandbox account: inserted at the first start of all, found at every other. */
export async function ensureSandboxMerchant(
  tx: Transaction,
  merchant: Merchant,
  createdAt: number,
): Promise<Merchant> {
  const known = await selectSandboxMerchant(tx);
  if (known) return known;
  const inserted =
    (await insertMerchant(tx, merchant, createdAt)) ?? (await selectSandboxMerchant(tx));
  if (!inserted) throw new Error('the username of the sandbox is taken');
  return inserted;
}
