import type { LedgerCheck } from './verify.ts';

// The entries of the sandbox up to its openings are gone or about to go; their sum is kept.
const KEPT_ENTRIES = `(
  select e.* from ledger_entries e
  left join ledger_openings o using (merchant_id, environment, account)
  where e.sequence > coalesce(o.entry_count, 0)
) kept`;

/** What must hold in the ledger itself. */
export const ledgerChecks: readonly LedgerCheck[] = [
  {
    law: 'O saldo de cada conta é a soma dos seus lançamentos',
    count: { name: 'verify_accounts', text: 'select count(*) as checked from ledger_accounts' },
    differences: {
      name: 'verify_accounts_differences',
      text: `select * from (
          select merchant_id, environment, account, a.balance_centavos, e.total, a.entry_count,
            e.entries, e.last_sequence, coalesce(o.entry_count, 0) as gone,
            coalesce(o.balance_centavos, 0) as opening_centavos
          from ledger_accounts a full join (
            select merchant_id, environment, account, sum(amount_centavos) as total,
              count(*) as entries, max(sequence) as last_sequence
            from ${KEPT_ENTRIES} group by merchant_id, environment, account
          ) e using (merchant_id, environment, account)
          full join ledger_openings o using (merchant_id, environment, account)
        ) compared
        where balance_centavos is distinct from opening_centavos + coalesce(total, 0)
          or entry_count is distinct from gone + coalesce(entries, 0)
          or entry_count is distinct from coalesce(last_sequence, gone)
        limit $1`,
    },
  },
  {
    law: 'Cada lançamento guarda o saldo da conta depois dele',
    count: { name: 'verify_entries', text: 'select count(*) as checked from ledger_entries' },
    differences: {
      name: 'verify_entries_differences',
      text: `select * from (
          select merchant_id, environment, account, sequence, balance_after_centavos,
            coalesce(o.balance_centavos, 0) + sum(amount_centavos) over (
              partition by merchant_id, environment, account order by sequence
            ) as running_total
          from ${KEPT_ENTRIES}
          left join ledger_openings o using (merchant_id, environment, account)
        ) compared
        where balance_after_centavos <> running_total limit $1`,
    },
  },
  {
    law: 'Cada movimento soma zero e tem os seus lançamentos',
    count: { name: 'verify_postings', text: 'select count(*) as checked from ledger_postings' },
    differences: {
      name: 'verify_postings_differences',
      text: `select * from (
          select merchant_id, environment, reference_id, kind, p.created_at, e.total
          from ledger_postings p full join (
            select merchant_id, environment, reference_id, kind, sum(amount_centavos) as total
            from ${KEPT_ENTRIES} group by merchant_id, environment, reference_id, kind
          ) e using (merchant_id, environment, reference_id, kind)
        ) compared
        where created_at is null or coalesce(total, 0) <> 0 limit $1`,
    },
  },
  {
    law: 'Nenhuma conta está negativa sem poder estar',
    count: {
      name: 'verify_overdraft',
      text: 'select count(*) as checked from ledger_accounts where not may_be_negative',
    },
    differences: {
      name: 'verify_overdraft_differences',
      text: `select merchant_id, environment, account, balance_centavos from ledger_accounts
        where not may_be_negative and balance_centavos < 0 limit $1`,
    },
  },
];
