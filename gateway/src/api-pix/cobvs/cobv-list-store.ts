import * as f from '#src/ground/database/fields.ts';
import { many, one, param, shaped, sql } from '#src/ground/database/sql.ts';
import { $, HAS_LOCATION } from '../lists/charge-list-store.ts';

const ID = shaped({ id: f.uuid }, ({ id }) => id);
const COUNT = shaped({ count: f.count }, ({ count }) => count);

// The index `charges_with_due_date` has these charges, and no others.
const FILTERED = sql`from charges
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
    and id >= ${$.fromId} and id < ${$.beforeId}
    and due_on is not null and (${$.statuses}::text[] is null or status = any(${$.statuses}))
    and (${$.document}::text is null or payer_document = ${$.document})
    and ${HAS_LOCATION}`;
// The charges of a lot: all that its batches have created.
const OF_LOT = sql`from (
      select distinct batch_id from api_pix_lot_lines
      where merchant_id = ${$.merchantId} and environment = ${$.environment}
        and lot = ${param('lot', f.count)}
    ) l
    join charge_batch_lines b on b.merchant_id = ${$.merchantId}
      and b.environment = ${$.environment}
      and b.batch_id = l.batch_id and b.status = 'created'
    join charges on charges.merchant_id = ${$.merchantId}
      and charges.environment = ${$.environment}
      and charges.id = b.charge_id
    where charges.id >= ${$.fromId} and charges.id < ${$.beforeId}
      and (${$.statuses}::text[] is null or charges.status = any(${$.statuses}))
      and (${$.document}::text is null or charges.payer_document = ${$.document})
      and ${HAS_LOCATION}`;

export const countCobvs = one(
  'api_pix_cobvs_count',
  COUNT,
  sql`select count(*) as count ${FILTERED}`,
);

/** The ids of a page, the oldest first. */
export const pageCobvs = many(
  'api_pix_cobvs_page',
  ID,
  sql`select id ${FILTERED} order by id offset ${$.offset} limit ${$.limit}`,
);

/** Counts the charges of a lot, by its number. */
export const countOfLot = one(
  'api_pix_cobvs_count_of_lot',
  COUNT,
  sql`select count(*) as count ${OF_LOT}`,
);

/** The ids of a page of the charges of a lot, the oldest first. */
export const pageOfLot = many(
  'api_pix_cobvs_page_of_lot',
  ID,
  sql`select charges.id ${OF_LOT} order by charges.id offset ${$.offset} limit ${$.limit}`,
);
