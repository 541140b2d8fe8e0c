import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { Charge, TransactionKey } from '#src/charges/charge.ts';
import { paidPartsOf } from '#src/charges/due/paid-parts.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { institutionOfSpiId } from '#src/ground/pix/institutions.ts';
import type { Payout } from '#src/money-out/payouts/payout.ts';
import { readPayouts } from '#src/money-out/payouts/read-payouts.ts';
import { readRefunds } from '#src/money-out/refunds/read-refunds.ts';
import type { Refund } from '#src/money-out/refunds/refund.ts';
import type { Party, Receipt, ReceiptKind } from './receipt.ts';

/** The charge, payout or refund of an id. `receipt` is undefined until its money has moved. */
export interface FoundReceipt {
  readonly kind: ReceiptKind;
  readonly receipt: Receipt | undefined;
}

/** Reads the receipt of a charge, payout or refund; undefined for an unknown id. */
export async function readReceipt(
  database: Queryable,
  key: TransactionKey,
  kind?: ReceiptKind,
): Promise<FoundReceipt | undefined> {
  const merchant = await findMerchantById(database, key.merchantId);
  if (!merchant) return undefined;
  for (const read of kind === undefined ? Object.values(READERS) : [READERS[kind]]) {
    const found = await read(database, key, merchant);
    if (found) return found;
  }
  return undefined;
}

type Reader = (
  database: Queryable,
  key: TransactionKey,
  merchant: Merchant,
) => Promise<FoundReceipt | undefined>;

const READERS: Readonly<Record<ReceiptKind, Reader>> = {
  payment: async (database, key, merchant) => {
    const [charge] = await readCharges(database, [key]);
    return charge && { kind: 'payment', receipt: receiptOfCharge(charge, merchant) };
  },
  payout: async (database, key, merchant) => {
    const [payout] = await readPayouts(database, [key]);
    return payout && { kind: 'payout', receipt: receiptOfPayout(payout, merchant) };
  },
  refund: async (database, key, merchant) => {
    const [refund] = await readRefunds(database, [key]);
    if (!refund) return undefined;
    const [charge] = await readCharges(database, [{ ...key, id: refund.chargeId }]);
    return { kind: 'refund', receipt: charge && receiptOfRefund(refund, charge, merchant) };
  },
};

function receiptOfCharge(charge: Charge, merchant: Merchant): Receipt | undefined {
  if (charge.paidAt === null) return undefined;
  const { endToEndId } = charge;
  const paid = paidPartsOf(charge);
  return {
    ...factsOf(charge, 'payment', charge.paidAt),
    sender: partyOf(charge.payer, endToEndId),
    receiver: partyOf(merchant),
    endToEndId,
    externalId: charge.externalId,
    returned: charge.refunded,
    disputed: charge.disputed,
    due: paid && { day: charge.due?.rules.dueDate ?? null, paid },
  };
}

function receiptOfPayout(payout: Payout, merchant: Merchant): Receipt | undefined {
  if (payout.status !== 'paid' || payout.paidAt === null) return undefined;
  const { endToEndId } = payout;
  return {
    ...factsOf(payout, 'payout', payout.paidAt),
    sender: partyOf(merchant, endToEndId),
    receiver: partyOf(payout.beneficiary),
    pixKey: payout.pixKey,
    endToEndId,
    externalId: payout.externalId,
    returned: payout.returned,
  };
}

function receiptOfRefund(refund: Refund, charge: Charge, merchant: Merchant): Receipt | undefined {
  if (refund.status !== 'done' || refund.doneAt === null) return undefined;
  return {
    ...factsOf(refund, 'refund', refund.doneAt),
    sender: partyOf(merchant, refund.returnId),
    receiver: partyOf(charge.payer, refund.endToEndId),
    endToEndId: refund.endToEndId,
    returnId: refund.returnId,
    chargeId: charge.id,
    externalId: charge.externalId,
    description: refund.reason,
  };
}

function factsOf(
  { merchantId, environment, id, amount }: TransactionKey & Pick<Receipt, 'amount'>,
  kind: ReceiptKind,
  at: number,
) {
  return {
    kind,
    merchantId,
    environment,
    id,
    amount,
    at,
    pixKey: null,
    returnId: null,
    chargeId: null,
    description: null,
    due: null,
    returned: ZERO_CENTAVOS,
    disputed: ZERO_CENTAVOS,
  };
}

/** A side of a payment. Its institution is the one that created the id of the SPI. */
function partyOf(
  { name, document }: Pick<Party, 'name' | 'document'>,
  spiId: string | null = null,
): Party {
  return { name, document, institution: spiId && institutionOfSpiId(spiId) };
}
