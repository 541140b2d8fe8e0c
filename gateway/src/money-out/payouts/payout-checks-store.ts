import { type LedgerCheck, POSTINGS, SCOPE, scopeWindow } from '#src/ledger/ledger-check.ts';

const PAYOUTS = scopeWindow('payouts');
const PLATFORM = `'00000000-0000-0000-0000-000000000000'::uuid`;
// A payout that operators had resolved as paid, and that the bank did not pay, was paid here first.
const IS_REVERSED = `w.resolution is not distinct from 'reversed'`;
const WAS_PAID = `(w.status = 'paid' and not w.is_late) or ${IS_REVERSED}`;
const HAS_FAILED = `(w.status = 'failed' or w.is_late) and not (${IS_REVERSED})`;
// A payout that was rejected while the bank might have it ends as the bank answered.
const WAS_UNAPPROVED = `a.status in ('rejected', 'expired') and w.resolution is null
                      and (w.status = 'failed' or w.is_late)`;
const IN_WINDOW = 'w.merchant_id = $1 and w.environment = $2 and w.id > $3 and w.id <= $4';

function isPosted(kind: string): string {
  return `exists (
    select from ledger_postings p
    where (p.merchant_id, p.environment, p.reference_id, p.kind) = ($1, $2, w.id, '${kind}')
  )`;
}

