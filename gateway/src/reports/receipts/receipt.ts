import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

export const receiptKinds = ['payment', 'payout', 'refund'] as const;

/** A payment received, money sent by a payout, or a refund of a payment. */
export type ReceiptKind = (typeof receiptKinds)[number];

/** What a receipt's authentication code names. */
export interface ReceiptKey extends LedgerScope {
  readonly kind: ReceiptKind;
  /** The id of the charge, payout or refund. */
  readonly id: string;
}

/** One side of a payment, as it stands on a receipt. */
export interface Party {
  readonly name: string;
  /** A CPF or CNPJ without punctuation. */
  readonly document: string;
  /** The institution, as far as an id of the SPI names it. */
  readonly institution: string | null;
}

/** Money that has moved. The instant in milliseconds. */
export interface Receipt extends ReceiptKey {
  readonly amount: Centavos;
  readonly at: number;
  /** Who sent the money. */
  readonly sender: Party;
  /** Who got it. */
  readonly receiver: Party;
  /** The Pix key to which a payout was sent. */
  readonly pixKey: string | null;
  /** The id of the payment in the SPI; of a refund: of the payment that it gives back. */
  readonly endToEndId: string | null;
  /** The id of a refund in the SPI. */
  readonly returnId: string | null;
  /** The charge of a refund. */
  readonly chargeId: string | null;
  /** The merchant's own reference. */
  readonly externalId: string | null;
  readonly description: string | null;
  /** What went back since: refunds of a payment, returned money of a payout. */
  readonly returned: Centavos;
  /** What disputes (MED) of a payment claim, or have given back to its payer. */
  readonly disputed: Centavos;
}

/**
 * Who reads a receipt. `merchant`: a party's name and its document as Brazilian banks print it.
 * `payer`: a visitor of the payment page. Its link may be forwarded to strangers, so the payer's
 * name and document are masked.
 */
export type ReceiptReader = 'merchant' | 'payer';

/** For whom a receipt is drawn. */
export interface ReceiptAudience {
  readonly reader: ReceiptReader;
  readonly language: Language;
}
