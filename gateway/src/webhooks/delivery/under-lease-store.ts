/** Whether a delivery is pending under a lease of its insert, which no process has ended. */
export const IS_UNDER_LEASE = `d.status = 'pending' and d.undelivered is null`;

/**
 * The deliveries (`d`) under leases of inserts (`l`). No index of undelivered deliveries has them:
 * they are found by the merchants and the events of their lease. `offset 0` stops the planner from
 * reading all deliveries to find their leases, which are few although the statistics may say more.
 */
export const UNDER_LEASE = `webhook_leases l
      cross join lateral unnest(l.merchant_ids) merchant (id)
      cross join lateral (
        select d.* from webhook_deliveries d
        where d.merchant_id = merchant.id and d.environment in ('test', 'live')
          and d.event_id between l.first_event_id and l.last_event_id
          and d.lease_id = l.id and ${IS_UNDER_LEASE}
        offset 0
      ) d`;

/**
 * Sets the column when a delivery is sent again. A pending one keeps it: under the lease of its
 * insert it must not be leased by another process.
 */
export const UNDELIVERED_AGAIN = `undelivered = case when status = 'pending' then undelivered
        when attempt_count = 0 then 'new' else 'retrying' end`;
