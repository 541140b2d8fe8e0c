import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { type IdPage, idPagesOf, pagesWithRows } from '#src/ground/database/id-pages.ts';
import {
  keepPlan,
  many,
  param,
  paramsOf,
  readInBinary,
  rowsOf,
  shapedInBinary,
  sql,
} from '#src/ground/database/sql.ts';
import {
  CHARGE_TEXTS,
  type ChargePage,
  type ChargeStatus,
  type TransactionKey,
  type Utm,
} from './charge.ts';
import { CHARGE_KEY, isChanging, SAME_KEY } from './charge-store.ts';
import type { ListedCharge, PageCharge } from './charge-view.ts';
import { type StoredTerms, termsFromJson } from './due/due-terms.ts';

/** What most charges don't have. */
interface Rest {
  readonly split_count: number;
  readonly refund_count: number;
  readonly dispute_count: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly renewed_from: string | null;
  readonly due: StoredTerms | null;
  readonly expected: number;
  readonly is_changing: boolean;
}

const IS_CHANGING = `c.status = 'pending' and c.environment = 'live' and ${isChanging('c')}`;
// Each column costs PostgreSQL and the gateway time: these are one, and null for most charges.
const REST = `case when c.split_count = 0 and c.refund_count = 0 and c.dispute_count = 0
    and c.renewed_from is null and c.due is null and c.expected_centavos is null
    and not (${IS_CHANGING}) then null
  else json_build_object('split_count', c.split_count, 'refund_count', c.refund_count,
    'dispute_count', c.dispute_count, 'refunded', c.refunded_centavos,
    'disputed', c.disputed_centavos, 'renewed_from', c.renewed_from, 'due', c.due,
    'expected', coalesce(c.expected_centavos, 0), 'is_changing', ${IS_CHANGING}) end as rest`;

// PostgreSQL makes the text of an id in less time than JavaScript. The charge's own has another
// name, because pages are sorted by the id itself.
const SHOWN = {
  shown_id: f.text,
  external_id: f.orNull(f.text),
  status: f.textOf<ChargeStatus>(),
  amount_centavos: f.count,
  fee_centavos: f.count,
  qrcode: f.text,
  created_at: f.instant,
  expires_at: f.instant,
  paid_at: f.orNull(f.instant),
  end_to_end_id: f.orNull(f.text),
  client_id: f.orNull(f.text),
  ...CHARGE_TEXTS,
  payer_name: f.text,
  payer_document: f.text,
  payer_email: f.orNull(f.text),
  utm: f.orNull(f.json<Utm>()),
  payment_link_id: f.orNull(f.text),
};
/** The columns that are not those of `charges` themselves. */
const COMPUTED: Readonly<Record<string, string>> = {
  shown_id: 'c.id::text as shown_id',
  payment_link_id: 'c.payment_link_id::text',
};
const COLUMNS = [
  REST,
  ...Object.entries(SHOWN).map(([name, field]) => COMPUTED[name] ?? `c.${f.columnOf(name, field)}`),
].join(', ');
const REST_FIELD = f.orNull(f.json<Rest>());

function listed(index: number, rest: Rest | null, row: f.RecordOf<typeof SHOWN>): ListedCharge {
  return {
    index,
    splitCount: rest?.split_count ?? 0,
    refundCount: rest?.refund_count ?? 0,
    charge: {
      id: row.shown_id,
      externalId: row.external_id,
      status: row.status,
      amount: row.amount_centavos,
      fee: row.fee_centavos,
      qrcode: row.qrcode,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      paidAt: row.paid_at,
      endToEndId: row.end_to_end_id,
      clientId: row.client_id,
      // By name: pages made each row slower with a spread here.
      description: row.description,
      payer: { name: row.payer_name, document: row.payer_document, email: row.payer_email },
      utm: row.utm,
      linkId: row.payment_link_id,
      renewal: rest?.renewed_from ? { from: rest.renewed_from } : null,
      refunded: exact(rest?.refunded),
      disputeCount: rest?.dispute_count ?? 0,
      disputed: exact(rest?.disputed),
      due: rest?.due ? termsFromJson(rest.due) : null,
      expected: exact(rest?.expected),
      splits: [],
    },
    isChanging: rest?.is_changing ?? false,
  };
}

/** An amount in JSON. Throws a RangeError if it is not exact. */
function exact(amount = 0): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError('an amount is not a safe integer');
  return amount;
}

