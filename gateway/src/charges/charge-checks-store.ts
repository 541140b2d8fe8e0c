import { HERE } from '#src/ground/database/statement-place.ts';
import {
  isHere,
  type LedgerCheck,
  POSTINGS,
  POSTINGS_ELSEWHERE,
  SCOPE,
  scopeWindow,
} from '#src/ledger/ledger-check.ts';
import { paidEventForm } from './paid-event-form.ts';

const CHARGES = scopeWindow('charges');
const IN_WINDOW = 'c.merchant_id = $1 and c.environment = $2 and c.id > $3 and c.id <= $4';
const SPLITS_OF_CHARGE = '(s.merchant_id, s.environment, s.charge_id) = ($1, $2, c.id)';

/** The ledger rules about charges, their postings and their events. */
export const chargeChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada cobrança paga tem exatamente um lançamento, e só ela tem',
    postings: {
      kinds: ['charge_paid'],
      differences: {
        name: 'verify_charge_postings',
        text: `select ${SCOPE}, p.reference_id, p.available, p.pending_settlement,
            p.fees, p.bank, c.amount_centavos, c.fee_centavos, s.shares, c.paid_at
          from ${POSTINGS}
          left join charges c on (c.merchant_id, c.environment, c.id) = ($1, $2, p.reference_id)
          cross join lateral (
            select coalesce(sum(s.amount_centavos), 0) as shares from charge_splits s
            where (s.merchant_id, s.environment, s.charge_id) = ($1, $2, p.reference_id)
          ) s
          where c.paid_at is null or p.fees <> c.fee_centavos
            or p.available + p.pending_settlement <> c.amount_centavos - c.fee_centavos - s.shares
            or c.shares_centavos <> s.shares
            or p.bank <> s.shares - c.amount_centavos
          limit $4`,
      },
    },
    rows: {
      window: CHARGES,
      differences: {
        name: 'verify_charges',
        text: `select c.merchant_id, c.environment, c.id, c.status, c.paid_at from charges c
          where ${IN_WINDOW} and c.paid_at is not null and not exists (
            select from ledger_postings p
            where (p.merchant_id, p.environment, p.reference_id, p.kind)
                = ($1, $2, c.id, 'charge_paid')
          ) limit $5`,
      },
    },
  },
  {
    rule: 'Cada split pago foi creditado uma única vez ao recebedor, e só ele',
    postings: {
      kinds: ['split_received'],
      differences: {
        name: 'verify_split_postings',
        place: HERE,
        text: `select $1::uuid as recipient_id, $2::text as environment,
            p.reference_id, p.kind,
            p.available, s.amount_centavos, s.status as split_status, c.paid_at
          from ${POSTINGS}
          left join charge_splits s on (s.recipient_id, s.environment, s.charge_id)
            = ($1, $2, p.reference_id)
          left join charges c on (c.merchant_id, c.environment, c.id)
            = (s.merchant_id, $2, p.reference_id)
          where c.paid_at is null or s.status in ('pending', 'canceled')
            or p.available + p.pending_settlement <> s.amount_centavos
          limit $4`,
      },
    },
    rows: {
      window: CHARGES,
      differences: {
        name: 'verify_splits',
        text: `select c.merchant_id, c.environment, c.id, c.status, s.recipient_id,
            s.status as split_status
          from charges c join charge_splits s on ${SPLITS_OF_CHARGE}
          where ${IN_WINDOW} and s.charge_id > $3 and s.charge_id <= $4 and (
            (c.paid_at is not null) <> (s.status not in ('pending', 'canceled'))
            or (c.status in ('expired', 'canceled')) <> (s.status = 'canceled')
            or (c.paid_at is not null) <> exists (
              select from ledger_postings p
              where (p.merchant_id, p.environment, p.reference_id, p.kind)
                  = (s.recipient_id, $2, c.id, 'split_received')
            ) and ${isHere('s.recipient_id')}
          ) limit $5`,
      },
      elsewhere: [
        {
          facts: {
            name: 'verify_splits_elsewhere',
            text: `select s.recipient_id as merchant_id, s.environment, c.id as reference_id,
                'split_received' as kind, c.paid_at is not null as is_posted
              from charges c join charge_splits s on ${SPLITS_OF_CHARGE}
              where ${IN_WINDOW} and s.charge_id > $3 and s.charge_id <= $4
                and not ${isHere('s.recipient_id')}`,
          },
          differences: POSTINGS_ELSEWHERE,
        },
      ],
    },
  },
  {
    // When a charge was canceled is not stored: at the earliest when it was created.
    rule: 'Cada cobrança paga, expirada ou cancelada tem seu evento',
    rows: {
      window: CHARGES,
      differences: {
        name: 'verify_charge_events',
        text: `select c.merchant_id, c.environment, c.id, c.status, c.event_count from charges c
          where ${IN_WINDOW} and c.status <> 'pending'
            and case when c.status = 'canceled' then c.created_at
              else coalesce(c.paid_at, c.expires_at) end >= (
              select kept_from from partitioned_tables where table_name = 'webhook_events'
            ) and not exists (
              select from webhook_events e
              where (e.merchant_id, e.environment, e.resource_id, e.sequence)
                  = (c.merchant_id, c.environment, c.id, c.event_count)
                and (e.kind = case when c.refunded_centavos > 0 then 'deposit.refunded'
                    else 'deposit.' || c.status end
                  -- Its refunds were done here, and the bank did none of them.
                  or (c.status = 'paid' and c.refund_count > 0 and e.kind = 'deposit.refunded')
                  or (c.refund_count > 0 and e.kind = 'deposit.refund_failed'))
            )
          limit $5`,
      },
    },
  },
  {
    // The charges of the sandbox are deleted before their events.
    rule: 'Cada evento feito da cobrança paga tem a cobrança, inalterada desde então',
    rows: {
      window: scopeWindow('webhook_events'),
      differences: {
        name: 'verify_event_forms',
        text: `select e.merchant_id, e.environment, e.id, e.kind, e.form, e.resource_id,
            e.amount_centavos as event_centavos, c.amount_centavos, c.status, c.paid_at
          from webhook_events e left join charges c
            on (c.merchant_id, c.environment, c.id) = ($1, $2, e.resource_id)
          where e.merchant_id = $1 and e.environment = $2 and e.id > $3 and e.id <= $4
            and e.form is not null and ($2 = 'live' or c.id is not null)
            and ((e.kind, e.form) <> ('${paidEventForm.kind}', ${paidEventForm.version})
              or c.paid_at is null or c.amount_centavos <> e.amount_centavos
              or c.external_id is distinct from e.external_id
              or c.due_on is not null or c.due is not null or c.expected_centavos is not null
              or c.split_count > 0 or c.event_count < e.sequence)
          limit $5`,
      },
    },
  },
  {
    rule: 'O total de cada dia é a soma das cobranças pagas no dia',
    scope: {
      isCheap: false,
      differences: {
        name: 'verify_charge_days',
        text: `select * from (select * from charge_days where merchant_id = $1 and environment = $2)
            kept
          full join (
            select merchant_id, environment, day, sum(paid) as paid, sum(centavos) as centavos,
              sum(created_paid) as created_paid
            from charges cross join lateral (values
              ((paid_at at time zone 'America/Sao_Paulo')::date, 1, amount_centavos, 0),
              ((created_at at time zone 'America/Sao_Paulo')::date, 0, 0, 1)
            ) as change (day, paid, centavos, created_paid)
            where merchant_id = $1 and environment = $2 and paid_at is not null
            group by merchant_id, environment, day
          ) counted using (merchant_id, environment, day)
          where (kept.paid_count, kept.paid_centavos, kept.created_paid_count)
            is distinct from (counted.paid, counted.centavos, counted.created_paid)
            and not may_be_deleted($1, $2, day::timestamp)
          limit $3`,
      },
    },
  },
];
