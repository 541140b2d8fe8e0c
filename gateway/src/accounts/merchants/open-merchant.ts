import type { Actor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { FeeDefaults } from '#src/ground/config/config.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { basisPoints } from '#src/ground/money/basis-points.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { checkName, type FeePlan, isUsername } from './merchant.ts';
import { insertMerchant, selectSandboxMerchant } from './merchant-store.ts';
import { isReservedUsername } from './reserved-username.ts';

export interface MerchantDeps extends DatabaseAndClock {
  readonly fees: FeeDefaults;
}

export interface NewMerchant {
  readonly username: string;
  readonly name: string;
  readonly document: string;
  readonly isApproved: boolean;
}

/**
 * Creates a merchant at the command line, approved or pending. Refuses `username_invalid`,
 * `username_reserved`, `name_invalid`, `tax_id_invalid` and `username_taken`.
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
    const change = { action: 'merchant.created' as const, merchantId, subject: username };
    recordChange(tx, by, { ...change, details: { status } }, now);
    return merchant;
  });
}

/**
 * Creates a merchant in the transaction of its sign-up. Its tax id is empty until its approval.
 * Refuses `username_invalid`, `username_reserved`, `name_invalid` and `username_taken`.
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
 * Checks the username and the name of a new merchant. Refuses `username_invalid`,
 * `username_reserved` and `name_invalid`.
 * @returns the name, trimmed.
 */
export function checkNewMerchant(unchecked: { name: string; username: string }): string {
  const name = unchecked.name.trim();
  if (!isUsername(unchecked.username)) throw new Refusal('username_invalid');
  if (isReservedUsername(unchecked.username)) throw new Refusal('username_reserved');
  checkName(name);
  return name;
}

/** The fees of a new merchant, from the configuration. */
export function defaultFeePlan(fees: FeeDefaults): FeePlan {
  return {
    feeRate: basisPoints(fees.feeBasisPoints),
    feeFixed: centavos(fees.feeFixedCentavos),
    payoutFee: centavos(fees.payoutFeeCentavos),
  };
}

/**
 * Returns the sandbox account; the first start inserts it. Throws if another merchant has its
 * username.
 */
export async function ensureSandboxMerchant(
  tx: Transaction,
  merchant: Merchant,
  createdAt: number,
): Promise<Merchant> {
  const existing = await selectSandboxMerchant(tx);
  if (existing) return existing;
  const inserted =
    (await insertMerchant(tx, merchant, createdAt)) ?? (await selectSandboxMerchant(tx));
  if (!inserted) throw new Error('the username of the sandbox is taken');
  return inserted;
}
