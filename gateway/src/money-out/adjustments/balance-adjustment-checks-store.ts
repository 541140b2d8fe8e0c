import { HERE } from '#src/ground/database/statement-place.ts';
import {
  isHere,
  type LedgerCheck,
  POSTINGS,
  POSTINGS_ELSEWHERE,
  SCOPE,
  scopeWindow,
} from '#src/ledger/ledger-check.ts';

const PLATFORM = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** The rules of adjustments by operators: each has its postings in both scopes, of its amount. */
export const balanceAdjustmentChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada ajuste de saldo foi lançado uma vez, contra a conta do operador',
    postings: {
      kinds: ['balance_adjusted'],
      differences: {
        name: 'verify_balance_adjustment_postings',
        place: HERE,
        text: `select ${SCOPE}, p.*, a.amount_centavos, a.debt_centavos
          from ${POSTINGS}
          left join lateral (
            select * from balance_adjustments
            where $1::uuid <> ${PLATFORM}
              and (merchant_id, environment, id) = ($1, $2, p.reference_id)
            union all
            select * from balance_adjustments
            where $1::uuid = ${PLATFORM} and id = p.reference_id and environment = $2
          ) a on a.kind = 'adjustment'
          where a.id is null or case when $1::uuid = ${PLATFORM}
            then p.operator <> -a.amount_centavos or p.bank <> a.amount_centavos
            else p.available + p.debt <> a.amount_centavos or p.debt <> -a.debt_centavos
              or p.bank <> -a.amount_centavos end
          limit $4`,
      },
    },
    rows: {
      window: scopeWindow('balance_adjustments'),
      differences: {
        name: 'verify_balance_adjustments',
        text: `select a.* from balance_adjustments a
          where a.merchant_id = $1 and a.environment = $2 and a.id > $3 and a.id <= $4
            and a.kind = 'adjustment' and (
              not exists (
                select from ledger_postings p
                where (p.merchant_id, p.environment, p.reference_id, p.kind)
                    = ($1, $2, a.id, 'balance_adjusted')
              ) or not exists (
                select from ledger_postings p
                where (p.merchant_id, p.environment, p.reference_id, p.kind)
                    = (${PLATFORM}, $2, a.id, 'balance_adjusted')
              ) and ${isHere(PLATFORM)}
            ) limit $5`,
      },
      elsewhere: [
        {
          facts: {
            name: 'verify_balance_adjustments_elsewhere',
            text: `select ${PLATFORM} as merchant_id, a.environment, a.id as reference_id,
                'balance_adjusted' as kind, true as is_posted
              from balance_adjustments a
              where a.merchant_id = $1 and a.environment = $2 and a.id > $3 and a.id <= $4
                and a.kind = 'adjustment' and not ${isHere(PLATFORM)}`,
          },
          differences: POSTINGS_ELSEWHERE,
        },
      ],
    },
  },
];
