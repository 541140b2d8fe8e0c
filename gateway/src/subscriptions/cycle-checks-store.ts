import { type LedgerCheck, scopeWindow } from '#src/ledger/ledger-check.ts';

/** The ledger rules about subscriptions, their totals, their links and the charges of cycles. */
export const subscriptionsChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada cobrança de assinatura está paga se, e só se, o seu ciclo está pago',
    rows: {
      window: scopeWindow('charges'),
      differences: {
        name: 'verify_subscription_cycles',
        text: `select c.merchant_id, c.environment, c.id, c.status, s.status as cycle_status
          from charges c
          left join subscription_cycles s
            on (s.charge_id, s.merchant_id, s.environment) = (c.id, $1, $2)
          where c.merchant_id = $1 and c.environment = $2 and c.id > $3 and c.id <= $4
            and c.due ->> 'cycle' is not null
            and (s.status is null or (s.status = 'paid') <> (c.paid_at is not null))
          limit $5`,
      },
    },
  },
  {
    rule: 'Os totais das assinaturas são a soma das que estão ativas ou pausadas',
    scope: {
      isCheap: false,
      differences: {
        name: 'verify_subscription_totals',
        text: `select * from (
            select * from subscription_totals
            where merchant_id = $1 and environment = $2 and (count, centavos) <> (0, 0)
          ) kept
          full join (
            select merchant_id, environment, status, rhythm, amount_centavos is null as is_variable,
              count(*) as counted, sum(coalesce(amount_centavos, min_centavos, 0)) as summed
            from subscriptions
            where merchant_id = $1 and environment = $2 and status in ('authorized', 'paused')
            group by merchant_id, environment, status, rhythm, amount_centavos is null
          ) found using (merchant_id, environment, status, rhythm, is_variable)
          where (kept.count, kept.centavos) is distinct from (found.counted, found.summed)
          limit $3`,
      },
    },
  },
  {
    rule: 'Cada link de pagamento conta as assinaturas que pagadores autorizaram por ele',
    scope: {
      isCheap: false,
      differences: {
        name: 'verify_link_subscribers',
        text: `select l.merchant_id, l.environment, l.id, l.subscriber_count, found.count
          from payment_links l
          left join (
            select payment_link_id as id, count(*) as count from subscriptions
            where merchant_id = $1 and environment = $2 and authorized_at is not null
              and payment_link_id is not null
            group by payment_link_id
          ) found using (id)
          where l.merchant_id = $1 and l.environment = $2
            and l.subscriber_count <> coalesce(found.count, 0)
          limit $3`,
      },
    },
  },
];
