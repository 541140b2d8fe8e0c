import type { FeeDefaults } from '#src/config.ts';
import { basisPoints } from '#src/money/basis-points.ts';
import { AMOUNT_CENTAVOS_MAX, centavos } from '#src/money/centavos.ts';
import { parseTaxId } from '#src/pix/tax-id.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Queryable, Transaction } from '#src/platform/database.ts';
import { createId } from '#src/platform/ids.ts';
import { Refusal } from '#src/platform/problems.ts';
import {
  type FeePlan,
  isUsername,
  type Merchant,
  type StatusChange,
  statusChanges,
} from './merchant.ts';
import {
  insertMerchant,
  selectMerchantById,
  selectMerchantsByUsername,
  selectSandboxMerchant,
  updateMerchantFee,
  updateMerchantStatus,
} from './merchant-store.ts';

const NAME_LENGTH_MAX = 200;

export interface MerchantNeeds {
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
 * Opens an account. Refuses `username_invalid`, `name_invalid`, `tax_id_invalid` and
 * `username_taken`.
 */
export async function createMerchant(
  needs: MerchantNeeds,
  unchecked: NewMerchant,
): Promise<Merchant> {
  const name = unchecked.name.trim();
  const document = parseTaxId(unchecked.document, { checkDigits: true });
  if (!isUsername(unchecked.username)) throw new Refusal('username_invalid');
  if (name.length < 1 || name.length > NAME_LENGTH_MAX) throw new Refusal('name_invalid');
  if (!document) throw new Refusal('tax_id_invalid');
  const now = needs.clock.now();
  const merchant = await needs.database.transaction((tx) =>
    insertMerchant(
      tx,
      {
        merchantId: createId(now),
        username: unchecked.username,
        name,
        document: document.digits,
        city: '',
        status: unchecked.isApproved ? 'active' : 'pending_kyc',
        isSandbox: false,
        feePlan: defaultFeePlan(needs.fees),
      },
      now,
    ),
  );
  if (!merchant) throw new Refusal('username_taken');
  return merchant;
}

/**
 * Opens the account of somebody who signs up, in the transaction of the sign-up. Its document is
 * known once it is approved. Refuses `username_invalid`, `name_invalid` and `username_taken`.
 */
export async function openMerchant(
  tx: Transaction,
  needs: Pick<MerchantNeeds, 'clock' | 'fees'>,
  unchecked: { name: string; username: string },
): Promise<Merchant> {
  const { username } = unchecked;
  const name = unchecked.name.trim();
  if (!isUsername(username)) throw new Refusal('username_invalid');
  if (name.length < 1 || name.length > NAME_LENGTH_MAX) throw new Refusal('name_invalid');
  const now = needs.clock.now();
  const feePlan = defaultFeePlan(needs.fees);
  const account = { username, name, document: '', city: '', isSandbox: false, feePlan };
  const status = 'pending_kyc';
  const merchant = await insertMerchant(tx, { ...account, merchantId: createId(now), status }, now);
  if (!merchant) throw new Refusal('username_taken');
  return merchant;
}

/** The merchant of an id, or undefined. */
export function findMerchantById(
  database: Queryable,
  merchantId: string,
): Promise<Merchant | undefined> {
  return selectMerchantById(database, merchantId);
}

/** Approves, rejects, suspends or reinstates: effective on the merchant's next request. */
export async function changeMerchantStatus(
  needs: MerchantNeeds,
  username: string,
  change: StatusChange,
): Promise<Merchant> {
  const merchant = await findMerchant(needs.database, username);
  if (merchant.isSandbox) throw new Refusal('sandbox_forbidden');
  const changed = await needs.database.transaction((tx) =>
    updateMerchantStatus(tx, username, statusChanges[change]),
  );
  if (!changed) throw new Refusal('status_change_refused');
  return changed;
}

/** Sets the fee (basis points, centavos) of charges created from now on. */
export async function setMerchantFee(
  needs: MerchantNeeds,
  username: string,
  fee: { basisPoints: number; fixedCentavos: number },
): Promise<Merchant> {
  const isValid =
    Number.isSafeInteger(fee.basisPoints) &&
    fee.basisPoints >= 0 &&
    fee.basisPoints <= 10_000 &&
    Number.isSafeInteger(fee.fixedCentavos) &&
    fee.fixedCentavos >= 0 &&
    fee.fixedCentavos <= AMOUNT_CENTAVOS_MAX;
  if (!isValid) throw new Refusal('fee_invalid');
  const plan = { feeRate: basisPoints(fee.basisPoints), feeFixed: centavos(fee.fixedCentavos) };
  const changed = await needs.database.transaction((tx) => updateMerchantFee(tx, username, plan));
  if (!changed) throw new Refusal('merchant_not_found');
  return changed;
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
export async function keepSandboxMerchant(
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
