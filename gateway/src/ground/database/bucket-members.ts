import { type BucketId, HOME_BUCKET, isBucketId } from './bucket-id.ts';
import type { Queryable, Transaction } from './database-types.ts';
import * as f from './fields.ts';
import { maybeOne, param, send, sql } from './sql.ts';
import { HERE } from './statement-place.ts';

// A process learns of a new bucket within a minute. Until then it could look for a merchant of the
// new bucket in another bucket.
const selectEmptiest = maybeOne(
  'bucket_choose',
  { bucketId: f.text },
  sql`select b.bucket_id from buckets b left join merchants m on m.bucket_id = b.bucket_id
    where b.state = 'open' and (b.bucket_id = '${HOME_BUCKET}'
      or b.created_at < now() - interval '2 minutes')
    group by b.bucket_id order by count(m.bucket_id), b.bucket_id limit 1`,
);
const insertMember = send(
  'bucket_member_add',
  sql`insert into bucket_merchants (merchant_id) values (${param('merchantId', f.uuid)})
    on conflict do nothing`,
  HERE,
);

/** The open bucket with the fewest merchants, for a new merchant. */
export async function chooseBucket(database: Queryable): Promise<BucketId> {
  const bucketId = (await selectEmptiest(database))?.bucketId;
  return bucketId !== undefined && isBucketId(bucketId) ? bucketId : HOME_BUCKET;
}

/** Makes a merchant a member of its bucket, in the transaction that inserts the merchant. */
export function addToBucket(tx: Transaction, bucketId: BucketId, merchantId: string): void {
  insertMember(tx.in(bucketId), { merchantId });
}
