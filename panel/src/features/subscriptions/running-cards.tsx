import { formatCount, formatMoney } from '#panel/components/format.ts';
import { StatCard } from '#panel/components/stat-card.tsx';
import { texts } from '#texts/subscription-figures.ts';

/** How many subscriptions are active, and what they bring in a month. */
export function RunningCards({
  running,
}: {
  running: {
    readonly active_count: number;
    readonly variable_count: number;
    readonly paused_count: number;
    readonly monthly_amount: number;
  };
}) {
  const { variable_count: variable, paused_count: paused } = running;
  const variableHint = variable > 0 ? ` ${texts.variable(formatCount(variable))}` : '';
  return (
    <>
      <StatCard
        label={texts.active}
        value={formatCount(running.active_count)}
        hint={texts.paused(formatCount(paused))}
      />
      <StatCard
        label={texts.monthly}
        value={formatMoney(running.monthly_amount)}
        hint={`${texts.monthlyHint}${variableHint}`}
      />
    </>
  );
}
