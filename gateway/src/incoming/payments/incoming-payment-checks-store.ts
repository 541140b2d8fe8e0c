import { HOME } from '#src/ground/database/statement-place.ts';
import { isHere, type LedgerCheck, POSTINGS, SCOPE } from '#src/ledger/ledger-check.ts';
import {
  ASSIGNMENTS_ELSEWHERE,
  PAID_CHARGES_ELSEWHERE,
  RECEIVED_ELSEWHERE,
} from './payments-elsewhere-checks-store.ts';

const PLATFORM = `'00000000-0000-0000-0000-000000000000'::uuid`;
// Incoming payments belong to the platform's scope.
const IS_PLATFORM = `$1::uuid = ${PLATFORM} and $2 = 'live'`;

function isPosted(kind: string, merchant: string): string {
  return `exists (
    select from ledger_postings p
    where (p.merchant_id, p.environment, p.reference_id, p.kind)
        = (${merchant}, $2, r.id, '${kind}')
  )`;
}

function isPostedFor(kind: string, merchant: string): string {
  return `exists (
    select from ledger_postings p
    where (p.merchant_id, p.environment, p.reference_id, p.kind)
        = (${merchant}, $2, a.id, '${kind}')
  )`;
}

/** The rest of an assignment `a` after the returns of the bank. */
const LEFT_OF_ASSIGNMENT = `(a.amount_centavos - (
  select coalesce(sum(amount_centavos), 0) from incoming_payment_returns
  where assignment_id = a.id))`;

