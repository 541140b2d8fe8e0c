import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, rowsOf, send, shaped, sql } from '#src/ground/database/sql.ts';
import type { Payer, TransactionKey } from '../charge.ts';
import { CHARGE_KEY } from '../charge-store.ts';
import type { StandardTerms } from '../standard-charge.ts';
import { type DueTerms, type StoredTerms, termsFromJson, termsToJson } from './due-terms.ts';

/** The fields of a charge of the Central Bank's API besides its rules. */
export interface StandardPart {
  readonly payer: Payer;
  readonly terms: StandardTerms;
}

/** Terms of a charge that a change replaced at an instant (milliseconds). */
const REVISION = {
  terms: f.json<StoredTerms>(),
  /** Payer and texts, if the Central Bank's API changed them; null also for an erased payer. */
  standard: f.orNull(f.json<StandardPart>()),
  replacedAt: f.instant,
};
export type Revision = Omit<f.RecordOf<typeof REVISION>, 'terms'> & { readonly terms: DueTerms };

const $ = paramsOf({ ...CHARGE_KEY, ...REVISION, revision: f.count });

const insertRow = send(
  'charge_revisions_insert',
  sql`insert into charge_revisions
      (merchant_id, environment, charge_id, revision, terms, standard, replaced_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.revision}, ${$.terms}, ${$.standard},
      ${$.replacedAt})`,
);

/** The replaced terms of a charge, the first ones first. */
export const selectRevisions = many(
  'charge_revisions_select',
  shaped(REVISION, (row): Revision => ({ ...row, terms: termsFromJson(row.terms) })),
  sql`select r.terms, r.standard, r.replaced_at from charge_revisions r
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and charge_id = ${$.id} order by r.revision`,
);

const selectFirst = many(
  'charge_revisions_select_first',
  { id: f.uuid, terms: REVISION.terms },
  sql`select r.charge_id as id, r.terms from ${rowsOf('keys', 'key', CHARGE_KEY)}
    join charge_revisions r on (r.merchant_id, r.environment, r.charge_id, r.revision)
      = (key.merchant_id, key.environment, key.id, 0)`,
);

/** Sends the insert of terms that a change replaces; the commit waits for it. */
export function insertRevision(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { terms, standard, replacedAt }: Revision,
): void {
  const { revision } = terms;
  const stored = termsToJson(terms);
  insertRow(tx, { merchantId, environment, id, revision, terms: stored, standard, replacedAt });
}

/** The first terms of charges that were changed, by their ids. */
export async function selectFirstTerms(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ReadonlyMap<string, DueTerms>> {
  const rows = await selectFirst(database, { keys });
  return new Map(rows.map(({ id, terms }) => [id, termsFromJson(terms)]));
}
