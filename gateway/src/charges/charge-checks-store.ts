import type { LedgerCheck } from '#src/ledger/verify.ts';

/** What must hold between charges, the ledger and the events. */
export const chargeChecks: readonly LedgerCheck[] = [
  {
    law: 'Cada cobrança paga tem exatamente o seu movimento, e só ela',
    count: {
      name: 'verify_charges',
      text: `select count(*) as checked from charges where paid_at is not null`,
    },
    differences: {
      name: 'verify_charges_differences',
      text: `select * from (
          select c.merchant_id, c.environment, c.id, c.amount_centavos, c.fee_centavos,
            c.amount_centavos - c.fee_centavos - coalesce(s.shares, 0) as origin_centavos,
            c.paid_at,
            p.reference_id, e.available, e.fees, e.bank
          from (select * from charges where paid_at is not null) c
          full join (select * from ledger_postings where kind = 'charge_paid') p
            on (p.merchant_id, p.environment, p.reference_id) = (c.merchant_id, c.environment, c.id)
          left join (
            select merchant_id, environment, charge_id, sum(amount_centavos) as shares
            from charge_splits group by merchant_id, environment, charge_id
          ) s on (s.merchant_id, s.environment, s.charge_id) = (c.merchant_id, c.environment, c.id)
          left join (
            select merchant_id, environment, reference_id,
              coalesce(sum(amount_centavos) filter (where account = 'available'), 0) as available,
              coalesce(sum(amount_centavos) filter (where account = 'fees'), 0) as fees,
              coalesce(sum(amount_centavos) filter (where account = 'bank'), 0) as bank
            from ledger_entries where kind = 'charge_paid'
            group by merchant_id, environment, reference_id
          ) e on (e.merchant_id, e.environment, e.reference_id)
            = (c.merchant_id, c.environment, c.id)
        ) compared
        where (id is null or reference_id is null
            or coalesce(available, 0) <> origin_centavos or coalesce(fees, 0) <> fee_centavos
            or coalesce(bank, 0) <> -(origin_centavos + fee_centavos))
          and not coalesce(is_forgotten(merchant_id, environment, paid_at), false)
        limit $1`,
    },
  },
  {
    law: 'Cada split pago foi creditado uma vez a quem o recebe, e só ele',
    count: {
      name: 'verify_splits',
      text: `select count(*) as checked from charge_splits
        where status not in ('pending', 'canceled')`,
    },
    differences: {
      name: 'verify_splits_differences',
      text: `select * from (
          select s.recipient_id, s.charge_id, s.amount_centavos, p.reference_id, e.available,
            c.paid_at as charge_paid_at, s.status as split_status
          from (select * from charge_splits where status not in ('pending', 'canceled')) s
          join charges c on (c.merchant_id, c.environment, c.id)
            = (s.merchant_id, s.environment, s.charge_id)
          full join (select * from ledger_postings where kind = 'split_received') p
            on (p.merchant_id, p.environment, p.reference_id)
              = (s.recipient_id, s.environment, s.charge_id)
          left join (
            select merchant_id, environment, reference_id, amount_centavos as available
            from ledger_entries where kind = 'split_received' and account = 'available'
          ) e on (e.merchant_id, e.environment, e.reference_id)
            = (s.recipient_id, s.environment, s.charge_id)
        ) compared
        where charge_id is null or reference_id is null or charge_paid_at is null
          or coalesce(available, 0) <> amount_centavos
        limit $1`,
    },
  },
  {
    law: 'Cada cobrança paga ou expirada tem os seus eventos, e o seu split o mesmo destino',
    count: {
      name: 'verify_charge_events',
      text: `select count(*) as checked from charges where status <> 'pending'`,
    },
    differences: {
      name: 'verify_charge_events_differences',
      text: `select c.merchant_id, c.environment, c.id, c.status, c.event_count
        from charges c where status <> 'pending'
          and not is_forgotten(merchant_id, environment, coalesce(paid_at, expires_at)) and (
          coalesce(c.paid_at, c.expires_at) >= (
            select kept_from from partitioned_tables where table_name = 'webhook_events'
          ) and not exists (
            select from webhook_events e
            where (e.merchant_id, e.environment, e.resource_id, e.sequence)
                = (c.merchant_id, c.environment, c.id, c.event_count)
              and e.kind = case when c.refunded_centavos > 0 then 'deposit.refunded'
                else 'deposit.' || c.status end
          ) or exists (
            select from charge_splits s
            where (s.merchant_id, s.environment, s.charge_id)
                = (c.merchant_id, c.environment, c.id)
              and case when c.paid_at is null then s.status <> 'canceled'
                else s.status in ('pending', 'canceled') end
          )
        ) limit $1`,
    },
  },
  {
    law: 'A soma de cada dia é a das suas cobranças pagas',
    count: { name: 'verify_charge_days', text: 'select count(*) as checked from charge_days' },
    differences: {
      name: 'verify_charge_days_differences',
      text: `select * from charge_days kept
        full join (
          select merchant_id, environment, day, sum(paid) as paid, sum(centavos) as centavos,
            sum(created_paid) as created_paid
          from charges cross join lateral (values
            ((paid_at at time zone 'America/Sao_Paulo')::date, 1, amount_centavos, 0),
            ((created_at at time zone 'America/Sao_Paulo')::date, 0, 0, 1)
          ) as change (day, paid, centavos, created_paid)
          where paid_at is not null group by merchant_id, environment, day
        ) counted using (merchant_id, environment, day)
        where (kept.paid_count, kept.paid_centavos, kept.created_paid_count)
          is distinct from (counted.paid, counted.centavos, counted.created_paid)
          and not is_forgotten(merchant_id, environment, day::timestamp)
        limit $1`,
    },
  },
];
