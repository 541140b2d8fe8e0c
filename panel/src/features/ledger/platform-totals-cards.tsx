import type { Answer } from '#panel/api/answer.ts';
import { formatMoney } from '#panel/components/format.ts';
import { StatCard } from '#panel/components/stat-card.tsx';
import { texts } from '#texts/ledger.ts';

export type PlatformTotals = Answer<'/api/operator/ledger/{environment}'>;

/** The amounts that the platform owes, has earned and holds in an environment. */
export function PlatformTotalsCards({ totals }: { totals: PlatformTotals }) {
  const {
    owed_available: available,
    owed_reserved: reserved,
    owed_blocked: blocked,
    owed_pending_settlement: pending,
    debt,
    fees,
    suspense,
    operator,
    bank,
  } = totals;
  return (
    <div className="stat-grid">
      <StatCard
        label={texts.owed}
        value={formatMoney(available + reserved + blocked + pending)}
        hint={texts.owedHint(formatMoney(available), formatMoney(reserved))}
      />
      {blocked + pending !== 0 && (
        <StatCard
          label={texts.kept}
          value={formatMoney(blocked + pending)}
          hint={texts.keptHint(formatMoney(blocked), formatMoney(pending))}
        />
      )}
      {debt !== 0 && (
        <StatCard label={texts.debt} value={formatMoney(-debt)} hint={texts.debtHint} />
      )}
      <StatCard label={texts.fees} value={formatMoney(fees)} hint={texts.feesHint} />
      <StatCard
        label={texts.bank}
        value={formatMoney(bank)}
        hint={operator === 0 ? texts.bankHint : texts.bankHintOperator(formatMoney(operator))}
      />
      {suspense !== 0 && (
        <StatCard label={texts.suspense} value={formatMoney(suspense)} hint={texts.suspenseHint} />
      )}
    </div>
  );
}
