import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { ERASED_TEXT } from './erased-text.ts';

const $ = paramsOf({
  ...f.SCOPE,
  chargeIds: f.listOf(f.uuid),
  disputeIds: f.listOf(f.uuid),
});
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;

/** The disputes of charges. */
export const selectDisputesOfCharges = many(
  'disputes_of_charges',
  { id: f.uuid, isOpen: f.inColumn('isOpen', f.bool) },
  sql`select id, closed_at is null as "isOpen" from disputes
    where charge_id = any(${$.chargeIds}::uuid[]) and ${OF_SCOPE} order by id`,
);

/** Sends the update that replaces the texts of the defenses of disputes by a mark. */
export const writeErasedTexts = send(
  'dispute_defenses_erase_texts',
  sql`update dispute_defenses set text = '${ERASED_TEXT}'
    where ${OF_SCOPE} and dispute_id = any(${$.disputeIds}::uuid[])`,
);
