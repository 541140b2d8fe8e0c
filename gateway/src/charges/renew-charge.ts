import { callRefusal } from '#src/accounts/merchants/merchant.ts';
import { callerWithoutKey, type Merchant, refuseWhileMoving } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { digestRequest } from '#src/ground/idempotency/request-digest.ts';
import { percentageFromBasisPoints } from '#src/ground/money/basis-points.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { Charge, ChargeSplit, TransactionKey } from './charge.ts';
import { idInAnswer } from './charge-answers.ts';
import { selectRenewal } from './charge-read-store.ts';
import { isErasedPayer } from './erased-payer.ts';
import type { ChargeRequest } from './plan-charges.ts';
import { readCharges } from './read-charges.ts';

/** How often payers may renew one after the other, from the merchant's own charge on. */
export const RENEWALS_MAX = 5;

const OPERATION = 'POST /pagar/renovar';

export interface RenewalDeps {
  readonly database: Queryable;
  readonly createCharge: (request: ChargeRequest) => Promise<CreatedResource>;
  readonly findMerchant: (merchantId: string) => Promise<Merchant | undefined>;
}

/**
 * Creates the charge that renews an expired one, with its amount, payer, splits, references and
 * lifetime, and returns its id. Two requests get the same charge: the idempotency key names the old
 * charge, and the database keeps one renewal of each. The caller has checked that the charge has
 * expired and that its merchant allows it. Refuses what the creation of a charge refuses, and
 * calls of a merchant that is not active.
 */
export async function renewCharge(deps: RenewalDeps, key: TransactionKey): Promise<string> {
  const renewalId = (await selectRenewal(deps.database, key))?.id;
  if (renewalId !== undefined) return renewalId;
  const [charge] = await readCharges(deps.database, [key]);
  const merchant = await deps.findMerchant(key.merchantId);
  // A charge whose payer was erased can't be made again: it would have no payer.
  if (!charge || !merchant || isErasedPayer(charge.payer)) {
    throw new Refusal('transaction_not_found');
  }
  const refusal = callRefusal(merchant.status);
  if (refusal) throw new Refusal(refusal);
  refuseWhileMoving(merchant, 'POST');
  const requestDigest = digestRequest(OPERATION, { id: key.id }, []);
  const created = await deps.createCharge({
    caller: callerWithoutKey(merchant, { environment: key.environment, clientId: 'renewal' }),
    // No caller of the API can send a key with a space.
    idempotency: { key: `renewal ${key.id}`, requestDigest, fields: [] },
    ...termsOf(charge),
  });
  return idInAnswer(created.body);
}

function termsOf(charge: Charge): Omit<ChargeRequest, 'caller' | 'idempotency'> {
  return {
    amount: charge.amount,
    payer: charge.payer,
    description: charge.description,
    externalId: charge.externalId,
    expiresInSeconds: Math.round((charge.expiresAt - charge.createdAt) / SECOND_MS),
    webhookUrl: charge.webhookUrl,
    utm: charge.utm,
    split: charge.splits.map(entryOf),
    renewal: { from: charge.id, number: (charge.renewal?.number ?? 0) + 1 },
  };
}

/** A share as a request names it. */
function entryOf({ username, rate, amount }: ChargeSplit) {
  return rate === null
    ? { username, amount: centavosToJson(amount) }
    : { username, percentage: percentageFromBasisPoints(rate) };
}
