import { type BucketId, HOME_BUCKET, isBucketId } from './bucket-id.ts';
import type { Queryable, Transaction } from './database-types.ts';
import { HERE } from './statement-place.ts';

// A process learns of a new bucket within a minute. Until then it could look for a merchant of the
// new bucket in another bucket.
const CHOOSE = {
  name: 'bucket_choose',
  text: `select b.bucket_id from buckets b left join merchants m on m.bucket_id = b.bucket_id
    where b.state = 'open' and (b.bucket_id = '${HOME_BUCKET}'
      or b.created_at < now() - interval '2 minutes')
    group by b.bucket_id order by count(m.bucket_id), b.bucket_id limit 1`,
};
const ADD = {
  name: 'bucket_member_add',
  place: HERE,
  text: 'insert into bucket_merchants (merchant_id) values ($1) on conflict do nothing',
};

/** The open bucket with the fewest merchants, for a new merchant. */
export async function chooseBucket(database: Queryable): Promise<BucketId> {
  const [row] = await database.query<{ bucket_id: string }>(CHOOSE, []);
  return row !== undefined && isBucketId(row.bucket_id) ? row.bucket_id : HOME_BUCKET;
}

/** Makes a merchant a member of its bucket, in the transaction that inserts the merchant. */
export function addToBucket(tx: Transaction, bucketId: BucketId, merchantId: string): void {
  tx.in(bucketId).send(ADD, [merchantId]);
}
