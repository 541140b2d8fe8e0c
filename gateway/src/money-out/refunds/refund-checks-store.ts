import { HERE } from '#src/ground/database/statement-place.ts';
import {
  isHere,
  type LedgerCheck,
  POSTINGS,
  POSTINGS_ELSEWHERE,
  SCOPE,
  scopeWindow,
} from '#src/ledger/ledger-check.ts';

const PLATFORM = `'00000000-0000-0000-0000-000000000000'::uuid`;
const REFUNDS = scopeWindow('refunds');
const CHARGES = scopeWindow('charges');
const CHARGE_IN_WINDOW = 'c.merchant_id = $1 and c.environment = $2 and c.id > $3 and c.id <= $4';
const EVENTS_KEPT_FROM = `select kept_from from partitioned_tables
  where table_name = 'webhook_events'`;

// A refund that operators had resolved as done, and that the bank did not do, was done here first.
function isReversed(row: string): string {
  return `${row}.resolution is not distinct from 'reversed'`;
}

function wasDone(row: string): string {
  return `(${row}.status = 'done' and not ${row}.is_late) or ${isReversed(row)}`;
}

function hasFailed(row: string): string {
  return `(${row}.status = 'failed' or ${row}.is_late) and not (${isReversed(row)})`;
}

function isPosted(kind: string): string {
  return `exists (
    select from ledger_postings p
    where (p.merchant_id, p.environment, p.reference_id, p.kind)
        = (b.bearer_id, $2, r.id, '${kind}')
  )`;
}

