import { Stack } from '@mantine/core';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#texts/payout-controls.ts';
import { ApprovalServerSection } from '../approval/approval-server-section.tsx';
import { StopSection } from '../stop/stop-section.tsx';
import { LimitsSection } from './limits-section.tsx';

/** The merchant's limits, its switch and its approval server. */
export function LimitsPage() {
  return (
    <>
      <PageHeader description={texts.description} />
      <Stack gap="lg">
        <StopSection />
        <LimitsSection />
        <IfAllowed operation="getApprovalServer">
          <ApprovalServerSection />
        </IfAllowed>
      </Stack>
    </>
  );
}
