import * as f from '#src/ground/database/fields.ts';
import { one, paramsOf, sql } from '#src/ground/database/sql.ts';
import { IS_RETRYING, LAST_ATTEMPT_SINCE } from './endpoint-health-store.ts';

const $ = paramsOf({ ...f.SCOPE, fromEventId: f.uuid, countMax: f.count });
const OF_SCOPE = sql`d.merchant_id = ${$.merchantId} and d.environment = ${$.environment}`;

/**
 * How many deliveries wait for a retry, and how many were exhausted since an instant. Reads the
 * newest undelivered deliveries by their own index, each with its last attempt.
 */
export const countDeliveryBacklog = one(
  'webhook_count_backlog',
  { retrying: f.count, failed: f.count },
  sql`select
      (select count(*) from (
        select from webhook_deliveries d
        where ${IS_RETRYING} and ${OF_SCOPE} limit ${$.countMax}
      ) waiting) as retrying,
      (select count(*) from (
        select d.merchant_id, d.environment, d.event_id, d.id, d.attempt_count
        from webhook_deliveries d
        where d.status = 'failed' and ${OF_SCOPE}
          and d.event_id >= ${$.fromEventId}
        order by d.event_id desc limit ${$.countMax}
      ) exhausted
      cross join lateral (${LAST_ATTEMPT_SINCE}) last_attempt) as failed`,
);
