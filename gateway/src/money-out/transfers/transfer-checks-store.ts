import { HERE } from '#src/ground/database/statement-place.ts';
import {
  isHere,
  type LedgerCheck,
  POSTINGS,
  POSTINGS_ELSEWHERE,
  SCOPE,
  scopeWindow,
} from '#src/ledger/ledger-check.ts';

/** The rules of transfers: each has a posting of its amount in both scopes. */
export const transferChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada transferência tem um débito e um crédito de mesmo valor, e nenhum outro lançamento',
    postings: {
      kinds: ['transfer_sent', 'transfer_received'],
      differences: {
        name: 'verify_transfer_postings',
        place: HERE,
        text: `select ${SCOPE}, p.*, t.amount_centavos
          from ${POSTINGS}
          left join lateral (
            select amount_centavos from transfers
            where p.kind = 'transfer_sent'
              and (merchant_id, environment, id) = ($1, $2, p.reference_id)
            union all select amount_centavos from transfers
            where p.kind = 'transfer_received'
              and (recipient_id, environment, id) = ($1, $2, p.reference_id)
          ) t on true
          where t.amount_centavos is null or p.bank <> -p.available or p.available
            <> case p.kind when 'transfer_sent' then -t.amount_centavos else t.amount_centavos end
          limit $4`,
      },
    },
    rows: {
      window: scopeWindow('transfers'),
      differences: {
        name: 'verify_transfers',
        text: `select t.merchant_id, t.environment, t.id, t.recipient_id from transfers t
          where t.merchant_id = $1 and t.environment = $2 and t.id > $3 and t.id <= $4 and (
            not exists (
              select from ledger_postings p
              where (p.merchant_id, p.environment, p.reference_id, p.kind)
                  = ($1, $2, t.id, 'transfer_sent')
            ) or not exists (
              select from ledger_postings p
              where (p.merchant_id, p.environment, p.reference_id, p.kind)
                  = (t.recipient_id, $2, t.id, 'transfer_received')
            ) and ${isHere('t.recipient_id')}
          ) limit $5`,
      },
      elsewhere: [
        {
          facts: {
            name: 'verify_transfers_elsewhere',
            text: `select t.recipient_id as merchant_id, t.environment, t.id as reference_id,
                'transfer_received' as kind, true as is_posted
              from transfers t
              where t.merchant_id = $1 and t.environment = $2 and t.id > $3 and t.id <= $4
                and not ${isHere('t.recipient_id')}`,
          },
          differences: POSTINGS_ELSEWHERE,
        },
      ],
    },
  },
];