/** The ledger rules about payouts, their postings and their events. */
export const payoutChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada saque tem exatamente os seus lançamentos, e nenhum outro',
    postings: {
      kinds: [
        'payout_reserved',
        'payout_paid',
        'payout_failed',
        'payout_paid_late',
        'payout_resolution_reversed',
      ],
      differences: {
        name: 'verify_payout_postings',
        // Parts of late payouts that the platform paid are checked by the rule of late payments.
        text: `select ${SCOPE}, p.*, w.status, w.is_late, w.resolution,
            w.amount_centavos, w.fee_centavos
          from ${POSTINGS}
          left join payouts w on (w.merchant_id, w.environment, w.id) = ($1, $2, p.reference_id)
          cross join lateral (select w.amount_centavos + w.fee_centavos as total) t
          left join late_bank_payments late on late.kind = 'payout'
            and (late.merchant_id, late.environment, late.id) = ($1, $2, p.reference_id)
          where not (p.kind = 'payout_paid_late' and $1 = ${PLATFORM}) and (
            w.id is null or case p.kind
              when 'payout_reserved' then p.available <> -total or p.reserved <> total
              when 'payout_paid' then not (${WAS_PAID}) or p.reserved <> -total
                or p.bank <> w.amount_centavos or p.fees <> w.fee_centavos
              when 'payout_paid_late' then not w.is_late or p.available + p.debt <> -p.bank
                or p.bank is distinct from w.amount_centavos - late.uncovered_centavos
              when 'payout_resolution_reversed' then not (${IS_REVERSED}) or p.available <> total
                or p.bank <> -w.amount_centavos or p.fees <> -w.fee_centavos
              else not (${HAS_FAILED}) or p.reserved <> -total or p.available <> total end
          )
          limit $4`,
      },
    },
    rows: {
      window: PAYOUTS,
      differences: {
        name: 'verify_payouts',
        text: `select w.merchant_id, w.environment, w.id, w.status from payouts w
          where ${IN_WINDOW} and (
            not ${isPosted('payout_reserved')}
            or (${WAS_PAID}) <> ${isPosted('payout_paid')}
            or (${HAS_FAILED}) <> ${isPosted('payout_failed')}
            or (${IS_REVERSED}) <> ${isPosted('payout_resolution_reversed')}
            or w.is_late <> ${isPosted('payout_paid_late')}
          ) limit $5`,
      },
    },
  },
  {
    rule: 'Cada valor devolvido de um saque foi creditado uma vez, e nunca mais do que o saque',
    postings: {
      kinds: ['payout_returned'],
      differences: {
        name: 'verify_payout_return_postings',
        text: `select ${SCOPE}, p.*, r.payout_id, r.amount_centavos
          from ${POSTINGS}
          left join payout_returns r on r.id = p.reference_id
            and (r.merchant_id, r.environment) = ($1, $2)
          where r.id is null or p.available <> r.amount_centavos or p.bank <> -r.amount_centavos
          limit $4`,
      },
    },
    rows: {
      window: PAYOUTS,
      differences: {
        name: 'verify_payout_returns',
        text: `select w.merchant_id, w.environment, w.id, w.status, w.returned_centavos, r.returned
          from payouts w cross join lateral (
            select coalesce(sum(r.amount_centavos), 0) as returned, count(*) filter (
              where not exists (
                select from ledger_postings p
                where (p.merchant_id, p.environment, p.reference_id, p.kind)
                    = ($1, $2, r.id, 'payout_returned')
              )) as unposted
            from payout_returns r
            where (r.merchant_id, r.environment, r.payout_id) = ($1, $2, w.id)
          ) r
          where ${IN_WINDOW} and (r.unposted > 0 or r.returned <> w.returned_centavos
            or r.returned > w.amount_centavos or (r.returned > 0 and w.status <> 'paid'))
          limit $5`,
      },
    },
  },
  {
    rule: 'Cada saque terminado tem o seu evento',
    rows: {
      window: PAYOUTS,
      // A late payment has two events: first `failed`, then `paid`. A payout whose resolution was
      // reversed has `paid` before these.
      differences: {
        name: 'verify_payout_events',
        text: `select w.merchant_id, w.environment, w.id, w.status from payouts w
          join partitioned_tables t on t.table_name = 'webhook_events'
          left join payout_approvals a on (a.merchant_id, a.environment, a.payout_id)
            = (w.merchant_id, w.environment, w.id)
          cross join lateral (select (a.status is not null)::int as approvals) before
          where ${IN_WINDOW} and w.status not in ('pending', 'awaiting_approval') and (
            (case when w.is_late or ${IS_REVERSED} then w.created_at
                else coalesce(w.paid_at, w.created_at) end >= t.kept_from and not exists (
                select from webhook_events e
                where (e.merchant_id, e.environment, e.resource_id, e.sequence)
                    = (w.merchant_id, w.environment, w.id, 1 + approvals)
                  and e.kind = 'payout.' || case when ${IS_REVERSED} then 'paid'
                    when ${WAS_UNAPPROVED} then 'rejected'
                    when w.is_late then 'failed' else w.status end
            )) or (${IS_REVERSED} and w.resolved_at >= t.kept_from and not exists (
              select from webhook_events e
              where (e.merchant_id, e.environment, e.resource_id, e.sequence)
                  = (w.merchant_id, w.environment, w.id, 2 + approvals)
                and e.kind = 'payout.failed'
            )) or (w.is_late and w.paid_at >= t.kept_from and not exists (
              select from webhook_events e
              where (e.merchant_id, e.environment, e.resource_id, e.sequence)
                  = (w.merchant_id, w.environment, w.id,
                    approvals + case when ${IS_REVERSED} then 3 else 2 end)
                and e.kind = 'payout.paid'
            ))
          ) limit $5`,
      },
    },
  },
  {
    rule: 'Um saque aguarda aprovação só enquanto a sua aprovação aguarda',
    rows: {
      window: PAYOUTS,
      differences: {
        name: 'verify_payout_approvals',
        text: `select w.merchant_id, w.environment, w.id, w.status, a.status as approval
          from payouts w
          left join payout_approvals a on (a.merchant_id, a.environment, a.payout_id)
            = (w.merchant_id, w.environment, w.id)
          where ${IN_WINDOW}
            and case coalesce(a.status, 'approved')
              when 'waiting' then w.status <> 'awaiting_approval'
              when 'approved' then w.status = 'awaiting_approval'
              else w.status = 'awaiting_approval'
                or (w.status <> 'failed' and w.withdrawn_code is null) end
          limit $5`,
      },
    },
  },
];
