import { ERASED_PAYER } from '#src/charges/erased-payer.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, paramsOf, sql } from '#src/ground/database/sql.ts';

const $ = paramsOf({ ...f.SCOPE, document: f.text });

/**
 * A subscription of a payer that has not ended, or that the bank is asked to make or to change: the
 * open requests at the bank name the payer, also after the end of the subscription.
 */
export const selectOpenOf = maybeOne(
  'subscriptions_open_of_payer',
  { id: f.uuid },
  sql`select s.id from subscriptions s left join subscription_recurrences r
      on r.merchant_id = s.merchant_id and r.environment = s.environment
        and r.subscription_id = s.id
    where s.payer_document = ${$.document} and s.merchant_id = ${$.merchantId}
      and s.environment = ${$.environment}
      and (s.status in ('created', 'authorized', 'paused')
        or r.draft is not null or r.change is not null) limit 1`,
);

/** Erases the payer of subscriptions that have ended; returns their ids. */
export const eraseEndedOf = many(
  'subscriptions_erase_payer',
  { id: f.uuid },
  sql`update subscriptions set payer_name = '${ERASED_PAYER.name}',
      payer_document = '${ERASED_PAYER.document}', payer_email = null, payer_account = null,
      description = '${ERASED_PAYER.name}', metadata = null, link_network = null
    where payer_document = ${$.document} and merchant_id = ${$.merchantId}
      and environment = ${$.environment}
      and status in ('rejected', 'canceled', 'expired') returning id`,
);
