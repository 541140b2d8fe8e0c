import type { PostingKind } from './chart-of-accounts.ts';
import { type LedgerCheck, POSTINGS, SCOPE, scopeWindow } from './ledger-check.ts';

const HOLDS = scopeWindow('balance_holds');
const REPAYMENTS = scopeWindow('debt_repayments');
/** The kinds of postings that may take money from holds and create debt. */
const DEBIT_KINDS: readonly PostingKind[] = [
  'dispute_returned',
  'balance_adjusted',
  'payout_paid_late',
  'refund_paid_late',
  'incoming_payment_unassigned',
  'incoming_payment_disputed',
  'payout_resolution_reversed',
  'refund_resolution_reversed',
];

function balanceOf(account: string): string {
  return `(select coalesce(sum(balance_centavos), 0) from ledger_accounts
    where (merchant_id, environment, account) = ($1, $2, '${account}'))`;
}

/** The rules that compare holds and debts with their postings and the balances. */
export const holdChecks: readonly LedgerCheck[] = [
  {
    rule: 'O saldo bloqueado é a soma dos bloqueios em aberto',
    scope: {
      isCheap: true,
      differences: {
        name: 'verify_blocked_balance',
        text: `select ${SCOPE}, t.* from (
            select ${balanceOf('blocked')} as balance, (
              select coalesce(sum(blocked_centavos), 0) from balance_holds
              where merchant_id = $1 and environment = $2 and status = 'open'
            ) as held
          ) t where t.balance <> t.held limit $3`,
      },
    },
    rows: {
      window: HOLDS,
      differences: {
        name: 'verify_holds',
        text: `select h.*, m.blocked from balance_holds h cross join lateral (
            select coalesce(sum(m.amount_centavos), 0) as blocked from balance_hold_movements m
            where (m.hold_id, m.merchant_id, m.environment) = (h.id, $1, $2)
          ) m
          where h.merchant_id = $1 and h.environment = $2 and h.id > $3 and h.id <= $4
            and h.blocked_centavos <> m.blocked limit $5`,
      },
    },
    postings: {
      kinds: ['balance_blocked', 'balance_released', ...DEBIT_KINDS],
      differences: {
        name: 'verify_hold_postings',
        text: `select ${SCOPE}, p.*, m.hold_id, m.amount_centavos as moved from ${POSTINGS}
          left join balance_hold_movements m
            on (m.merchant_id, m.environment, m.reference_id, m.kind)
              = ($1, $2, p.reference_id, p.kind)
          where p.blocked <> coalesce(m.amount_centavos, 0)
            or p.kind in ('balance_blocked', 'balance_released')
              and p.blocked <> -p.available limit $4`,
      },
    },
  },
  {
    rule: 'A dívida é o que falta pagar, e nada é abatido duas vezes',
    scope: {
      // It reads all debts of the scope. Each new posting is compared with its own debt below.
      isCheap: false,
      differences: {
        name: 'verify_debt_balance',
        text: `select ${SCOPE}, t.* from (
            select ${balanceOf('debt')} as balance, (
              select coalesce(sum(amount_centavos), 0) from debts
              where merchant_id = $1 and environment = $2
            ) as incurred, (
              select coalesce(sum(amount_centavos), 0) from debt_repayments
              where merchant_id = $1 and environment = $2
            ) as repaid
          ) t where t.balance <> t.repaid - t.incurred limit $3`,
      },
    },
    rows: {
      window: REPAYMENTS,
      differences: {
        name: 'verify_debt_repayments',
        text: `select r.* from debt_repayments r
          where r.merchant_id = $1 and r.environment = $2 and r.id > $3 and r.id <= $4
            and not exists (
              select from ledger_postings p
              where (p.merchant_id, p.environment, p.reference_id, p.kind)
                  = ($1, $2, r.credit_reference_id, r.credit_kind)
            ) limit $5`,
      },
    },
    postings: {
      kinds: ['debt_repaid', ...DEBIT_KINDS],
      differences: {
        name: 'verify_debt_postings',
        text: `select ${SCOPE}, p.*, d.amount_centavos as owed, r.amount_centavos as repaid
          from ${POSTINGS}
          left join debts d on (d.merchant_id, d.environment, d.reference_id, d.kind)
            = ($1, $2, p.reference_id, p.kind)
          left join debt_repayments r on p.kind = 'debt_repaid'
            and (r.merchant_id, r.environment, r.id) = ($1, $2, p.reference_id)
          where p.debt <> coalesce(r.amount_centavos, 0) - coalesce(d.amount_centavos, 0)
            or p.kind = 'debt_repaid' and p.debt <> -p.available limit $4`,
      },
    },
  },
  {
    rule: 'Com dívida ou bloqueio incompleto não há saldo disponível',
    scope: {
      isCheap: true,
      differences: {
        name: 'verify_uncovered',
        text: `select ${SCOPE}, t.* from (
            select ${balanceOf('available')} as available, ${balanceOf('debt')} as debt, (
              select coalesce(sum(uncovered_centavos), 0) from ledger_accounts
              where (merchant_id, environment, account) = ($1, $2, 'available')
            ) as uncovered, (
              select coalesce(sum(wanted_centavos - blocked_centavos), 0) from balance_holds
              where merchant_id = $1 and environment = $2 and wanted_centavos > blocked_centavos
            ) as lacking
          ) t
          where t.uncovered <> t.lacking - t.debt or t.uncovered > 0 and t.available > 0
          limit $3`,
      },
    },
  },
];