/** The ledger rules about refunds, their charges, their postings and their events. */
export const refundChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada devolução tem exatamente os seus lançamentos em cada escopo, e nenhum outro',
    postings: {
      kinds: [
        'refund_reserved',
        'refund_paid',
        'refund_failed',
        'refund_paid_late',
        'refund_resolution_reversed',
      ],
      differences: {
        name: 'verify_refund_postings',
        place: HERE,
        text: `select ${SCOPE}, p.*, b.status, b.is_late, b.borne
          from ${POSTINGS}
          left join lateral (
            select status, is_late, resolution, origin_centavos as borne from refunds
            where (merchant_id, environment, id) = ($1, $2, p.reference_id)
            union all
            select r.status, r.is_late, r.resolution, part.amount_centavos
            from refund_allocations part join refunds r on (r.merchant_id, r.environment, r.id)
              = (part.merchant_id, part.environment, part.refund_id)
            where (part.recipient_id, part.environment, part.refund_id) = ($1, $2, p.reference_id)
          ) b on true
          -- Before debts existed, the platform paid what a balance did not cover of a late refund.
          where not (p.kind = 'refund_paid_late' and $1 = ${PLATFORM}) and (
            b.borne is null or case p.kind
              when 'refund_reserved' then p.available + p.pending_settlement <> -b.borne
                or p.reserved <> b.borne
              when 'refund_paid' then not (${wasDone('b')}) or p.reserved <> -b.borne
                or p.bank <> b.borne
              when 'refund_paid_late' then not b.is_late or p.available + p.debt <> -p.bank
                or p.bank not between 0 and b.borne
              when 'refund_resolution_reversed' then not (${isReversed('b')})
                or p.available <> b.borne or p.bank <> -b.borne
              else not (${hasFailed('b')}) or p.reserved <> -b.borne
                or p.available + p.pending_settlement <> b.borne end
          )
          limit $4`,
      },
    },
    rows: {
      window: REFUNDS,
      differences: {
        name: 'verify_refunds',
        text: `select r.merchant_id, r.environment, r.id, r.status, b.bearer_id
          from refunds r cross join lateral (
            select r.merchant_id as bearer_id where r.origin_centavos > 0
            union all select part.recipient_id from refund_allocations part
            where (part.merchant_id, part.environment, part.refund_id) = ($1, $2, r.id)
          ) b
          where r.merchant_id = $1 and r.environment = $2 and r.id > $3 and r.id <= $4
            and ${isHere('b.bearer_id')} and (
            not ${isPosted('refund_reserved')}
            or (${wasDone('r')}) <> ${isPosted('refund_paid')}
            or (${hasFailed('r')}) <> ${isPosted('refund_failed')}
            or (${isReversed('r')}) <> ${isPosted('refund_resolution_reversed')}
            or r.is_late <> ${isPosted('refund_paid_late')}
          ) limit $5`,
      },
      elsewhere: [
        {
          facts: {
            name: 'verify_refunds_elsewhere',
            text: `select part.recipient_id as merchant_id, r.environment, r.id as reference_id,
                expected.kind, expected.is_posted
              from refunds r
              join refund_allocations part
                on (part.merchant_id, part.environment, part.refund_id) = ($1, $2, r.id)
              cross join lateral (values ('refund_reserved', true),
                ('refund_paid', ${wasDone('r')}), ('refund_failed', ${hasFailed('r')}),
                ('refund_resolution_reversed', ${isReversed('r')}),
                ('refund_paid_late', r.is_late)) as expected (kind, is_posted)
              where r.merchant_id = $1 and r.environment = $2 and r.id > $3 and r.id <= $4
                and not ${isHere('part.recipient_id')}`,
          },
          differences: POSTINGS_ELSEWHERE,
        },
      ],
    },
  },
  {
    rule: 'Cada devolução é a soma dos seus rateios; juntas, não passam do valor da cobrança',
    rows: {
      window: CHARGES,
      differences: {
        name: 'verify_refunded_charges',
        text: `select c.merchant_id, c.environment, c.id, c.status, c.amount_centavos,
            c.refund_count, c.refunding_centavos, c.refunded_centavos, r.*
          from charges c cross join lateral (
            select count(*) as count,
              coalesce(sum(r.amount_centavos) filter (where r.status = 'pending'), 0) as refunding,
              coalesce(sum(r.amount_centavos) filter (where r.status = 'done'), 0) as refunded,
              count(*) filter (where r.amount_centavos <> r.origin_centavos + (
                select coalesce(sum(part.amount_centavos), 0) from refund_allocations part
                where (part.merchant_id, part.environment, part.refund_id) = ($1, $2, r.id)
              )) as unequal
            from refunds r where (r.charge_id, r.merchant_id, r.environment) = (c.id, $1, $2)
          ) r
          where ${CHARGE_IN_WINDOW} and c.paid_at is not null and (
            c.refund_count <> r.count or r.unequal <> 0 or c.refunding_centavos <> r.refunding
            or c.refunded_centavos <> r.refunded or r.refunding + r.refunded > c.amount_centavos
          ) limit $5`,
      },
    },
  },
  {
    rule: 'Nenhum lojista devolve mais do que recebeu de uma cobrança',
    rows: {
      window: REFUNDS,
      differences: {
        name: 'verify_refund_allocations',
        text: `select t.merchant_id, t.environment, t.charge_id, part.recipient_id, part.returned,
            s.amount_centavos as received, part.done, s.refunded_centavos as refunded
          from refunds t cross join lateral (
            select part.recipient_id, sum(part.amount_centavos) as returned,
              coalesce(sum(part.amount_centavos) filter (where r.status = 'done'), 0) as done
            from refunds r join refund_allocations part
              on (part.merchant_id, part.environment, part.refund_id) = ($1, $2, r.id)
            where (r.charge_id, r.merchant_id, r.environment) = (t.charge_id, $1, $2)
              and r.status <> 'failed'
            group by part.recipient_id
          ) part
          left join charge_splits s on (s.merchant_id, s.environment, s.charge_id, s.recipient_id)
            = ($1, $2, t.charge_id, part.recipient_id)
          where t.merchant_id = $1 and t.environment = $2 and t.id > $3 and t.id <= $4
            and (s.amount_centavos is null or part.returned > s.amount_centavos
              or part.done <> s.refunded_centavos)
          limit $5`,
      },
    },
  },
  {
    rule: 'O total de devoluções de cada dia é a soma das concluídas no dia',
    scope: {
      isCheap: false,
      differences: {
        name: 'verify_refund_days',
        text: `select * from (
            select merchant_id, environment, day, refunded_count as kept_count,
              refunded_centavos as kept_centavos
            from refund_days where merchant_id = $1 and environment = $2 and refunded_count > 0
          ) kept
          full join (
            select merchant_id, environment,
              (done_at at time zone 'America/Sao_Paulo')::date as day, count(*) as count,
              sum(amount_centavos) as centavos
            from refunds where merchant_id = $1 and environment = $2 and status = 'done'
            group by 1, 2, 3
          ) counted using (merchant_id, environment, day)
          where (kept_count, kept_centavos) is distinct from (count, centavos)
            and not may_be_deleted($1, $2, day::timestamp)
          limit $3`,
      },
    },
  },
  {
    rule: 'Cada devolução concluída tem seu evento, e nenhuma falha tem mais de um',
    rows: {
      window: CHARGES,
      differences: {
        name: 'verify_refund_events',
        text: `select c.merchant_id, c.environment, c.id, r.done, e.events, r.failed, e.failures
          from charges c cross join lateral (
            -- A refund whose resolution was reversed was done before: its event stays.
            select count(*) filter (where r.status = 'done' and r.done_at >= (${EVENTS_KEPT_FROM}))
              + count(*) filter (where ${isReversed('r')}
                and r.resolved_at >= (${EVENTS_KEPT_FROM})) as done,
              -- Failures of older versions have no event.
              count(*) filter (where r.status = 'failed' or r.is_late or ${isReversed('r')})
                as failed
            from refunds r where (r.charge_id, r.merchant_id, r.environment) = (c.id, $1, $2)
          ) r cross join lateral (
            select count(*) filter (where e.kind = 'deposit.refunded') as events,
              count(*) filter (where e.kind = 'deposit.refund_failed') as failures
            from webhook_events e
            where (e.resource_id, e.merchant_id, e.environment) = (c.id, $1, $2)
              and e.kind in ('deposit.refunded', 'deposit.refund_failed')
              and e.created_at >= (${EVENTS_KEPT_FROM})
          ) e
          where ${CHARGE_IN_WINDOW} and c.refund_count > 0
            and (r.done <> e.events or e.failures > r.failed) limit $5`,
      },
    },
  },
];
