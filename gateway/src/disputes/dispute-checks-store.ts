import { HERE } from '#src/ground/database/statement-place.ts';
import {
  isHere,
  type LedgerCheck,
  POSTINGS,
  POSTINGS_ELSEWHERE,
  SCOPE,
  scopeWindow,
} from '#src/ledger/ledger-check.ts';

const DISPUTES = scopeWindow('disputes');
const CHARGES = scopeWindow('charges');
const DISPUTE_IN_WINDOW = 'd.merchant_id = $1 and d.environment = $2 and d.id > $3 and d.id <= $4';
const EVENTS_KEPT_FROM = `select kept_from from partitioned_tables
  where table_name = 'webhook_events'`;

/** The ledger rules about disputes, their charges, holds, postings and events. */
export const disputeChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada devolução por contestação debita exatamente as suas partes, uma vez',
    postings: {
      kinds: ['dispute_returned'],
      differences: {
        name: 'verify_dispute_postings',
        place: HERE,
        text: `select ${SCOPE}, p.*, r.amount_centavos
          from ${POSTINGS}
          left join dispute_return_parts r on (r.id, r.bearer_id, r.environment)
            = (p.reference_id, $1, $2)
          where r.id is null or p.bank <> r.amount_centavos
            or p.available + p.blocked + p.debt <> -r.amount_centavos
          limit $4`,
      },
    },
    rows: {
      window: DISPUTES,
      differences: {
        name: 'verify_dispute_returns',
        text: `select d.merchant_id, d.environment, d.id, d.returned_centavos, r.returned, r.parts,
            r.unposted
          from disputes d cross join lateral (
            select coalesce(sum(r.amount_centavos), 0) as returned,
              coalesce(sum(p.parts), 0) as parts, coalesce(sum(p.unposted), 0) as unposted
            from dispute_returns r cross join lateral (
              select sum(p.amount_centavos) as parts, count(*) filter (where not exists (
                select from ledger_postings l
                where (l.merchant_id, l.environment, l.reference_id, l.kind)
                  = (p.bearer_id, p.environment, p.id, 'dispute_returned')
              ) and ${isHere('p.bearer_id')}) as unposted
              from dispute_return_parts p
              where (p.merchant_id, p.environment, p.return_id) = ($1, $2, r.id)
            ) p
            where (r.dispute_id, r.merchant_id, r.environment) = (d.id, $1, $2)
          ) r
          where ${DISPUTE_IN_WINDOW} and (d.returned_centavos <> r.returned
            or r.parts <> r.returned or r.unposted > 0) limit $5`,
      },
      elsewhere: [
        {
          facts: {
            name: 'verify_dispute_returns_elsewhere',
            text: `select p.bearer_id as merchant_id, p.environment, p.id as reference_id,
                'dispute_returned' as kind, true as is_posted
              from disputes d
              join dispute_returns r on (r.dispute_id, r.merchant_id, r.environment)
                = (d.id, $1, $2)
              join dispute_return_parts p
                on (p.merchant_id, p.environment, p.return_id) = ($1, $2, r.id)
              where ${DISPUTE_IN_WINDOW} and not ${isHere('p.bearer_id')}`,
          },
          differences: POSTINGS_ELSEWHERE,
        },
      ],
    },
  },
  {
    rule: 'Cada contestação é a soma das suas partes, e cada parte tem o seu bloqueio',
    rows: {
      window: DISPUTES,
      differences: {
        name: 'verify_dispute_shares',
        text: `select d.merchant_id, d.environment, d.id, d.status, d.claimed_centavos,
            d.returned_centavos, s.*
          from disputes d cross join lateral (
            select coalesce(sum(s.held_centavos), 0) as held,
              coalesce(sum(s.returned_centavos), 0) as returned,
              count(*) filter (where s.held_centavos <> coalesce(h.wanted_centavos, 0)
                and ${isHere('s.bearer_id')}) as unequal
            from dispute_shares s
            left join balance_holds h on (h.merchant_id, h.environment, h.id)
              = (s.bearer_id, s.environment, s.id)
            where (s.merchant_id, s.environment, s.dispute_id) = ($1, $2, d.id)
          ) s
          where ${DISPUTE_IN_WINDOW} and (d.claimed_centavos <> s.held
            or d.returned_centavos <> s.returned or s.unequal > 0) limit $5`,
      },
      elsewhere: [
        {
          facts: {
            name: 'verify_dispute_shares_elsewhere',
            text: `select s.bearer_id as merchant_id, s.environment, s.id, s.held_centavos
              from disputes d join dispute_shares s
                on (s.merchant_id, s.environment, s.dispute_id) = ($1, $2, d.id)
              where ${DISPUTE_IN_WINDOW} and not ${isHere('s.bearer_id')}`,
          },
          differences: {
            name: 'verify_holds_elsewhere',
            text: `select share.*, h.wanted_centavos
              from json_to_recordset($1) as share (merchant_id uuid, environment text, id uuid,
                held_centavos bigint)
              left join balance_holds h on (h.merchant_id, h.environment, h.id)
                = (share.merchant_id, share.environment, share.id)
              where share.held_centavos <> coalesce(h.wanted_centavos, 0) limit $2`,
          },
        },
      ],
    },
  },
  {
    rule: 'Devoluções e contestações juntas não passam do pagamento, nem da parte de cada lojista',
    rows: {
      window: CHARGES,
      differences: {
        name: 'verify_disputed_charges',
        text: `select c.merchant_id, c.environment, c.id, c.dispute_count, c.disputed_centavos,
            d.count, d.disputed, s.unequal
          from charges c cross join lateral (
            select count(*) as count,
              coalesce(sum(d.claimed_centavos + d.returned_centavos), 0) as disputed
            from disputes d where (d.charge_id, d.merchant_id, d.environment) = (c.id, $1, $2)
          ) d cross join lateral (
            select count(*) as unequal from charge_splits s
            where (s.merchant_id, s.environment, s.charge_id) = ($1, $2, c.id)
              and s.disputed_centavos <> (
                select coalesce(sum(b.held_centavos + b.returned_centavos), 0)
                from disputes d join dispute_shares b
                  on (b.merchant_id, b.environment, b.dispute_id) = ($1, $2, d.id)
                where (d.charge_id, d.merchant_id, d.environment) = (c.id, $1, $2)
                  and b.bearer_id = s.recipient_id
              )
          ) s
          where c.merchant_id = $1 and c.environment = $2 and c.id > $3 and c.id <= $4
            and c.dispute_count > 0 and (
              c.dispute_count <> d.count or c.disputed_centavos <> d.disputed or s.unequal > 0
              or c.disputed_centavos + c.refunding_centavos + c.refunded_centavos
                > c.amount_centavos
            ) limit $5`,
      },
    },
  },
  {
    rule: 'Cada mudança de uma contestação tem seu evento, e só ela',
    rows: {
      window: DISPUTES,
      differences: {
        name: 'verify_dispute_events',
        text: `select d.merchant_id, d.environment, d.id, d.event_count, e.events
          from disputes d cross join lateral (
            select count(*) as events from webhook_events e
            where (e.resource_id, e.merchant_id, e.environment) = (d.id, $1, $2)
              and e.created_at >= (${EVENTS_KEPT_FROM})
          ) e
          where ${DISPUTE_IN_WINDOW} and (e.events > d.event_count
            or e.events < d.event_count and d.opened_at >= (${EVENTS_KEPT_FROM})) limit $5`,
      },
    },
  },
];
