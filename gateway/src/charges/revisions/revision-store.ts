import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, paramsOf, rowsOf, send, shaped, sql } from '#src/ground/database/sql.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { Charge, TransactionKey } from '../charge.ts';
import { CHARGE_KEY } from '../charge-store.ts';
import { type DueTerms, type StoredTerms, termsFromJson, termsToJson } from '../due/due-terms.ts';
import type { StandardPart } from '../standard-charge.ts';

/** What a charge without a due date asked for. */
export interface ImmediateTerms extends Pick<Charge, 'amount' | 'fee' | 'qrcode'> {
  readonly expiresInSeconds: number;
}

/** Amounts in centavos. */
interface StoredImmediate {
  readonly amount: number;
  readonly fee: number;
  readonly qrcode: string;
  readonly expiresInSeconds: number;
}

/** What a charge had until a change replaced it at an instant (milliseconds). */
const REVISION = {
  /** Counts from 0, the revision that the creation made. */
  revision: f.count,
  terms: f.json<StoredTerms | StoredImmediate>(),
  /** Payer and texts, if the Central Bank's API changed them; null also for an erased payer. */
  standard: f.orNull(f.json<StandardPart>()),
  /** The client id of the key or the e-mail of the person; null for older changes. */
  author: f.orNull(f.text),
  replacedAt: f.instant,
};
type StoredRevision = f.RecordOf<typeof REVISION>;
export interface Revision<Terms = DueTerms | ImmediateTerms> extends Omit<StoredRevision, 'terms'> {
  readonly terms: Terms;
}

const $ = paramsOf({ ...CHARGE_KEY, ...REVISION });
const OF_CHARGE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and charge_id = ${$.id}`;

const insertRow = send(
  'charge_revisions_insert',
  sql`insert into charge_revisions
      (merchant_id, environment, charge_id, revision, terms, standard, author, replaced_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.revision}, ${$.terms}, ${$.standard},
      ${$.author}, ${$.replacedAt})`,
);

const SHAPE = shaped(REVISION, (row): Revision => ({ ...row, terms: termsOf(row.terms) }));

/** The replaced revisions of a charge, the first ones first. */
export const selectRevisions = many(
  'charge_revisions_select',
  SHAPE,
  sql`select ${f.columnsOf(REVISION, 'r')} from charge_revisions r
    where ${OF_CHARGE} order by r.revision`,
);

/** A replaced revision of a charge; undefined for an unknown one. */
export const selectRevision = maybeOne(
  'charge_revisions_select_one',
  SHAPE,
  sql`select ${f.columnsOf(REVISION, 'r')} from charge_revisions r
    where ${OF_CHARGE} and r.revision = ${$.revision}`,
);

const selectFirst = many(
  'charge_revisions_select_first',
  { id: f.uuid, terms: REVISION.terms },
  sql`select r.charge_id as id, r.terms from ${rowsOf('keys', 'key', CHARGE_KEY)}
    join charge_revisions r on (r.merchant_id, r.environment, r.charge_id, r.revision)
      = (key.merchant_id, key.environment, key.id, 0)`,
);

/** Sends the insert of the terms before a change; the commit waits for it. */
export function insertRevision(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { terms, ...revision }: Revision,
): void {
  insertRow(tx, { merchantId, environment, id, ...revision, terms: storedTerms(terms) });
}

/** The terms of the creation of charges that were changed, by their ids. */
export async function selectFirstTerms(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ReadonlyMap<string, DueTerms | ImmediateTerms>> {
  const rows = await selectFirst(database, { keys });
  return new Map(rows.map(({ id, terms }) => [id, termsOf(terms)]));
}

/** Whether terms are those of a charge with a due date. */
export function areDueTerms(terms: DueTerms | ImmediateTerms): terms is DueTerms {
  return 'rules' in terms;
}

function termsOf(stored: StoredTerms | StoredImmediate): DueTerms | ImmediateTerms {
  if ('rules' in stored) return termsFromJson(stored);
  const { amount, fee, qrcode, expiresInSeconds } = stored;
  return { amount: centavos(amount), fee: centavos(fee), qrcode, expiresInSeconds };
}

function storedTerms(terms: DueTerms | ImmediateTerms): StoredTerms | StoredImmediate {
  if (areDueTerms(terms)) return termsToJson(terms);
  const { amount, fee, qrcode, expiresInSeconds } = terms;
  return { amount: centavosToJson(amount), fee: centavosToJson(fee), qrcode, expiresInSeconds };
}
