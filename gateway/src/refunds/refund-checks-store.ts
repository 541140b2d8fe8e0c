import type { LedgerCheck } from '#src/ledger/verify.ts';

const EVENTS_KEPT_FROM = `select kept_from from partitioned_tables
  where table_name = 'webhook_events'`;

/** What must hold between refunds, their charges, the ledger and the events. */
export const refundChecks: readonly LedgerCheck[] = [
  {
    law: 'Cada devolução tem exatamente os seus movimentos em cada livro, e só ela',
    count: { name: 'verify_refunds', text: 'select count(*) as checked from refunds' },
    differences: {
      name: 'verify_refunds_differences',
      text: `select * from (
          select b.refund_id, b.bearer_id, b.environment, b.status, b.is_late, b.borne,
            b.created_at,
            e.reference_id, e.kinds, e.reserved_at_first, e.reserved_in_all, e.bank, e.available
          from (
            select merchant_id as bearer_id, environment, id as refund_id, status, is_late,
              origin_centavos as borne, created_at
            from refunds where origin_centavos > 0
            union all
            select p.recipient_id, r.environment, r.id, r.status, r.is_late, p.amount_centavos,
              r.created_at
            from refunds r join refund_parts p on (p.merchant_id, p.environment, p.refund_id)
              = (r.merchant_id, r.environment, r.id)
          ) b full join (
            select p.merchant_id, p.environment, p.reference_id,
              array_agg(distinct p.kind order by p.kind) as kinds,
              coalesce(sum(amount_centavos) filter (
                where account = 'reserved' and p.kind = 'refund_reserved'), 0) as reserved_at_first,
              coalesce(sum(amount_centavos) filter (where account = 'reserved'), 0)
                as reserved_in_all,
              coalesce(sum(amount_centavos) filter (where account = 'bank'), 0) as bank,
              coalesce(sum(amount_centavos) filter (where account = 'available'), 0) as available
            from ledger_postings p left join ledger_entries l
              using (merchant_id, environment, reference_id, kind)
            where p.kind in ('refund_reserved', 'refund_paid', 'refund_failed')
              or (p.kind = 'refund_paid_late'
                and p.merchant_id <> '00000000-0000-0000-0000-000000000000')
            group by p.merchant_id, p.environment, p.reference_id
          ) e on (e.merchant_id, e.environment, e.reference_id)
            = (b.bearer_id, b.environment, b.refund_id)
        ) compared
        where not coalesce(is_forgotten(bearer_id, environment, created_at), false) and (
          refund_id is null or reference_id is null or reserved_at_first <> borne
          or kinds <> case
            when status = 'pending' then array['refund_reserved']
            when is_late then array['refund_failed', 'refund_paid_late', 'refund_reserved']
            when status = 'done' then array['refund_paid', 'refund_reserved']
            else array['refund_failed', 'refund_reserved'] end
          or reserved_in_all <> case status when 'pending' then borne else 0 end
          -- Of a late one each bearer pays what it has; that all is paid is a law of late payments.
          or case when is_late then bank not between 0 and borne or available <> -bank
            else bank <> case status when 'done' then borne else 0 end
              or available <> case status when 'failed' then 0 else -borne end end)
        limit $1`,
    },
  },
  {
    law: 'Cada devolução é a soma do que cada um devolve, e as de uma cobrança não passam dela',
    count: {
      name: 'verify_refunded_charges',
      text: 'select count(*) as checked from charges where refund_count > 0',
    },
    differences: {
      name: 'verify_refunded_charges_differences',
      text: `select * from (
          select merchant_id, environment, c.id, c.status, c.amount_centavos, c.refund_count,
            c.paid_at,
            c.refunding_centavos, c.refunded_centavos, r.count, r.refunding, r.refunded, r.unequal
          from (select * from charges where refund_count > 0) c full join (
            select r.merchant_id, r.environment, r.charge_id as id, count(*) as count,
              coalesce(sum(r.amount_centavos) filter (where r.status = 'pending'), 0) as refunding,
              coalesce(sum(r.amount_centavos) filter (where r.status = 'done'), 0) as refunded,
              count(*) filter (
                where r.amount_centavos <> r.origin_centavos + coalesce(p.parts, 0)) as unequal
            from refunds r left join (
              select merchant_id, environment, refund_id, sum(amount_centavos) as parts
              from refund_parts group by merchant_id, environment, refund_id
            ) p on (p.merchant_id, p.environment, p.refund_id)
              = (r.merchant_id, r.environment, r.id)
            group by r.merchant_id, r.environment, r.charge_id
          ) r using (merchant_id, environment, id)
        ) compared
        where (amount_centavos is null or refund_count is distinct from count or unequal <> 0
            or refunding_centavos is distinct from refunding
            or refunded_centavos is distinct from refunded
            or refunding + refunded > amount_centavos)
          and not coalesce(is_forgotten(merchant_id, environment, paid_at), false)
        limit $1`,
    },
  },
  {
    law: 'Nenhum lojista devolve mais do que recebeu de uma cobrança',
    count: { name: 'verify_refund_parts', text: 'select count(*) as checked from refund_parts' },
    differences: {
      name: 'verify_refund_parts_differences',
      text: `select * from (
          select p.merchant_id, p.environment, r.charge_id, p.recipient_id,
            sum(p.amount_centavos) as returned, max(s.amount_centavos) as received,
            coalesce(sum(p.amount_centavos) filter (where r.status = 'done'), 0) as done,
            max(s.refunded_centavos) as refunded
          from refund_parts p
          join refunds r on (r.merchant_id, r.environment, r.id)
            = (p.merchant_id, p.environment, p.refund_id)
          left join charge_splits s on (s.merchant_id, s.environment, s.charge_id, s.recipient_id)
            = (p.merchant_id, p.environment, r.charge_id, p.recipient_id)
          where r.status <> 'failed'
          group by p.merchant_id, p.environment, r.charge_id, p.recipient_id
        ) compared
        where received is null or returned > received or done <> refunded limit $1`,
    },
  },
  {
    law: 'Cada devolução concluída tem o seu evento, e só ela',
    count: {
      name: 'verify_refund_events',
      text: `select count(*) as checked from refunds where status = 'done'`,
    },
    differences: {
      name: 'verify_refund_events_differences',
      text: `select * from (
          select merchant_id, environment, resource_id, r.done, e.told from (
            select merchant_id, environment, charge_id as resource_id, count(*) as done
            from refunds where status = 'done' and done_at >= (${EVENTS_KEPT_FROM})
              and not is_forgotten(merchant_id, environment, done_at)
            group by merchant_id, environment, charge_id
          ) r full join (
            select merchant_id, environment, resource_id, count(*) as told
            from webhook_events where kind = 'deposit.refunded'
              and created_at >= (${EVENTS_KEPT_FROM})
              and not is_forgotten(merchant_id, environment, created_at)
            group by merchant_id, environment, resource_id
          ) e using (merchant_id, environment, resource_id)
        ) compared
        where done is distinct from told limit $1`,
    },
  },
];
