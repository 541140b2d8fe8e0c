import type { LedgerCheck } from '#src/ledger/verify.ts';

/** What must hold between payouts, the ledger and the events. */
export const payoutChecks: readonly LedgerCheck[] = [
  {
    law: 'Cada saque tem exatamente os seus movimentos, e só ele',
    count: { name: 'verify_payouts', text: 'select count(*) as checked from payouts' },
    differences: {
      name: 'verify_payouts_differences',
      text: `select * from (
          select w.merchant_id, w.environment, w.id, w.status, w.is_late, w.amount_centavos,
            w.created_at,
            w.fee_centavos, e.reference_id, e.kinds, e.reserved_at_first, e.reserved_in_all,
            e.bank, e.fees, e.available, coalesce(late.uncovered_centavos, 0) as uncovered
          from payouts w full join (
            select p.merchant_id, p.environment, p.reference_id,
              array_agg(distinct p.kind order by p.kind) as kinds,
              coalesce(sum(amount_centavos) filter (
                where account = 'reserved' and p.kind = 'payout_reserved'), 0) as reserved_at_first,
              coalesce(sum(amount_centavos) filter (where account = 'reserved'), 0)
                as reserved_in_all,
              coalesce(sum(amount_centavos) filter (where account = 'bank'), 0) as bank,
              coalesce(sum(amount_centavos) filter (where account = 'fees'), 0) as fees,
              coalesce(sum(amount_centavos) filter (where account = 'available'), 0) as available
            from ledger_postings p left join ledger_entries l
              using (merchant_id, environment, reference_id, kind)
            where p.kind in ('payout_reserved', 'payout_paid', 'payout_failed')
              or (p.kind = 'payout_paid_late'
                and p.merchant_id <> '00000000-0000-0000-0000-000000000000')
            group by p.merchant_id, p.environment, p.reference_id
          ) e on (e.merchant_id, e.environment, e.reference_id)
            = (w.merchant_id, w.environment, w.id)
          left join late_bank_payments late on late.kind = 'payout'
            and (late.merchant_id, late.environment, late.id)
              = (w.merchant_id, w.environment, w.id)
        ) compared
        where not coalesce(is_forgotten(merchant_id, environment, created_at), false) and (
          id is null or reference_id is null
          or reserved_at_first <> amount_centavos + fee_centavos
          or kinds <> case
            when status = 'pending' then array['payout_reserved']
            when is_late then array['payout_failed', 'payout_paid_late', 'payout_reserved']
            when status = 'paid' then array['payout_paid', 'payout_reserved']
            else array['payout_failed', 'payout_reserved'] end
          or reserved_in_all <> case status
            when 'pending' then amount_centavos + fee_centavos else 0 end
          or bank <> case status when 'paid' then amount_centavos - uncovered else 0 end
          or fees <> case when status = 'paid' and not is_late then fee_centavos else 0 end
          or available <> case
            when is_late then -(amount_centavos - uncovered)
            when status = 'failed' then 0 else -(amount_centavos + fee_centavos) end)
        limit $1`,
    },
  },
  {
    law: 'Cada saque terminado tem o seu evento',
    count: {
      name: 'verify_payout_events',
      text: `select count(*) as checked from payouts where status <> 'pending'`,
    },
    // One that was paid after it had failed has two: first `failed`, then `paid`.
    differences: {
      name: 'verify_payout_events_differences',
      text: `select w.merchant_id, w.environment, w.id, w.status from payouts w
        join partitioned_tables t on t.table_name = 'webhook_events'
        where status <> 'pending'
          and not is_forgotten(w.merchant_id, w.environment, w.created_at) and (
          (case when w.is_late then w.created_at else coalesce(w.paid_at, w.created_at) end
            >= t.kept_from and not exists (
              select from webhook_events e
              where (e.merchant_id, e.environment, e.resource_id, e.sequence)
                  = (w.merchant_id, w.environment, w.id, 1)
                and e.kind = 'payout.' || case when w.is_late then 'failed' else w.status end
          )) or (w.is_late and w.paid_at >= t.kept_from and not exists (
            select from webhook_events e
            where (e.merchant_id, e.environment, e.resource_id, e.sequence)
                = (w.merchant_id, w.environment, w.id, 2) and e.kind = 'payout.paid'
          ))
        ) limit $1`,
    },
  },
];
