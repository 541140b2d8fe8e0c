import type { LedgerCheck } from './verify.ts';

/** What must hold in the ledger itself. */
export const ledgerChecks: readonly LedgerCheck[] = [
  {
    law: 'O saldo de cada conta é a soma dos seus lançamentos',
    count: { name: 'verify_accounts', text: 'select count(*) as checked from ledger_accounts' },
    differences: {
      name: 'verify_accounts_differences',
      text: `select * from (
          select merchant_id, environment, account, a.balance_centavos, e.total, a.entry_count,
            e.entries, e.last_sequence
          from ledger_accounts a full join (
            select merchant_id, environment, account, sum(amount_centavos) as total,
              count(*) as entries, max(sequence) as last_sequence
            from ledger_entries group by merchant_id, environment, account
          ) e using (merchant_id, environment, account)
        ) compared
        where balance_centavos is distinct from coalesce(total, 0)
          or entry_count is distinct from coalesce(entries, 0)
          or entry_count is distinct from coalesce(last_sequence, 0)
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
            sum(amount_centavos) over (
              partition by merchant_id, environment, account order by sequence
            ) as running_total
          from ledger_entries
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
            from ledger_entries group by merchant_id, environment, reference_id, kind
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
