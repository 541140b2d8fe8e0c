/**
 * SQL: the centavos that an event of `webhook_events` reports. For a refund that is what went back
 * at its instant, for a returned payout what its bank has sent back so far, else the amount of its
 * transaction.
 */
export const EVENT_CENTAVOS = `case kind
        when 'deposit.refunded' then (select sum((refund ->> 'amount')::bigint)::bigint
          from json_array_elements(body::json -> 'data' -> 'refunds') refund
          where refund ->> 'done_at' = body::json ->> 'created_at')
        when 'payout.returned' then (body::json -> 'data' ->> 'returned_amount')::bigint
        else coalesce(amount_centavos, (body::json -> 'data' ->> 'amount')::bigint) end`;
