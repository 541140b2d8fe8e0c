import { HERE } from '#src/ground/database/statement-place.ts';
import {
  isHere,
  type LedgerCheck,
  POSTINGS,
  POSTINGS_ELSEWHERE,
  SCOPE,
  scopeWindow,
} from './ledger-check.ts';

const PLATFORM = `'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * The rules of late payments: each is posted once. `uncovered_centavos` belongs to late payments
 * from before debts existed: the platform paid the part that the balance did not cover.
 */
export const latePaymentChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada pagamento feito depois da falha foi debitado do livro-razão uma única vez',
    postings: {
      kinds: ['payout_paid_late', 'refund_paid_late'],
      differences: {
        name: 'verify_late_payments',
        place: HERE,
        text: `select ${SCOPE}, p.*, l.amount_centavos,
            l.uncovered_centavos
          from ${POSTINGS}
          left join late_bank_payments l on l.id = p.reference_id and l.environment = $2
            and l.kind || '_paid_late' = p.kind
          where l.id is null or case when $1 = ${PLATFORM}
            then p.bank <> l.uncovered_centavos or p.operator <> -p.bank
            else p.bank > l.amount_centavos - l.uncovered_centavos end
          limit $4`,
      },
    },
    rows: {
      window: scopeWindow('late_bank_payments'),
      differences: {
        name: 'verify_late_payments_posted',
        text: `select l.* from late_bank_payments l
          where l.merchant_id = $1 and l.environment = $2 and l.id > $3 and l.id <= $4
            and (l.uncovered_centavos > 0) <> exists (
              select from ledger_postings p
              where (p.merchant_id, p.environment, p.reference_id, p.kind)
                  = (${PLATFORM}, $2, l.id, l.kind || '_paid_late')
            ) and ${isHere(PLATFORM)} limit $5`,
      },
      elsewhere: [
        {
          facts: {
            name: 'verify_late_payments_elsewhere',
            text: `select ${PLATFORM} as merchant_id, l.environment, l.id as reference_id,
                l.kind || '_paid_late' as kind, l.uncovered_centavos > 0 as is_posted
              from late_bank_payments l
              where l.merchant_id = $1 and l.environment = $2 and l.id > $3 and l.id <= $4
                and not ${isHere(PLATFORM)}`,
          },
          differences: POSTINGS_ELSEWHERE,
        },
      ],
    },
  },
];
