import { type LedgerCheck, POSTINGS, SCOPE, scopeWindow } from '#src/ledger/ledger-check.ts';

/** The rules of transfers: each has a posting of its amount in both scopes. */
export const transferChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada transferência tem um débito e um crédito de mesmo valor, e nenhum outro lançamento',
    postings: {
      kinds: ['transfer_sent', 'transfer_received'],
      differences: {
        name: 'verify_transfer_postings',
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
            )
          ) limit $5`,
      },
    },
  },
];
