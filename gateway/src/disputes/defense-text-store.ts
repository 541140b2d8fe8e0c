import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { ERASED_TEXT } from './erased-text.ts';

const OF_CHARGES = 'charge_id = any($3::uuid[]) and merchant_id = $1 and environment = $2';
const SELECT = {
  name: 'disputes_of_charges',
  text: `select id, closed_at is null as "isOpen" from disputes where ${OF_CHARGES} order by id`,
};
const ERASE = {
  name: 'dispute_defenses_erase_texts',
  text: `update dispute_defenses set text = '${ERASED_TEXT}'
    where merchant_id = $1 and environment = $2 and dispute_id = any($3::uuid[])`,
};

export interface DisputeOfCharge extends Record<string, unknown> {
  readonly id: string;
  readonly isOpen: boolean;
}

/** The disputes of charges. */
export function selectDisputesOfCharges(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  chargeIds: readonly string[],
): Promise<DisputeOfCharge[]> {
  return database.query<DisputeOfCharge>(SELECT, [merchantId, environment, chargeIds]);
}

/** Sends the update that replaces the texts of the defenses of disputes by a mark. */
export function writeErasedTexts(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  disputeIds: readonly string[],
): void {
  tx.send(ERASE, [merchantId, environment, disputeIds]);
}
