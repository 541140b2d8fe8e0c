import type { DueChargeOrder } from '#src/bank/live-bank.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { Charge } from '../charge.ts';
import type { DueTerms } from '../due/due-terms.ts';

/** The bank's order for a charge with these terms. */
export function dueOrderOf(
  { id, payer: { name, document, email } }: Pick<Charge, 'id' | 'payer'>,
  { terms, merchant }: { terms: DueTerms; merchant: { name: string; city: string } },
): DueChargeOrder {
  const { rules, address } = terms;
  return {
    txid: txidFromId(id),
    rules,
    payer: {
      name,
      document,
      ...(email !== null && { email }),
      ...(address && { address }),
    },
    merchantName: merchant.name,
    merchantCity: merchant.city,
  };
}
