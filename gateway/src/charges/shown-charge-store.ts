import type { Queryable } from '#src/ground/database/database.ts';
import { type IdPage, idPageRows, selectIdPages } from '#src/ground/database/id-pages.ts';
import type { RawRow } from '#src/ground/database/raw-row.ts';
import type { ChargePage, ChargeStatus, TransactionKey, Utm } from './charge.ts';
import { isChanging, KEY_COLUMNS, keyRow, SAME_KEY } from './charge-store.ts';
import type { ListedCharge, ShownCharge } from './charge-view.ts';
import { termsFromJson } from './due/due-terms.ts';

// In the order in which `readRow` reads them. PostgreSQL makes the text of an id in less time than
// JavaScript; it has another name, because pages are sorted by the id itself.
const COLUMNS = `c.split_count, c.refund_count, c.id::text as shown_id, c.external_id, c.status,
  c.amount_centavos, c.fee_centavos, c.qrcode, c.created_at, c.expires_at, c.paid_at,
  c.end_to_end_id, c.client_id, c.description, c.payer_name, c.payer_document, c.payer_email,
  c.utm, c.payment_link_id::text, c.renewed_from::text, c.refunded_centavos, c.dispute_count,
  c.disputed_centavos, c.due::text, coalesce(c.expected_centavos, 0) as expected_centavos,
  (c.status = 'pending' and c.environment = 'live' and ${isChanging('c')})::int as is_changing`;

const SELECT = {
  name: 'charges_select_shown',
  text: `select key.index, ${COLUMNS}
    from json_to_recordset($1) as key (${KEY_COLUMNS}, index int)
    join charges c on ${SAME_KEY}`,
  readRow,
};
const LIST = {
  name: 'charges_list',
  text: `select 0 as index, ${COLUMNS} from charges c
    where merchant_id = $1 and environment = $2 and id < $3 and id >= $4
      and ($5::text is null or status = $5) and ($6::text is null or external_id = $6)
    order by id desc limit $7`,
  readRow,
};
const LIST_PAGES = {
  name: 'charges_list_pages',
  text: selectIdPages(COLUMNS, 'charges c'),
  readRow,
};

function readRow(row: RawRow): ListedCharge {
  return {
    index: row.int(),
    splitCount: row.bigint(),
    refundCount: row.bigint(),
    charge: {
      id: row.text(),
      externalId: row.textOrNull(),
      status: row.text() as ChargeStatus,
      amount: row.bigint(),
      fee: row.bigint(),
      qrcode: row.text(),
      createdAt: row.time(),
      expiresAt: row.time(),
      paidAt: row.timeOrNull(),
      endToEndId: row.textOrNull(),
      clientId: row.textOrNull(),
      description: row.textOrNull(),
      payer: { name: row.text(), document: row.text(), email: row.textOrNull() },
      utm: utmFrom(row.textOrNull()),
      linkId: row.textOrNull(),
      renewal: renewalFrom(row.textOrNull()),
      refunded: row.bigint(),
      disputeCount: row.bigint(),
      disputed: row.bigint(),
      due: dueFrom(row.textOrNull()),
      expected: row.bigint(),
      splits: [],
    },
    isChanging: row.int() === 1,
  };
}

function renewalFrom(from: string | null): ShownCharge['renewal'] {
  return from === null ? null : { from };
}

function dueFrom(json: string | null): ShownCharge['due'] {
  return json === null ? null : termsFromJson(JSON.parse(json));
}

function utmFrom(json: string | null): Utm | null {
  return json === null ? null : JSON.parse(json);
}

/** Selects charges by their keys, in no order; `index` is that of the key. */
export function selectShown(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ListedCharge[]> {
  const rows = keys.map((key, index) => ({ ...keyRow(key), index }));
  return database.query<ListedCharge>(SELECT, [JSON.stringify(rows)]);
}

/** Selects one page of charges, newest first. */
export function selectShownPage(database: Queryable, page: ChargePage): Promise<ListedCharge[]> {
  const { merchantId, environment, beforeId, fromId, status, externalId, limit } = page;
  const filter = [status ?? null, externalId ?? null];
  const values = [merchantId, environment, beforeId, fromId, ...filter, limit];
  return database.query<ListedCharge>(LIST, values);
}

/** Selects many pages of charges, in no order; `index` is that of the page. */
export async function selectShownPages(
  database: Queryable,
  pages: readonly IdPage[],
): Promise<ListedCharge[]> {
  const values = idPageRows(pages);
  return values === undefined ? [] : database.query<ListedCharge>(LIST_PAGES, [values]);
}
