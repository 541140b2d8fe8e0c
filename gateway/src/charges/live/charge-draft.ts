import type {
  BankCharge,
  ChargeKind,
  ChargeOrder,
  Outcome,
  ReceivingBank,
} from '#src/bank/live-bank.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { Payer, TransactionKey } from '../charge.ts';
import type { OwnedCharge } from '../charge-owner.ts';
import { chargeCreated } from '../charge-view.ts';
import { type StoredTerms, termsFromJson, termsToJson } from '../due/due-terms.ts';
import type { ChargeRequest, LineOfBatch, PlannedCharge } from '../plan-charges.ts';
import { isUnnamedPayer } from '../standard-charge.ts';
import { type ChargeRows, rowsOf } from '../store-charges.ts';
import { dueOrderOf } from './due-order.ts';

/**
 * A live charge without its code, which the bank gives. The draft is committed before the bank is
 * asked, so that after a timeout or a crash the worker can ask the bank by the txid.
 */
export interface ChargeDraft {
  readonly key: TransactionKey;
  readonly idempotencyKey: string | null;
  readonly rows: ChargeRows;
  /** The answer of its creation, without the code. */
  readonly created: ReturnType<typeof chargeCreated>;
  readonly order: Omit<ChargeOrder, 'amount'> & { readonly amountCentavos: number };
  /** The terms of a charge with a due date; drafts of versions before 0.4.0 have none. */
  readonly due?: StoredTerms | null;
  /** The person who creates the charge at the panel. */
  readonly by: Actor | null;
  /** The line of a batch that makes the charge. */
  readonly ofBatch?: LineOfBatch;
  /** Whether its reference is also its txid in the Central Bank's API. */
  readonly hasTxid?: boolean;
}

/** The draft of a planned charge. */
export function draftOf(plan: PlannedCharge, request: ChargeRequest): ChargeDraft {
  const { merchantId, environment, id, amount, payer, createdAt, expiresAt } = plan;
  return {
    key: { merchantId, environment, id },
    idempotencyKey: request.idempotency?.key ?? null,
    rows: rowsOf(plan, { isSandbox: false, paymentDelaySeconds: 0 }),
    created: chargeCreated({ ...plan, qrcode: '' }, createdAt),
    order: {
      txid: txidFromId(id),
      amountCentavos: centavosToJson(amount),
      expiresInSeconds: (expiresAt - createdAt) / SECOND_MS,
      payer: payerAtBank(payer),
      merchantName: request.caller.name,
      merchantCity: request.caller.city,
      ...locationAtBank(request),
    },
    due: plan.due && termsToJson(plan.due),
    by: request.by ?? null,
    ...(request.ofBatch && { ofBatch: request.ofBatch }),
    ...(request.standard && { hasTxid: true }),
  };
}

/** What a draft has of the options of charges. */
export function ownedByDraft({ key, rows, order, ofBatch, hasTxid }: ChargeDraft): OwnedCharge {
  const { payment_link_id: linkId, external_id: txid } = rows.charge;
  return {
    ...key,
    amount: centavos(order.amountCentavos),
    linkId: linkId ?? null,
    ofBatch,
    txid: (hasTxid && txid) || undefined,
    // Live charges find their own locations by their ids.
    ownLocationId: undefined,
    hasChosenLocation: order.locationId !== undefined,
  };
}

/** The location at the bank that a charge of the Central Bank's API names. */
function locationAtBank({ standard }: ChargeRequest): Pick<ChargeOrder, 'locationId'> {
  const locationId = standard?.location?.bankId;
  return locationId == null ? {} : { locationId };
}

/** The payer as the bank registers it: empty texts for a charge that names none. */
export function payerAtBank(payer: Payer): ChargeOrder['payer'] {
  if (isUnnamedPayer(payer)) return { name: '', document: '' };
  return { name: payer.name, document: payer.document };
}

/** Registers a draft at the bank; a repeat returns the same charge. */
export function registerDraft(
  bank: ReceivingBank,
  { order: { amountCentavos, ...order }, due, key, rows }: ChargeDraft,
): Promise<Outcome<BankCharge>> {
  if (!due) return bank.registerCharge({ ...order, amount: centavos(amountCentavos) });
  const terms = termsFromJson(due);
  const merchant = { name: order.merchantName, city: order.merchantCity };
  const payer = { ...order.payer, email: rows.charge.payer_email ?? null };
  const dueOrder = dueOrderOf({ id: key.id, payer }, { terms, merchant });
  return bank.createDueCharge({ ...dueOrder, locationId: order.locationId });
}

/** Whether a draft is of a charge with a due date, which banks keep in another list. */
export function kindOfDraft({ due }: ChargeDraft): ChargeKind {
  return due ? 'due' : 'immediate';
}

/** The JSON of a charge's creation, with its code. */
export function bodyOf({ created }: ChargeDraft, code: string): string {
  return JSON.stringify({ ...created, qrcode: code });
}
