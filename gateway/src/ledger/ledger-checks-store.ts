import { postingKinds } from './chart-of-accounts.ts';
import { type LedgerCheck, POSTINGS, SCOPE } from './ledger-check.ts';

/** The rules of postings of all kinds. The rules of their entries are `ENTRY_RULES`. */
export const ledgerChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada partida pertence a um lançamento do mesmo escopo',
    postings: {
      kinds: postingKinds,
      differences: {
        name: 'verify_postings',
        text: `select ${SCOPE}, p.reference_id, p.kind from ${POSTINGS}
          where not exists (
            select from ledger_postings l
            where (l.merchant_id, l.environment, l.reference_id, l.kind)
                = ($1, $2, p.reference_id, p.kind)
          ) limit $4`,
      },
    },
  },
  {
    rule: 'Só o sandbox é zerado, e só a plataforma movimenta dinheiro próprio',
    postings: {
      kinds: ['sandbox_reset', 'bank_adjustment'],
      differences: {
        name: 'verify_special_postings',
        text: `select ${SCOPE}, p.reference_id, p.kind from ${POSTINGS}
          where not case p.kind
            when 'sandbox_reset' then $2 = 'test' and p.reserved = 0
              and p.available + p.fees + p.bank = -p.sandbox_adjustments
              and exists (select from merchants where merchant_id = $1 and is_sandbox)
            else $1 = '00000000-0000-0000-0000-000000000000'::uuid
              and $2 = 'live' and p.bank = -p.operator end
          limit $4`,
      },
    },
  },
  {
    rule: 'As tarifas de todos os dias somam o saldo da conta de tarifas',
    scope: {
      isCheap: true,
      differences: {
        name: 'verify_fee_days',
        text: `select ${SCOPE}, days, balance from (
            select (
              select coalesce(sum(fees_centavos), 0) from fee_days
              where merchant_id = $1 and environment = $2
            ) as days, (
              select coalesce(sum(balance_centavos), 0) from ledger_accounts
              where merchant_id = $1 and environment = $2 and account = 'fees'
            ) as balance
          ) sums where days <> balance limit $3`,
      },
    },
  },
];
