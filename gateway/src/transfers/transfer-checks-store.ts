import type { LedgerCheck } from '#src/ledger/verify.ts';

/** What must hold between transfers and the ledger. */
export const transferChecks: readonly LedgerCheck[] = [
  {
    law: 'Cada transferência saiu de um livro e entrou em outro, no mesmo valor, e só ela',
    count: { name: 'verify_transfers', text: 'select count(*) as checked from transfers' },
    differences: {
      name: 'verify_transfers_differences',
      text: `select * from (
          select t.merchant_id, t.environment, t.id, t.recipient_id, t.amount_centavos,
            e.reference_id, e.sent, e.received, e.postings
          from transfers t full join (
            select environment, reference_id, count(distinct merchant_id) as postings,
              sum(amount_centavos) filter (where kind = 'transfer_sent') as sent,
              sum(amount_centavos) filter (where kind = 'transfer_received') as received
            from ledger_entries
            where kind in ('transfer_sent', 'transfer_received') and account = 'available'
            group by environment, reference_id
          ) e on (e.environment, e.reference_id) = (t.environment, t.id)
        ) compared
        where id is null or reference_id is null or postings <> 2
          or sent <> -amount_centavos or received <> amount_centavos
        limit $1`,
    },
  },
];
