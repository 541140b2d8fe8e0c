import type { LedgerCheck } from '#src/ledger/ledger-check.ts';

/** The rules of the ledger about payment links and the charges that they have made. */
export const linkChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada link de pagamento vendeu o que as suas cobranças pagas somam',
    scope: {
      isCheap: false,
      differences: {
        name: 'verify_link_sales',
        text: `select l.merchant_id, l.environment, l.id, l.sold_count, l.received_centavos,
            paid.count, paid.centavos
          from payment_links l
          left join (
            select payment_link_id as id, count(*) as count, sum(amount_centavos) as centavos
            from charges where merchant_id = $1 and environment = $2 and paid_at is not null
              and payment_link_id is not null
            group by payment_link_id
          ) paid using (id)
          where l.merchant_id = $1 and l.environment = $2
            and (l.sold_count, l.received_centavos)
              <> (coalesce(paid.count, 0), coalesce(paid.centavos, 0))
          limit $3`,
      },
    },
  },
  {
    rule: 'Só uma cobrança pendente de um link reserva uma peça, e cada uma reserva a sua',
    scope: {
      isCheap: false,
      differences: {
        name: 'verify_link_holds',
        text: `select * from (
            select charge_id as id, link_id from payment_link_holds
            where merchant_id = $1 and environment = $2
          ) held
          full join (
            select id, payment_link_id from charges
            where merchant_id = $1 and environment = $2 and status = 'pending'
              and payment_link_id is not null
          ) pending using (id)
          where link_id is distinct from payment_link_id
            -- The charge of a draft is not registered at the bank yet.
            and not exists (select from charge_drafts d
              where (d.merchant_id, d.environment, d.id) = ($1, $2, id))
          limit $3`,
      },
    },
  },
];
