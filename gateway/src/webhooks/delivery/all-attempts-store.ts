/**
 * The first attempt of a delivery if it succeeded, in columns with the prefix `first_`.
 * Every other attempt has a row in `webhook_attempts`.
 */
export const FIRST_ATTEMPT = [
  'started_at',
  'duration_ms',
  'response_status',
  'response_excerpt',
  'signature',
] as const;

const KEY = 'merchant_id, environment, event_id';
const COLUMNS = FIRST_ATTEMPT.join(', ');
const FIRST_COLUMNS = FIRST_ATTEMPT.map((column) => `first_${column}`).join(', ');

/** A subquery with the columns of `webhook_attempts`: the attempts of all deliveries. */
export const ALL_ATTEMPTS = `(
      select ${KEY}, delivery_id, attempt, failure, ${COLUMNS} from webhook_attempts
      union all
      select ${KEY}, id, 1::bigint, null, ${FIRST_COLUMNS} from webhook_deliveries
      where first_started_at is not null
    )`;
