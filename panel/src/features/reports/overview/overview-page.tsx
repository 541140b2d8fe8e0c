import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PeriodChoice } from '#panel/components/period-choice.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { keep, OVERVIEW_PERIOD_KEY } from '#panel/early/kept-choices.ts';
import { type ChosenPeriod, keptPeriod, storedPeriod } from '#panel/early/overview-address.ts';
import { NewChargeDialog } from '#panel/features/charges/new-charge-dialog.tsx';
import { IconIdBadge2, IconPlus } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney, useSession } from '#panel/session/session.ts';
import { texts } from '#texts/overview.ts';
import { Attention } from './attention.tsx';
import { Balance } from './balance.tsx';
import { Figures } from './figures.tsx';
import { FirstDay } from './first-day.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LatestTransactions } from './latest-transactions.tsx';
import { NextSettlements } from './next-settlements.tsx';
import { overviewQuery } from './overview-query.ts';
import type { Overview } from './overview-types.ts';
import { Volume } from './volume.tsx';

/** The home of a merchant: balance, sales, and matters that need attention. */
export function OverviewPage() {
  const environment = useEnvironment();
  const [period, setPeriod] = useState(keptPeriod);
  const choosePeriod = (chosen: ChosenPeriod | undefined) => {
    if (chosen === undefined) return;
    keep(OVERVIEW_PERIOD_KEY, storedPeriod(chosen));
    setPeriod(chosen);
  };
  const overview = useQuery({
    ...overviewQuery(environment, period),
    // The previous figures stay visible while those of the new period load.
    placeholderData: (before) => before,
  });
  return (
    <>
      <PageHeader
        actions={
          <>
            {overview.data && isNew(overview.data) ? null : (
              <PeriodChoice chosen={period} shown={overview.data?.period} onChoose={choosePeriod} />
            )}
            <NewChargeButton />
          </>
        }
      />
      <QueryState query={overview} lines={8}>
        {(data) => <Content overview={data} />}
      </QueryState>
    </>
  );
}

function NewChargeButton() {
  const mayMoveMoney = useMayMoveMoney('createChargeByHand');
  const [isOpen, { open, close }] = useDisclosure();
  if (!mayMoveMoney) return null;
  return (
    <>
      <Button visibleFrom="sm" leftSection={<IconPlus size={16} />} onClick={open}>
        {texts.newCharge}
      </Button>
      {isOpen && <NewChargeDialog onClose={close} />}
    </>
  );
}

/** Whether there is no transaction yet: no money to show, and no period to choose. */
function isNew({ latest }: Overview): boolean {
  return latest.length === 0;
}

function Content({ overview }: { overview: Overview }) {
  const hasNothing = isNew(overview);
  // A phone has no room for the chart and the list: they come a moment after the first picture.
  const isWhole = useDeferredValue(true, false);
  return (
    <Stack gap="lg">
      {hasNothing && <FirstDay />}
      <Balance balance={overview.balance} today={overview.today} />
      <Attention attention={overview.attention} />
      {!hasNothing && (
        <>
          <FirstDay />
          <Figures overview={overview} />
        </>
      )}
      <NextSettlements overview={overview} />
      {hasNothing && <Beginning status={overview.attention.merchant_status} />}
      {!hasNothing && isWhole && (
        <>
          <Volume overview={overview} />
          <LatestTransactions transactions={overview.latest} />
        </>
      )}
    </Stack>
  );
}

/**
 * Shown to members of a merchant without sales; before the approval it can't sell. Owners have the
 * list of the first day instead.
 */
function Beginning({ status }: { status: Overview['attention']['merchant_status'] }) {
  const { member_role: role, merchant } = useSession();
  const hasChecklist = role === 'owner' && !merchant?.is_sandbox;
  if (hasChecklist) return null;
  if (status === 'active') return <FirstSteps />;
  return (
    <EmptyState icon={IconIdBadge2} title={texts.notApproved} description={texts.notApprovedHint} />
  );
}
