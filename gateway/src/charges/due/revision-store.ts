import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { Payer, TransactionKey } from '../charge.ts';
import { KEY_COLUMNS, keyRow } from '../charge-store.ts';
import type { StandardTerms } from '../standard-charge.ts';
import { type DueTerms, type StoredTerms, termsFromJson, termsToJson } from './due-terms.ts';

const INSERT = {
  name: 'charge_revisions_insert',
  text: `insert into charge_revisions
      (merchant_id, environment, charge_id, revision, terms, standard, replaced_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};
const SELECT = {
  name: 'charge_revisions_select',
  text: `select r.terms, r.standard, r.replaced_at from charge_revisions r
    where merchant_id = $1 and environment = $2 and charge_id = $3 order by r.revision`,
};
const SELECT_FIRST = {
  name: 'charge_revisions_select_first',
  text: `select r.charge_id as id, r.terms from json_to_recordset($1) as key (${KEY_COLUMNS})
    join charge_revisions r on (r.merchant_id, r.environment, r.charge_id, r.revision)
      = (key.merchant_id, key.environment, key.id, 0)`,
};

interface RevisionRow extends Record<string, unknown> {
  readonly terms: StoredTerms;
  readonly standard: StandardPart | null;
  readonly replaced_at: number;
}

/** The fields of a charge of the Central Bank's API besides its rules. */
export interface StandardPart {
  readonly payer: Payer;
  readonly terms: StandardTerms;
}

/** Terms of a charge that a change replaced at an instant (milliseconds). */
export interface Revision {
  readonly terms: DueTerms;
  /** Payer and texts, if the Central Bank's API changed them; null also for an erased payer. */
  readonly standard: StandardPart | null;
  readonly replacedAt: number;
}

/** Sends the insert of terms that a change replaces; the commit waits for it. */
export function insertRevision(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { terms, standard, replacedAt }: Revision,
): void {
  const stored = JSON.stringify(termsToJson(terms));
  const texts = standard && JSON.stringify(standard);
  const at = new Date(replacedAt);
  tx.send(INSERT, [merchantId, environment, id, terms.revision, stored, texts, at]);
}

/** The replaced terms of a charge, the first ones first. */
export async function selectRevisions(
  database: Queryable,
  { merchantId, environment, id }: TransactionKey,
): Promise<Revision[]> {
  const rows = await database.query<RevisionRow>(SELECT, [merchantId, environment, id]);
  return rows.map(({ terms, standard, replaced_at: replacedAt }) => ({
    terms: termsFromJson(terms),
    standard,
    replacedAt,
  }));
}

/** The first terms of charges that were changed, by their ids. */
export async function selectFirstTerms(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ReadonlyMap<string, DueTerms>> {
  const values = [JSON.stringify(keys.map(keyRow))];
  const rows = await database.query<{ id: string; terms: StoredTerms }>(SELECT_FIRST, values);
  return new Map(rows.map(({ id, terms }) => [id, termsFromJson(terms)]));
}
