import { type LedgerCheck, scopeWindow } from '#src/ledger/ledger-check.ts';

/** The ledger rules about cycles of subscriptions and their charges. */
export const subscriptionsChecks: readonly LedgerCheck[] = [
  {
    rule: 'Cada cobrança de assinatura está paga se, e só se, o seu ciclo está pago',
    rows: {
      window: scopeWindow('charges'),
      differences: {
        name: 'verify_subscription_cycles',
        text: `select c.merchant_id, c.environment, c.id, c.status, s.status as cycle_status
          from charges c
          left join subscription_cycles s
            on (s.charge_id, s.merchant_id, s.environment) = (c.id, $1, $2)
          where c.merchant_id = $1 and c.environment = $2 and c.id > $3 and c.id <= $4
            and c.due ->> 'cycle' is not null
            and (s.status is null or (s.status = 'paid') <> (c.paid_at is not null))
          limit $5`,
      },
    },
  },
];
