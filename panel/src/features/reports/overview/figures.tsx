import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  formatBasisPoints,
  formatCalendarDay,
  formatCount,
  formatMoney,
} from '#panel/components/format.ts';
import { StatCard } from '#panel/components/stat-card.tsx';
import { storedPeriod } from '#panel/early/overview-address.ts';
import { environmentInAddress, useEnvironment } from '#panel/session/environment.tsx';
import { common, locale } from '#panel/texts/common.ts';
import { texts } from '#texts/overview.ts';
import type { Overview } from './overview-types.ts';

const changeFormat = new Intl.NumberFormat(locale, {
  signDisplay: 'exceptZero',
  maximumFractionDigits: 1,
});
const PERCENT = 100;
const BASIS_POINTS_A_POINT = 100;

/** The figures of the period, each compared with the previous period. */
export function Figures({ overview }: { overview: Overview }) {
  const { totals, before, paid_share: share } = overview;
  const earlier = before?.totals;
  const ticket = totals.average_ticket;
  return (
    <Stack gap="xs">
      <div className="stat-grid">
        <Received overview={overview} />
        <StatCard
          label={texts.paidShare}
          value={share === null ? common.notThere : formatBasisPoints(share)}
          hint={
            <Hint
              text={
                share === null
                  ? texts.noCharges
                  : texts.paidShareHint(
                      formatCount(totals.created_paid_count),
                      formatCount(totals.created_count),
                    )
              }
              change={shareChange(share, before?.paid_share)}
            />
          }
        />
        <StatCard
          label={texts.averageTicket}
          value={ticket === null ? common.notThere : formatMoney(ticket)}
          hint={
            <Hint
              text={ticket === null ? texts.noPayments : texts.averageTicketHint}
              change={moneyChange(ticket, earlier?.average_ticket)}
            />
          }
        />
        <StatCard
          label={texts.refunds}
          value={formatMoney(totals.refunded_amount)}
          hint={
            <Hint
              text={texts.refundsHint(totals.refunded_count, formatCount(totals.refunded_count))}
              change={moneyChange(totals.refunded_amount, earlier?.refunded_amount)}
            />
          }
        />
      </div>
      <Text size="sm" c="dimmed">
        {comparison(overview)}
      </Text>
    </Stack>
  );
}

/** The amount that the merchant received, or the gross amount if there are too many entries. */
function Received({ overview: { totals, before, period } }: { overview: Overview }) {
  const { received_amount: received, paid_amount: gross, paid_count: count } = totals;
  const earlier = before?.totals;
  const shown = formatCount(count);
  if (received === null) {
    const change = moneyChange(gross, earlier?.paid_amount);
    const hint = <Hint text={texts.payments(count, shown)} change={change} />;
    return <StatCard label={texts.volume} value={formatMoney(gross)} hint={hint} />;
  }
  return (
    <StatCard
      label={texts.received}
      value={formatMoney(received)}
      hint={
        <>
          <Hint
            text={texts.receivedHint(formatMoney(gross), count, shown)}
            change={moneyChange(received, earlier?.received_amount)}
          />
          <br />
          <Entries period={period} />
        </>
      }
    />
  );
}

/** The statement of the period. */
function Entries({ period }: { period: Overview['period'] }) {
  const ambiente = environmentInAddress(useEnvironment());
  const search = { periodo: storedPeriod(period), ambiente };
  return (
    <Anchor
      underline="always"
      size="sm"
      renderRoot={(props) => <Link to="/painel/extrato" search={search} {...props} />}
    >
      {texts.seeEntries}
    </Anchor>
  );
}

function Hint({ text, change }: { text: string; change: string | undefined }) {
  return (
    <>
      {text}
      {change !== undefined && (
        <>
          <br />
          {change}
        </>
      )}
    </>
  );
}

/** The text that names the compared days, or that says why there is no comparison. */
function comparison({ before, period, first_day: firstDay }: Overview): string | null {
  if (before === null) {
    return firstDay === null ? null : texts.noComparison(formatCalendarDay(firstDay));
  }
  const [from, to] = [formatCalendarDay(before.from), formatCalendarDay(before.to)];
  const compared = from === to ? texts.comparedDay(from) : texts.compared(from, to);
  return period.is_open ? `${compared} ${texts.openDay}` : compared;
}

/** Undefined if an amount is missing. A change from zero has no percentage. */
function moneyChange(now: number | null, before: number | null | undefined): string | undefined {
  if (now === null || before === null || before === undefined) return undefined;
  if (now === before) return texts.same;
  const was = texts.before(formatMoney(before));
  if (before === 0) return was;
  return `${changeFormat.format((PERCENT * (now - before)) / before)} % · ${was}`;
}

function shareChange(now: number | null, before: number | null | undefined): string | undefined {
  if (now === null || before === null || before === undefined) return undefined;
  if (now === before) return texts.same;
  const points = changeFormat.format((now - before) / BASIS_POINTS_A_POINT);
  return `${texts.points(points)} · ${texts.before(formatBasisPoints(before))}`;
}
