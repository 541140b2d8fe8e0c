import { ERASED_PAYER } from '#src/charges/erased-payer.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';

// The open requests at the bank name the payer, also after the end of the subscription.
const SELECT_OPEN = {
  name: 'subscriptions_open_of_payer',
  text: `select s.id from subscriptions s left join subscription_recurrences r
      on r.merchant_id = s.merchant_id and r.environment = s.environment
        and r.subscription_id = s.id
    where s.payer_document = $3 and s.merchant_id = $1 and s.environment = $2
      and (s.status in ('created', 'authorized', 'paused')
        or r.draft is not null or r.change is not null) limit 1`,
};
const ERASE_ENDED = {
  name: 'subscriptions_erase_payer',
  text: `update subscriptions set payer_name = '${ERASED_PAYER.name}',
      payer_document = '${ERASED_PAYER.document}', payer_email = null, payer_account = null,
      description = '${ERASED_PAYER.name}', metadata = null, link_network = null
    where payer_document = $3 and merchant_id = $1 and environment = $2
      and status in ('rejected', 'canceled', 'expired') returning id`,
};

/** A subscription of a payer that has not ended, or that the bank is asked to make or to change. */
export async function selectOpenOf(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  document: string,
): Promise<string | undefined> {
  const values = [merchantId, environment, document];
  return (await tx.query<{ id: string }>(SELECT_OPEN, values))[0]?.id;
}

/** Erases the payer of subscriptions that have ended; returns their ids. */
export async function eraseEndedOf(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  document: string,
): Promise<string[]> {
  const values = [merchantId, environment, document];
  return (await tx.query<{ id: string }>(ERASE_ENDED, values)).map(({ id }) => id);
}
