import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';
import { givenList } from '#src/ground/given-list.ts';
import { releaseKeys } from '#src/ground/idempotency/claim-keys.ts';
import { keyedRequestOf } from '#src/ground/idempotency/create-under-keys.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { Charge, TransactionKey } from './charge.ts';
import type { CycleOfCharge } from './due/due-terms.ts';
import type { ChargeRequest, LineOfBatch } from './plan-charges.ts';
import type { StandardTerms } from './standard-charge.ts';

/** A charge that a transaction makes for a request, by its id. */
export interface RequestedCharge {
  readonly id: string;
  readonly request: ChargeRequest;
}

/** What a charge, or the draft of one, has of the options of charges. */
export interface OwnedCharge extends TransactionKey {
  readonly amount: Centavos;
  readonly linkId: string | null;
  readonly ofBatch: LineOfBatch | undefined;
  /** The txid that a request of the Central Bank's API named; undefined for any other charge. */
  readonly txid: string | undefined;
  /** The id of the location that the charge makes itself. */
  readonly ownLocationId: number | undefined;
  /** Whether the request named a location that was made before. */
  readonly hasChosenLocation: boolean;
}

/** A charge that exists now, with the code that the bank gave. */
export interface FinishedCharge extends OwnedCharge {
  readonly qrcode: string;
  readonly hasDueDate: boolean;
}

/** A charge that a payment is about to pay, before it is locked. */
export interface ChargeToPay extends TransactionKey {
  readonly due: { readonly cycle?: CycleOfCharge } | null;
}

/** Charges that are a part of something that an owner has locked, and pays with them. */
export interface OwnedPayments {
  readonly ids: ReadonlySet<string>;
  /**
   * Marks what belongs to the charges paid. With `endsAtBank` the bank is asked to end the charges:
   * it may not have done so, if operators decided about the payment.
   */
  readonly pay: (
    paid: readonly Charge[],
    how: { readonly now: number; readonly endsAtBank?: boolean },
  ) => Promise<void>;
}

/** Of which charges of a scope an option holds texts that name a person. */
export interface PayersToErase extends LedgerScope {
  readonly ids: readonly string[];
}

/**
 * An option of charges, such as payment links or batches: what it does when a charge begins and
 * ends. The core of charges knows its options only by this. Every step runs in the transaction of
 * the charges' own change.
 */
export interface ChargeOwner {
  readonly name: string;
  /**
   * Claims for new charges, or for their drafts, what only one charge can have. Returns the
   * refusals by charge; of a refused one nothing stays claimed.
   */
  readonly claim?: (
    tx: Transaction,
    charges: readonly RequestedCharge[],
    now: number,
  ) => Promise<ReadonlyMap<string, Refusal>>;
  /** Gives back what was claimed for charges that are not made. */
  readonly released?: (tx: Transaction, charges: readonly OwnedCharge[]) => void;
  /** The charges exist. */
  readonly finished?: (tx: Transaction, charges: readonly FinishedCharge[]) => void;
  /** Why only the owner may pay, change or cancel a charge; undefined for any other charge. */
  readonly reserves?: (charge: Pick<Charge, 'due'>) => Refusal | undefined;
  /**
   * Locks what changes with charges that payers have paid. Call it before the charges are locked,
   * as each change of the owner does. Returns undefined when it has nothing to lock.
   */
  readonly lockToPay?: (
    tx: Transaction,
    charges: readonly ChargeToPay[],
  ) => Promise<OwnedPayments | undefined>;
  readonly paid?: (tx: Transaction, charges: readonly Charge[]) => void;
  /** The terms of a charge with a due date have changed. */
  readonly changed?: (tx: Transaction, charge: Charge, now: number) => Promise<void>;
  /** Gives a charge other terms of the Central Bank's API; returns those that it had. */
  readonly replaceTerms?: (
    tx: Transaction,
    charge: Charge,
    terms: StandardTerms,
  ) => Promise<StandardTerms>;
  /** The charges expired or were canceled; a payment may still arrive. */
  readonly ended?: (tx: Transaction, charges: readonly Charge[]) => void;
  /** The charges as their creation answered them, if the option has changed them since. */
  readonly firstAnswer?: (
    database: Queryable,
    charges: readonly Charge[],
  ) => Promise<readonly Charge[]>;
  /** Keeps the payers of a scope from being erased until the transaction ends. */
  readonly lockPayers?: (tx: Transaction, scope: LedgerScope) => Promise<unknown>;
  /** Removes texts of charges that may name a person. */
  readonly erased?: (tx: Transaction, payers: PayersToErase) => void;
  /** Whether the option will make or change a charge of a payer, by the document. */
  readonly awaits?: (database: Queryable, scope: LedgerScope, document: string) => Promise<boolean>;
}

/** The options of charges, in the order in which they claim. */
export const { give: giveChargeOwners, read: chargeOwners } =
  givenList<ChargeOwner>('owners of charges');

/**
 * Claims what the new charges of a transaction need. Call it after their idempotency keys were
 * claimed, so that a repeated request claims nothing. A charge that one owner refuses gives back
 * what the owners before claimed, and its key. Returns the refusals by charge.
 */
export async function claimForCharges(
  tx: Transaction,
  charges: readonly RequestedCharge[],
  now: number,
): Promise<ReadonlyMap<string, Refusal>> {
  const refusals = new Map<string, Refusal>();
  const before: ChargeOwner[] = [];
  for (const owner of chargeOwners()) {
    const open = charges.filter(({ id }) => !refusals.has(id));
    const refused = owner.claim && (await owner.claim(tx, open, now));
    if (refused && refused.size > 0) {
      const lost = open.filter(({ id }) => refused.has(id)).map(ownedByRequest);
      for (const earlier of before) earlier.released?.(tx, lost);
      for (const [id, refusal] of refused) refusals.set(id, refusal);
    }
    before.push(owner);
  }
  if (refusals.size > 0)
    releaseKeys(tx, charges.filter(({ id }) => refusals.has(id)).flatMap(keyOf));
  return refusals;
}

/** Why only its owner may pay, change or cancel a charge; undefined for any other charge. */
export function refusalOfOwner(charge: Pick<Charge, 'due'>): Refusal | undefined {
  for (const owner of chargeOwners()) {
    const refusal = owner.reserves?.(charge);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Locks what the owners of charges pay with them; call it before the charges are locked. */
export async function lockToPay(
  tx: Transaction,
  charges: readonly ChargeToPay[],
): Promise<OwnedPayments> {
  const locked: OwnedPayments[] = [];
  for (const owner of chargeOwners()) {
    const owned = await owner.lockToPay?.(tx, charges);
    if (owned) locked.push(owned);
  }
  return {
    ids: new Set(locked.flatMap(({ ids }) => [...ids])),
    async pay(...paid) {
      for (const owned of locked) await owned.pay(...paid);
    },
  };
}

/** What a charge has of the options of charges by its request. */
export function ownedByRequest({ id, request }: RequestedCharge): OwnedCharge {
  const { caller, amount, link, ofBatch, standard } = request;
  return {
    merchantId: caller.merchantId,
    environment: caller.environment,
    id,
    amount,
    linkId: link?.id ?? null,
    ofBatch,
    txid: standard?.txid,
    ownLocationId: standard?.location ? undefined : standard?.locationId,
    hasChosenLocation: standard?.location !== undefined,
  };
}

function keyOf({ id, request }: RequestedCharge) {
  const keyed = keyedRequestOf(request);
  return keyed ? [{ ...keyed, resourceId: id }] : [];
}