/** Rules between incoming payments, charges and the ledger. */
export const incomingPaymentChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada recebimento foi lançado uma única vez: na cobrança ou em a identificar',
    postings: {
      kinds: [
        'incoming_payment_suspended',
        'incoming_payment_assigned',
        'incoming_payment_matched',
        'incoming_payment_returned',
        'incoming_payment_unassigned',
        'incoming_payment_disputed',
      ],
      differences: {
        name: 'verify_incoming_payment_postings',
        place: HOME,
        text: `select ${SCOPE}, p.*, r.end_to_end_id, r.state,
            r.amount_centavos
          from ${POSTINGS}
          left join incoming_payment_assignments a on a.id = p.reference_id
            and p.kind in ('incoming_payment_assigned', 'incoming_payment_unassigned')
          left join incoming_payment_returns x on x.id = p.reference_id
            and p.kind = 'incoming_payment_disputed'
          left join incoming_payment_assignments o on o.id = x.assignment_id
          left join lateral (
            select * from incoming_payments
            where end_to_end_id = coalesce(a.end_to_end_id, x.end_to_end_id)
            union all
            select * from incoming_payments
            where a.id is null and x.id is null and id = p.reference_id
          ) r on true
          where r.id is null or case p.kind
            when 'incoming_payment_suspended' then not (${IS_PLATFORM})
              or (r.state = 'charge' and r.resolved_at is null)
              or p.suspense <> r.amount_centavos or p.bank <> -r.amount_centavos
            when 'incoming_payment_matched' then not (${IS_PLATFORM}) or r.state <> 'charge'
              or r.resolved_at is null
              or p.suspense <> -r.amount_centavos or p.bank <> r.amount_centavos
            when 'incoming_payment_returned' then not (${IS_PLATFORM}) or r.state <> 'returned'
              or p.suspense <> -r.amount_centavos + r.returned_centavos
                or p.bank <> r.amount_centavos - r.returned_centavos
            when 'incoming_payment_disputed' then x.id is null or $2 <> 'live'
              or p.bank <> x.amount_centavos or case when ${IS_PLATFORM}
                then o.id is not null or p.suspense <> -x.amount_centavos
                else o.merchant_id is distinct from $1
                  or p.available + p.debt <> -x.amount_centavos end
            when 'incoming_payment_assigned' then a.id is null or $2 <> 'live'
              or case when ${IS_PLATFORM}
                then p.suspense <> -a.amount_centavos or p.bank <> a.amount_centavos
                else a.merchant_id <> $1 or p.available <> a.amount_centavos
                  or p.bank <> -a.amount_centavos end
            else a.undone_at is null or $2 <> 'live' or case when ${IS_PLATFORM}
              then p.suspense <> ${LEFT_OF_ASSIGNMENT} or p.bank <> -${LEFT_OF_ASSIGNMENT}
              else a.merchant_id <> $1 or p.available + p.debt <> -${LEFT_OF_ASSIGNMENT}
                or p.bank <> ${LEFT_OF_ASSIGNMENT} end end
          limit $4`,
      },
    },
    rows: {
      window: {
        name: 'verify_window_incoming_payments',
        place: HOME,
        text: `select max(id::text)::uuid as last, count(*) as checked from (
            select id from incoming_payments where ${IS_PLATFORM} and id > $3 order by id limit $4
          ) rows`,
      },
      differences: {
        name: 'verify_incoming_payments',
        place: HOME,
        text: `select r.end_to_end_id, r.id, r.state, r.merchant_id, r.charge_id, r.amount_centavos
          from incoming_payments r
          left join charges c on (c.merchant_id, c.environment, c.id)
            = (r.merchant_id, $2, r.charge_id) and r.state = 'charge'
          where r.id > $3 and r.id <= $4 and (
            (r.state = 'charge' and ${isHere('r.merchant_id')} and (c.paid_at is null
              or c.amount_centavos <> r.amount_centavos or c.end_to_end_id <> r.end_to_end_id))
            or (r.state = 'charge' and r.resolved_at is null)
              = ${isPosted('incoming_payment_suspended', '$1')}
            or (r.state = 'charge' and r.resolved_at is not null)
              <> ${isPosted('incoming_payment_matched', '$1')}
            or (r.state = 'assigned') <> exists (
              select from incoming_payment_assignments a where a.end_to_end_id = r.end_to_end_id
                and a.undone_at is null and a.merchant_id = r.merchant_id)
            or exists (
              select from incoming_payment_assignments a
              where a.end_to_end_id = r.end_to_end_id and (
                not ${isPostedFor('incoming_payment_assigned', '$1')}
                or (a.undone_at is not null) <> ${isPostedFor('incoming_payment_unassigned', '$1')}
                or ${isHere('a.merchant_id')} and (
                  not ${isPostedFor('incoming_payment_assigned', 'a.merchant_id')}
                  or (a.undone_at is not null)
                    <> ${isPostedFor('incoming_payment_unassigned', 'a.merchant_id')})))
            or (r.state = 'returned' and r.returned_centavos < r.amount_centavos)
              <> ${isPosted('incoming_payment_returned', '$1')}
            or r.returned_centavos <> (
              select coalesce(sum(x.amount_centavos), 0) from incoming_payment_returns x
              where x.end_to_end_id = r.end_to_end_id)
            or exists (
              select from incoming_payment_returns x
              left join incoming_payment_assignments a on a.id = x.assignment_id
              where x.end_to_end_id = r.end_to_end_id and not exists (
                select from ledger_postings p
                where (p.merchant_id, p.environment, p.reference_id, p.kind)
                  = (coalesce(a.merchant_id, $1), $2, x.id, 'incoming_payment_disputed'))
                and ${isHere('coalesce(a.merchant_id, $1)')})
          ) limit $5`,
      },
      elsewhere: [PAID_CHARGES_ELSEWHERE, ASSIGNMENTS_ELSEWHERE],
    },
  },
  {
    rule: 'Cada cobrança paga em produção tem o recebimento correspondente',
    postings: {
      kinds: ['charge_paid'],
      differences: {
        name: 'verify_received_charges',
        text: `select c.merchant_id, c.environment, c.id, c.end_to_end_id, r.state
          from ${POSTINGS}
          join charges c on (c.merchant_id, c.environment, c.id) = ($1, $2, p.reference_id)
          left join incoming_payments r on r.end_to_end_id = c.end_to_end_id
          where $2 = 'live' and ${isHere(PLATFORM)} and (r.id is null or r.state <> 'charge'
            or r.merchant_id <> $1 or r.charge_id <> c.id or r.amount_centavos <> c.amount_centavos)
          limit $4`,
      },
      elsewhere: [RECEIVED_ELSEWHERE],
    },
  },
  {
    rule: 'O saldo a identificar é a soma dos recebimentos a identificar',
    scope: {
      isCheap: true,
      differences: {
        name: 'verify_suspense',
        place: HOME,
        text: `select * from (
            select coalesce((
              select balance_centavos from ledger_accounts
              where merchant_id = $1 and environment = $2 and account = 'suspense'
            ), 0) as balance_centavos,
            (select coalesce(sum(amount_centavos - returned_centavos), 0) from incoming_payments
              where state = 'suspense') as incoming_payments_centavos
          ) compared
          where ${IS_PLATFORM} and balance_centavos <> incoming_payments_centavos limit $3`,
      },
    },
  },
];
