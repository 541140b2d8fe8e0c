/**
 * Whether a delivery (`d`) is under the lease (`l`) of its insert: no index of undelivered
 * deliveries has it, so it is found by its merchant and the events of the lease.
 */
export const IS_UNDER_LEASE = `d.merchant_id = any(l.merchant_ids)
      and d.environment in ('test', 'live')
      and d.event_id between l.first_event_id and l.last_event_id
      and d.lease_id = l.id and d.status = 'pending' and d.undelivered is null`;

/**
 * Sets the column when a delivery is sent again. A pending one keeps it: under the lease of its
 * insert it must not be leased by another process.
 */
export const UNDELIVERED_AGAIN = `undelivered = case when status = 'pending' then undelivered
        when attempt_count = 0 then 'new' else 'retrying' end`;
