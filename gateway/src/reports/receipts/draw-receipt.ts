import type { TransactionKey } from '#src/charges/charge.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { PaperImage } from '#src/ground/images/paper-image.ts';
import type { PaperBrand } from '#src/ground/pdf/paper-head.ts';
import { readReceipt } from './read-receipt.ts';
import type { Receipt, ReceiptAudience, ReceiptKind } from './receipt.ts';
import { receiptCode } from './receipt-code.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { textsIn } from './receipt-texts.ts';

export interface ReceiptDeps {
  readonly database: Queryable;
  /** The key of the authentication codes, which never changes. */
  readonly readKey: () => Promise<Buffer>;
  /** The address of the gateway, for the link that verifies a receipt. */
  readonly baseUrl: string;
  /** The platform's name, as its users know it. */
  readonly productName: string;
  readonly readPaperBrand: () => Promise<PaperBrand>;
  /** A merchant's logo for PDF files, if it has one. */
  readonly readPaperLogo: (merchantId: string) => Promise<PaperImage | undefined>;
}

/** A receipt as a file. */
export interface ReceiptFile {
  readonly pdf: Buffer;
  /** Its name for a download, in its language: `comprovante-pagamento-<id>.pdf`. */
  readonly name: string;
}

/**
 * Draws the receipt of a paid charge, a paid payout or a refund that is done, in about 15 ms. The
 * id may be of any of the three. For the reader `payer`, who may be anybody with the link of a
 * payment page, the payer's name and document are masked and the merchant's own texts omitted.
 * `checkKind` may refuse a kind, before other refusals about the transaction.
 * @throws {Refusal} transaction_not_found, receipt_not_ready.
 */
export async function drawReceipt(
  deps: ReceiptDeps,
  key: TransactionKey,
  audience: ReceiptAudience,
  checkKind?: (kind: ReceiptKind) => void,
): Promise<ReceiptFile> {
  const found = await readReceipt(deps.database, key);
  if (!found) throw new Refusal('transaction_not_found');
  const { kind, receipt } = found;
  checkKind?.(kind);
  if (!receipt) throw new Refusal('receipt_not_ready');
  const pdf = await receiptPdf(receipt, await frameOf(deps, receipt, audience));
  const { fileNames } = textsIn[audience.language];
  return { pdf, name: `${fileNames[kind]}-${receipt.id}.pdf` };
}

async function frameOf(deps: ReceiptDeps, receipt: Receipt, audience: ReceiptAudience) {
  const code = receiptCode(await deps.readKey(), receipt);
  const brand = await deps.readPaperBrand();
  // Only receipts of payments are for payers, who know the merchant by its logo.
  const isOfPayment = receipt.kind === 'payment';
  const logo = isOfPayment ? await deps.readPaperLogo(receipt.merchantId) : undefined;
  return { ...audience, brand, logo, code, checkUrl: `${deps.baseUrl}/comprovante/${code}` };
}

/** The dependencies of receipts. The key of their codes is read once, by the first receipt. */
export function openReceipts(
  parts: Omit<ReceiptDeps, 'readKey'> & { database: Database; secretBox: SecretBox },
): ReceiptDeps {
  const { database, secretBox, ...others } = parts;
  let key: Buffer | undefined;
  const readKey = async (): Promise<Buffer> => {
    key ??= await readReceiptKey(database, secretBox);
    return key;
  };
  return { ...others, database, readKey };
}