const LISTED = shapedInBinary({ index: f.int, rest: REST_FIELD, ...SHOWN }, (row) =>
  listed(row.index, row.rest, row),
);

/** The columns of a plain charge as JSON. */
const WRITTEN = {
  ...SHOWN,
  external_id: f.jsonOfText,
  qrcode: f.jsonOfText,
  end_to_end_id: f.jsonOfText,
  client_id: f.jsonOfText,
  description: f.jsonOfText,
  payer_name: f.jsonOfText,
  payer_document: f.jsonOfText,
  payer_email: f.jsonOfText,
  utm: f.orNull(f.text),
  payment_link_id: f.jsonOfText,
};

/** The JSON of `chargeDetails` of a charge without a rest, made without an object. */
function writePlain(row: f.RecordOf<typeof WRITTEN>): string {
  const { shown_id: id, amount_centavos: amount, fee_centavos: fee, payment_link_id: link } = row;
  return (
    `{"type":"charge","internal_id":"${id}","external_id":${row.external_id}` +
    `,"status":"${row.status}","amount":${amount},"fee_amount":${fee}` +
    `,"net_amount":${amount - fee},"qrcode":${row.qrcode}` +
    `,"qr_image_url":"/v1/pix/qrcode/${id}/image","expires_at":"${isoTime(row.expires_at)}"` +
    `,"created_at":"${isoTime(row.created_at)}","payment_url":"/pagar/${id}"` +
    `,"public_qr_image_url":"/pagar/${id}/qr.png"` +
    `,"paid_at":${row.paid_at === null ? 'null' : `"${isoTime(row.paid_at)}"`}` +
    `,"end_to_end_id":${row.end_to_end_id},"client_id":${row.client_id}` +
    `,"description":${row.description},"payer":{"name":${row.payer_name}` +
    `,"document":${row.payer_document},"email":${row.payer_email}},"utm":${row.utm ?? 'null'}` +
    `,"split":[]${link === 'null' ? '' : `,"payment_link_id":${link}`}}`
  );
}

const readShown = f.binaryReaderOf(SHOWN);
const readWritten = f.binaryReaderOf(WRITTEN);
const ROW_OF_PAGE = readInBinary({ page: f.int, rest: REST_FIELD, ...SHOWN }, (row): PageCharge => {
  const index = row.int();
  const rest = row.textOrNull();
  if (rest !== null) return listed(index, JSON.parse(rest), readShown(row));
  const written = readWritten(row);
  return { index, id: written.shown_id, json: writePlain(written) };
});

const WANTED = { ...CHARGE_KEY, index: f.int };
const $ = paramsOf({ ...f.SCOPE, limit: f.count });
const selectRows = many(
  'charges_select_shown',
  LISTED,
  keepPlan(sql`select key.index, ${COLUMNS}
    from ${rowsOf('keys', 'key', WANTED)}
    join charges c on ${SAME_KEY}`),
);
const selectPage = many(
  'charges_list',
  ROW_OF_PAGE,
  sql`select 0 as page, ${COLUMNS} from charges c
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id < ${param('beforeId', f.uuid)} and id >= ${param('fromId', f.uuid)}
      and (${param('status', f.orNull(f.text))}::text is null
        or status = ${param('status', f.orNull(f.text))})
      and (${param('externalId', f.orNull(f.text))}::text is null
        or external_id = ${param('externalId', f.orNull(f.text))})
    order by id desc limit ${$.limit}`,
);
const selectPages = many('charges_list_pages', ROW_OF_PAGE, idPagesOf(COLUMNS, 'charges c'));

/** Selects charges by their keys, in no order; `index` is that of the key. */
export function selectShown(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<ListedCharge[]> {
  return selectRows(database, { keys: keys.map((key, index) => ({ ...key, index })) });
}

/** Selects one page of charges, newest first. */
export function selectShownPage(database: Queryable, page: ChargePage): Promise<PageCharge[]> {
  const { status = null, externalId = null } = page;
  return selectPage(database, { ...page, status, externalId });
}

/** Selects many pages of charges, in no order; `index` is that of the page. */
export async function selectShownPages(
  database: Queryable,
  pages: readonly IdPage[],
): Promise<PageCharge[]> {
  const wanted = pagesWithRows(pages);
  return wanted.length === 0 ? [] : selectPages(database, { pages: wanted });
}
