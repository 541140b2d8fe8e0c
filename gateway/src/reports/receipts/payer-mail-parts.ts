import type { TransactionKey } from '#src/charges/charge.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { readReceipt } from './read-receipt.ts';
import { receiptCode } from './receipt-code.ts';

/** The functions of receipts for mails to payers. Their key is read once, by the first use. */
export function payerMailParts({
  database,
  secretBox,
  config,
}: Pick<GatewayContext, 'database' | 'secretBox' | 'config'>) {
  let key: Buffer | undefined;
  const readKey = async (): Promise<Buffer> => {
    key ??= await readReceiptKey(database, secretBox);
    return key;
  };
  return {
    readKey,
    async receiptUrl(
      tx: Transaction,
      { merchantId, environment, id }: TransactionKey,
    ): Promise<string | undefined> {
      const found = await readReceipt(tx, { merchantId, environment, id }, 'payment');
      if (!found?.receipt) return undefined;
      return `${config.baseUrl}/comprovante/${receiptCode(await readKey(), found.receipt)}`;
    },
  };
}
