import { type LedgerCheck, POSTINGS, SCOPE, scopeWindow } from '../ledger-check.ts';

const SETTLEMENTS = scopeWindow('settlements');

/** The rules that compare settlements and their parts with postings and the balance. */
export const settlementChecks: readonly LedgerCheck[] = [
  {
    rule: 'O saldo a liquidar é a soma das liquidações que aguardam o seu dia',
    scope: {
      isCheap: true,
      differences: {
        name: 'verify_pending_settlement',
        text: `select ${SCOPE}, t.* from (
            select (
              select coalesce(sum(balance_centavos), 0) from ledger_accounts
              where (merchant_id, environment, account) = ($1, $2, 'pending_settlement')
            ) as balance, (
              select coalesce(sum(amount_centavos), 0) from settlements
              where merchant_id = $1 and environment = $2 and status = 'waiting'
            ) as waiting
          ) t where t.balance <> t.waiting limit $3`,
      },
    },
    rows: {
      window: SETTLEMENTS,
      differences: {
        name: 'verify_settlements',
        text: `select s.merchant_id, s.environment, s.id, s.due_on::text as due_on, s.status,
            s.amount_centavos, p.parts
          from settlements s cross join lateral (
            select coalesce(sum(p.amount_centavos - p.refunded_centavos), 0) as parts
            from settlement_parts p
            where (p.settlement_id, p.merchant_id, p.environment) = (s.id, $1, $2)
          ) p
          where s.merchant_id = $1 and s.environment = $2 and s.id > $3 and s.id <= $4 and (
            s.amount_centavos <> p.parts
            or (s.status = 'settled' and s.amount_centavos > 0) <> exists (
              select from ledger_postings l
              where (l.merchant_id, l.environment, l.reference_id, l.kind)
                  = ($1, $2, s.id, 'payment_settled')
            )
          ) limit $5`,
      },
    },
    postings: {
      kinds: ['payment_settled'],
      differences: {
        name: 'verify_settlement_postings',
        text: `select ${SCOPE}, p.reference_id, p.available, s.amount_centavos, s.status
          from ${POSTINGS}
          left join settlements s on (s.merchant_id, s.environment, s.id)
            = ($1, $2, p.reference_id)
          where s.status is distinct from 'settled' or p.available <> s.amount_centavos
            or p.pending_settlement <> -p.available limit $4`,
      },
    },
  },
  {
    rule: 'O que aguarda liquidação foi lançado com a cobrança, menos o que foi devolvido',
    postings: {
      kinds: ['charge_paid', 'split_received', 'refund_reserved', 'refund_failed'],
      differences: {
        name: 'verify_settlement_parts',
        text: `select ${SCOPE}, p.reference_id, p.kind, p.pending_settlement, t.expected
          from ${POSTINGS}
          cross join lateral (
            select case p.kind
              when 'refund_reserved' then (
                select -coalesce(sum(r.amount_centavos), 0) from settlement_refunds r
                where (r.merchant_id, r.environment, r.refund_id) = ($1, $2, p.reference_id))
              when 'refund_failed' then (
                select coalesce(sum(r.amount_centavos), 0) from settlement_refunds r
                where (r.merchant_id, r.environment, r.refund_id) = ($1, $2, p.reference_id)
                  and r.returned_at is not null)
              else (
                select coalesce(sum(s.amount_centavos), 0) from settlement_parts s
                where (s.merchant_id, s.environment, s.charge_id) = ($1, $2, p.reference_id))
              end as expected
          ) t
          where p.pending_settlement <> t.expected limit $4`,
      },
    },
  },
];
