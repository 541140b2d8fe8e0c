import { Stack } from '@mantine/core';
import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#texts/payout-controls.ts';
import { LimitsSection } from './limits-section.tsx';
import { ServerSection } from './server-section.tsx';
import { StopSection } from './stop-section.tsx';

/** The merchant's limits, its switch and its approval server. */
export function ControlsPage() {
  return (
    <>
      <PageHeader description={texts.description} />
      <Stack gap="lg">
        <StopSection />
        <LimitsSection />
        <ServerSection />
      </Stack>
    </>
  );
}
