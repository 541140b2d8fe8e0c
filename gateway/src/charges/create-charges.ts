import type { Actor } from '#src/audit/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import { bankFor } from '#src/banking/choose-bank.ts';
import { claimKeys, runInRounds, type Verdict } from '#src/idempotency/claim-keys.ts';
import type { IdempotencyKey, KeyedRequest } from '#src/idempotency/idempotency-key.ts';
import type { Caller, Merchant } from '#src/merchants/merchant.ts';
import { type Centavos, centavos, centavosToJson } from '#src/money/centavos.ts';
import type { BatchResult } from '#src/platform/batcher.ts';
import { type Clock, isoTime } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database.ts';
import { createId } from '#src/platform/ids.ts';
import { Refusal } from '#src/platform/problems.ts';
import { findRecipients, recipientIds } from '#src/splits/resolve-recipients.ts';
import { originShare, parseSplits, type RequestedSplit, sharesOf } from '#src/splits/split.ts';
import { type Charge, type ChargeSplit, feeOf, type Payer, type Utm } from './charge.ts';
import { insertSplits } from './charge-split-store.ts';
import { insertCharges } from './charge-store.ts';
import { chargeCreated } from './charge-view.ts';

const SECOND_MS = 1_000;

export interface ChargeNeeds {
  readonly database: Database;
  readonly clock: Clock;
  /** How long after its creation the simulator pays a charge of the sandbox. */
  readonly paymentDelaySeconds: number;
}

/** What a merchant asks for: checked for shape, texts trimmed. */
export interface ChargeRequest {
  readonly caller: Caller;
  readonly idempotency: IdempotencyKey | undefined;
  readonly amount: Centavos;
  readonly payer: Payer;
  readonly externalId: string | null;
  readonly expiresInSeconds: number;
  readonly webhookUrl: string | null;
  readonly utm: Utm | null;
  /** Still unchecked: the rules of splits answer in their own order. */
  readonly split: unknown;
  /** The person who creates it by hand at the panel. */
  readonly by?: Actor;
}

/** The JSON of the answer, and whether it was given before. */
export interface CreatedResource {
  readonly body: string;
  readonly isReplay: boolean;
}

/** Creates many charges in one transaction. Each has its own result; none rolls back another. */
export function createCharges(
  needs: ChargeNeeds,
  requests: readonly ChargeRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  return runInRounds(requests, keyedOf, (round) => createRound(needs, round));
}

type PlannedCharge = { readonly charge: Charge; readonly body: string };

async function createRound(
  needs: ChargeNeeds,
  requests: readonly ChargeRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  const now = needs.clock.now();
  return needs.database.transaction(async (tx) => {
    const splits = requests.map((request) =>
      attempt(() => parseSplits(request.split, request.caller)),
    );
    const recipients = await findRecipients(
      tx,
      splits.flatMap((one) => (one instanceof Refusal ? [] : one)),
    );
    const plans = requests.map((request, index) => {
      const requested = splits[index] ?? [];
      if (requested instanceof Refusal) return requested;
      return attempt(() => planCharge({ request, requested, recipients, now }));
    });
    const verdicts = await claimKeys(
      tx,
      requests.map((request, index) => ({ keyed: keyedOf(request), plan: planOf(plans[index]) })),
      now,
    );
    const results = verdicts.map((verdict, index) => resultOf(verdict, plans[index]));
    const created = plans.flatMap((plan, index) => {
      const request = requests[index];
      const isCreated = verdicts[index]?.kind === 'create';
      return isCreated && request && plan && !(plan instanceof Refusal)
        ? [{ charge: plan.charge, request }]
        : [];
    });
    storeCharges(tx, created, needs.paymentDelaySeconds);
    return results;
  });
}

interface ChargeToPlan {
  readonly request: ChargeRequest;
  readonly requested: readonly RequestedSplit[];
  readonly recipients: ReadonlyMap<string, Merchant>;
  readonly now: number;
}

