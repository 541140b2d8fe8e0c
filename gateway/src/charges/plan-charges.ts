import type { Actor } from '#src/ground/access/actor.ts';
import type { Caller, Merchant } from '#src/ground/access/merchant.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { CreationRequest } from '#src/ground/idempotency/create-under-keys.ts';
import { createId } from '#src/ground/ids.ts';
import { type Centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import {
  type Charge,
  type ChargeSplit,
  type ChargeTexts,
  type Payer,
  type Renewal,
  textsOf,
  type Utm,
} from './charge.ts';
import { divideCharge } from './divide-charge.ts';
import { endOf, planDue, type RequestedDue } from './due/plan-due.ts';
import { findRecipients, recipientIds } from './splits/resolve-recipients.ts';
import { parseSplits, type RequestedSplit } from './splits/split.ts';
import type { RequestedTxid } from './standard-charge.ts';

/** The line of a batch that makes a charge. `part` is the instalment, from 1. */
export interface LineOfBatch {
  readonly batchId: string;
  readonly line: number;
  readonly part: number;
}

/** A merchant's request for a charge: its shape is checked, its texts are trimmed. */
export interface ChargeRequest extends CreationRequest, Partial<ChargeTexts> {
  readonly caller: Caller;
  readonly amount: Centavos;
  readonly payer: Payer;
  readonly externalId: string | null;
  /** Ignored for a charge with a due date, which expires after its last payable day. */
  readonly expiresInSeconds: number;
  readonly due?: RequestedDue | undefined;
  readonly webhookUrl: string | null;
  readonly utm: Utm | null;
  /** Not checked yet: the rules of splits refuse in their own order. */
  readonly split: unknown;
  /** The test clock of the request, in whose time the charge lives. */
  readonly clockId?: string | null;
  /** The payment link that makes the charge, with a digest of the payer's network. */
  readonly link?: { readonly id: string; readonly network: string };
  /** The expired charge that a payer renews. */
  readonly renewal?: Renewal;
  /** The line of a batch that makes the charge. */
  readonly ofBatch?: LineOfBatch;
  /** Whether no key pair requests it: a member's file does. */
  readonly isOfFile?: boolean;
  /** The person who creates the charge at the panel. */
  readonly by?: Actor | undefined;
  /** The txid and the terms of a charge of the Central Bank's API. */
  readonly standard?: RequestedTxid;
}

/** A charge without its code, which the bank gives. */
export type PlannedCharge = Omit<Charge, 'qrcode'>;

/**
 * The charge that each request would become, or the refusal of the first rule that fails:
 * `amount_too_small`, `split_exceeds_net`, or a rule of `parseDueRules`, `parseSplits` and
 * `recipientIds`.
 */
export async function planCharges(
  tx: Transaction,
  requests: readonly ChargeRequest[],
  now: number,
): Promise<readonly (PlannedCharge | Refusal)[]> {
  const splits = requests.map((request) =>
    attempt(() => parseSplits(request.split, request.caller)),
  );
  const recipients = await findRecipients(
    tx,
    splits.flatMap((split) => (split instanceof Refusal ? [] : split)),
  );
  const clockId = tx.testTime?.clockId ?? null;
  return requests.map((request, index) => {
    const requested = splits[index] ?? [];
    if (requested instanceof Refusal) return requested;
    return attempt(() => planCharge({ request, requested, recipients, clockId, now }));
  });
}

interface ChargeToPlan {
  readonly request: ChargeRequest;
  readonly requested: readonly RequestedSplit[];
  readonly recipients: ReadonlyMap<string, Merchant>;
  readonly clockId: string | null;
  readonly now: number;
}

function planCharge({ request, requested, recipients, clockId, now }: ChargeToPlan): PlannedCharge {
  const { caller, amount } = request;
  const ids = recipientIds(requested, recipients);
  const division = { feePlan: caller.feePlan, splits: requested };
  const { fee, shares } = divideCharge(amount, division);
  const due = request.due ? planDue(request.due, { amount, division, clockId, now }) : null;
  const splits = requested.map(
    ({ username, rate }, index): ChargeSplit => ({
      recipientId: ids[index] ?? '',
      username,
      rate,
      amount: shares[index] ?? ZERO_CENTAVOS,
      status: 'pending',
      disputed: ZERO_CENTAVOS,
    }),
  );
  return {
    merchantId: caller.merchantId,
    environment: caller.environment,
    id: createId(now),
    externalId: request.externalId,
    status: 'pending',
    amount,
    fee,
    ...textsOf(request),
    payer: request.payer,
    utm: request.utm,
    webhookUrl: request.webhookUrl,
    clientId: isOfKey(request) ? caller.clientId : null,
    linkId: request.link?.id ?? null,
    renewal: request.renewal ?? null,
    due,
    splits,
    createdAt: now,
    expiresAt: due ? endOf(due.rules, due.local) : now + request.expiresInSeconds * SECOND_MS,
    paidAt: null,
    endToEndId: null,
    refunded: ZERO_CENTAVOS,
    refundCount: 0,
    disputed: ZERO_CENTAVOS,
    disputeCount: 0,
  };
}

function isOfKey({ by, link, renewal, isOfFile }: ChargeRequest): boolean {
  return !(by || link || renewal || isOfFile);
}

/** Runs the rules of one item: returns a refusal, and throws every other error. */
function attempt<Value>(run: () => Value): Value | Refusal {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
