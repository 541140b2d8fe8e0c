import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import {
  type SettlementTerms,
  type TermsColumns,
  termsColumns,
  termsFromRow,
} from '#src/ledger/settlements/settlement-terms.ts';

const SELECT = {
  name: 'merchant_settlement_terms',
  text: `select ${termsColumns('m')} from merchants m where m.merchant_id = $1`,
};
const UPDATE = {
  name: 'merchant_update_settlement_terms',
  text: `update merchants set settlement_delay_days = $2, settlement_business_days = $3,
      reserve_basis_points = $4, reserve_days = $5
    where merchant_id = $1`,
};

type Row = TermsColumns & Record<string, unknown>;

/** The settlement terms of a merchant; undefined when it doesn't exist. */
export async function selectTerms(
  database: Queryable,
  merchantId: string,
): Promise<SettlementTerms | undefined> {
  const [row] = await database.query<Row>(SELECT, [merchantId]);
  return row && termsFromRow(row);
}

/** Sends the update of a merchant's settlement terms. */
export function updateTerms(tx: Transaction, merchantId: string, terms: SettlementTerms): void {
  const { delayDays, inBusinessDays, reserveBasisPoints, reserveDays } = terms;
  tx.send(UPDATE, [merchantId, delayDays, inBusinessDays, reserveBasisPoints, reserveDays]);
}
