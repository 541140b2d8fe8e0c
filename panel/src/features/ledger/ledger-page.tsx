import { Alert, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { formatMoney } from '#panel/components/format.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconAlertTriangle, IconCircleCheck } from '#panel/icons.ts';
import { texts } from '#texts/ledger.ts';
import { PlatformTotalsCards } from './platform-totals-cards.tsx';
import { Verifications } from './verifications.tsx';

const ENVIRONMENTS = ['live', 'test'] as const;

/** The platform's ledger: totals, and the verifications of its rules. */
export function LedgerPage() {
  const [environment, setEnvironment] = useState<'live' | 'test'>('live');
  const totals = api.useQuery('get', '/api/operator/ledger/{environment}', {
    params: { path: { environment } },
  });
  return (
    <>
      <PageHeader
        description={texts.description}
        actions={
          <SegmentedControl
            aria-label={texts.environment}
            value={environment}
            onChange={(value) => setEnvironment(value === 'test' ? 'test' : 'live')}
            data={ENVIRONMENTS.map((value) => ({ value, label: texts.environments[value] }))}
          />
        }
      />
      <Stack gap="lg">
        <QueryState query={totals}>
          {(data) => (
            <>
              <PlatformTotalsCards totals={data} />
              <Sum difference={data.difference} adjustments={data.adjustments} />
            </>
          )}
        </QueryState>
        <Verifications />
      </Stack>
    </>
  );
}

function Sum({ difference, adjustments }: { difference: number; adjustments: number }) {
  if (difference !== 0) {
    return (
      <Alert color="red" variant="outline" icon={<IconAlertTriangle size={18} />} role="alert">
        {texts.differs(formatMoney(difference))}
      </Alert>
    );
  }
  return (
    <Alert color="teal" variant="outline" icon={<IconCircleCheck size={18} />}>
      {texts.closes} {adjustments !== 0 && texts.adjustments(formatMoney(adjustments))}
    </Alert>
  );
}
