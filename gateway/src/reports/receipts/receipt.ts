import type { AmountDue } from '#src/charges/due/amount-due.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

export const receiptKinds = ['payment', 'payout', 'refund'] as const;

/** A payment received, money sent by a payout, or a refund of a payment. */
export type ReceiptKind = (typeof receiptKinds)[number];

/** The transaction in a receipt's authentication code. */
export interface ReceiptKey extends LedgerScope {
  readonly kind: ReceiptKind;
  /** The id of the charge, payout or refund. */
  readonly id: string;
}

/** A side of a payment on a receipt. */
export interface Party {
  readonly name: string;
  /** A CPF or CNPJ without punctuation. */
  readonly document: string;
  /** The institution, if an id of the SPI tells it. */
  readonly institution: string | null;
}

/** The facts of a receipt. The instant in milliseconds. */
export interface Receipt extends ReceiptKey {
  readonly amount: Centavos;
  readonly at: number;
  readonly sender: Party;
  readonly receiver: Party;
  /** The Pix key to which a payout was sent. */
  readonly pixKey: string | null;
  /** The payment's id in the SPI; for a refund, of the refunded payment. */
  readonly endToEndId: string | null;
  /** The id of a refund in the SPI. */
  readonly returnId: string | null;
  /** The charge of a refund. */
  readonly chargeId: string | null;
  /** The merchant's own reference. */
  readonly externalId: string | null;
  readonly description: string | null;
  /** The returned amount: refunds of a payment, or the returned part of a payout. */
  readonly returned: Centavos;
  /**
   * How the amount of a payment came about, with the due date (`2026-11-20`) of its charge if it
   * has one; null for a payment of what was asked for without a due date.
   */
  readonly due: { readonly day: string | null; readonly paid: AmountDue } | null;
  /** The amount that disputes (MED) of a payment claim or have returned to its payer. */
  readonly disputed: Centavos;
}

/**
 * The reader of a receipt. `merchant`: names are shown, documents as Brazilian banks print them.
 * `payer`: a visitor of the payment page. Its link may be forwarded to strangers, so the payer's
 * name and document are masked.
 */
export type ReceiptReader = 'merchant' | 'payer';

/** The reader and the language of a receipt. */
export interface ReceiptAudience {
  readonly reader: ReceiptReader;
  readonly language: Language;
}
