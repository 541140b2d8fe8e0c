import type { LedgerCheck } from './verify.ts';

/** What must hold between late payments, the ledger, and what the platform paid of them. */
export const latePaymentChecks: readonly LedgerCheck[] = [
  {
    law: 'O que o banco pagou depois de falhar saiu inteiro do livro-razão, uma vez',
    count: {
      name: 'verify_late_payments',
      text: 'select count(*) as checked from late_bank_payments',
    },
    differences: {
      name: 'verify_late_payments_differences',
      text: `select * from (
          select l.merchant_id, l.environment, l.id, l.kind, l.amount_centavos,
            l.uncovered_centavos, e.reference_id, e.posting_kind, e.bank, e.operator
          from late_bank_payments l full join (
            select p.environment, p.reference_id, p.kind as posting_kind,
              coalesce(sum(amount_centavos) filter (where account = 'bank'), 0) as bank,
              coalesce(sum(amount_centavos) filter (where account = 'operator'), 0) as operator
            from ledger_postings p left join ledger_entries
              using (merchant_id, environment, reference_id, kind)
            where p.kind in ('payout_paid_late', 'refund_paid_late')
            group by p.environment, p.reference_id, p.kind
          ) e on (e.environment, e.reference_id, e.posting_kind)
            = (l.environment, l.id, l.kind || '_paid_late')
        ) compared
        where id is null or reference_id is null
          or bank <> amount_centavos or operator <> -uncovered_centavos
        limit $1`,
    },
  },
];