/** The charge that a request would become. Throws the Refusal of the first rule that fails. */
function planCharge({ request, requested, recipients, now }: ChargeToPlan): PlannedCharge {
  const { caller, amount } = request;
  const fee = feeOf(amount, caller.feePlan);
  const ids = recipientIds(requested, recipients);
  const shares = sharesOf(amount, requested);
  originShare(amount, fee, shares);
  if (amount <= fee) throw new Refusal('amount_too_small');
  const id = createId(now);
  const qrcode = bankFor(caller.environment).registerCharge({
    id,
    amount,
    merchantName: caller.name,
    merchantCity: caller.city,
  });
  const splits = requested.map(
    ({ username, rate }, index): ChargeSplit => ({
      recipientId: ids[index] ?? '',
      username,
      rate,
      amount: shares[index] ?? centavos(0n),
      status: 'pending',
    }),
  );
  const charge: Charge = {
    merchantId: caller.merchantId,
    environment: caller.environment,
    id,
    externalId: request.externalId,
    status: 'pending',
    amount,
    fee,
    payer: request.payer,
    utm: request.utm,
    qrcode,
    webhookUrl: request.webhookUrl,
    splits,
    createdAt: now,
    expiresAt: now + request.expiresInSeconds * SECOND_MS,
    paidAt: null,
    endToEndId: null,
  };
  return { charge, body: JSON.stringify(chargeCreated(charge)) };
}

function storeCharges(
  tx: Transaction,
  created: readonly { charge: Charge; request: ChargeRequest }[],
  paymentDelaySeconds: number,
): void {
  if (created.length === 0) return;
  const rows = created
    .map(({ charge, request }) => chargeRow(charge, request.caller, paymentDelaySeconds))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  insertCharges(tx, rows);
  insertSplits(
    tx,
    created.flatMap(({ charge }) => splitRows(charge)),
  );
  for (const { charge, request } of created) {
    const { merchantId, environment, id: subject, createdAt } = charge;
    const details = { environment, amount: centavosToJson(charge.amount) };
    const change = { action: 'charge.created', merchantId, subject, details };
    if (request.by) recordChange(tx, request.by, change, createdAt);
  }
}

function chargeRow(charge: Charge, caller: Caller, paymentDelaySeconds: number) {
  // Only the sandbox pays by itself; a payment that would come too late is an expiry instead.
  const payableAt = charge.createdAt + paymentDelaySeconds * SECOND_MS;
  const isPaidInTime = caller.isSandbox && payableAt < charge.expiresAt;
  return {
    merchant_id: charge.merchantId,
    environment: charge.environment,
    id: charge.id,
    external_id: charge.externalId,
    amount_centavos: centavosToJson(charge.amount),
    fee_centavos: centavosToJson(charge.fee),
    payer_name: charge.payer.name,
    payer_document: charge.payer.document,
    payer_email: charge.payer.email,
    utm: charge.utm,
    qrcode: charge.qrcode,
    webhook_url: charge.webhookUrl,
    split_count: charge.splits.length,
    created_at: isoTime(charge.createdAt),
    expires_at: isoTime(charge.expiresAt),
    due_at: isoTime(isPaidInTime ? payableAt : charge.expiresAt),
    is_simulated: caller.isSandbox,
  };
}

function splitRows(charge: Charge): object[] {
  return charge.splits.map((split, position) => ({
    merchant_id: charge.merchantId,
    environment: charge.environment,
    charge_id: charge.id,
    position,
    recipient_id: split.recipientId,
    username: split.username,
    basis_points: split.rate.toString(),
    amount_centavos: split.amount.toString(),
    external_id: charge.externalId,
    utm: charge.utm,
  }));
}

function keyedOf(request: ChargeRequest): KeyedRequest | undefined {
  const { merchantId, environment } = request.caller;
  return request.idempotency && { merchantId, environment, ...request.idempotency };
}

function planOf(plan: PlannedCharge | Refusal | undefined) {
  if (plan === undefined) throw new Error('a request has no plan');
  if (plan instanceof Refusal) return { refusal: plan };
  return { resourceId: plan.charge.id, responseBody: plan.body };
}

function resultOf(
  verdict: Verdict,
  plan: PlannedCharge | Refusal | undefined,
): BatchResult<CreatedResource> {
  if (verdict.kind === 'replay') return { value: { body: verdict.body, isReplay: true } };
  if (verdict.kind === 'refuse') return { error: verdict.refusal };
  if (plan === undefined || plan instanceof Refusal) throw new Error('nothing was planned');
  return { value: { body: plan.body, isReplay: false } };
}

/** A refusal is this item's own result; anything else is a bug and fails the batch. */
function attempt<Value>(run: () => Value): Value | Refusal {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
