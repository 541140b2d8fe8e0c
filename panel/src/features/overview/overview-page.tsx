import { SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { api } from '#panel/api/client.ts';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { formatBasisPoints, formatCount, formatMoney } from '#panel/components/format.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatCard } from '#panel/components/stat-card.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { KeptMoney } from './kept-money.tsx';
import { LatestTransactions } from './latest-transactions.tsx';
import { NextSettlements } from './next-settlements.tsx';
import type { Overview } from './overview-types.ts';
import { texts } from './texts.ts';
import { Volume } from './volume.tsx';

const PERIODS = [7, 30, 90] as const;
const PERIOD_DEFAULT = 30;

/** The home of a merchant: balance, sales, and matters that need attention. */
export function OverviewPage() {
  const environment = useEnvironment();
  const [chosen, setChosen] = useLocalStorage<string>({
    key: 'pix-gateway-overview-days',
    defaultValue: String(PERIOD_DEFAULT),
    getInitialValueInEffect: false,
  });
  const days = PERIODS.find((period) => String(period) === chosen) ?? PERIOD_DEFAULT;
  const overview = api.useQuery(
    'get',
    '/api/panel/{environment}/overview',
    { params: { path: { environment }, query: { days } } },
    // The previous figures stay visible while those of the new period load.
    { placeholderData: (before) => before },
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <SegmentedControl
            aria-label={texts.period}
            value={String(days)}
            onChange={setChosen}
            data={PERIODS.map((period) => ({
              value: String(period),
              label: texts.periods[period],
            }))}
          />
        }
      />
      <QueryState query={overview} lines={8}>
        {(data) => <Content overview={data} days={days} />}
      </QueryState>
    </>
  );
}

function Content({ overview, days }: { overview: Overview; days: number }) {
  const isNew = overview.latest.length === 0;
  return (
    <Stack gap="lg">
      <Attention attention={overview.attention} />
      <Figures overview={overview} />
      <KeptMoney balance={overview.balance} />
      <NextSettlements overview={overview} />
      {isNew ? (
        <Beginning status={overview.attention.merchant_status} />
      ) : (
        <>
          <Volume days={overview.days} total={overview.totals.paid_amount} period={days} />
          <LatestTransactions transactions={overview.latest} />
        </>
      )}
    </Stack>
  );
}

/** Shown to a merchant without sales; before the approval it can't sell. */
function Beginning({ status }: { status: Overview['attention']['merchant_status'] }) {
  if (status === 'active') return <FirstSteps />;
  return <EmptyState title={texts.notApproved} description={texts.notApprovedHint} />;
}

function Figures({ overview }: { overview: Overview }) {
  const { balance, totals, paid_share: share } = overview;
  const { reserved } = balance;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <StatCard
        label={texts.available}
        value={formatMoney(balance.available)}
        hint={reserved === 0 ? texts.nothingReserved : texts.reserved(formatMoney(reserved))}
      />
      <StatCard
        label={texts.volume}
        value={formatMoney(totals.paid_amount)}
        hint={texts.payments(totals.paid_count, formatCount(totals.paid_count))}
      />
      <StatCard
        label={texts.paidShare}
        value={share === null ? common.notThere : formatBasisPoints(share)}
        hint={
          share === null
            ? texts.noCharges
            : texts.paidShareHint(
                formatCount(totals.created_paid_count),
                formatCount(totals.created_count),
              )
        }
      />
    </SimpleGrid>
  );
}
