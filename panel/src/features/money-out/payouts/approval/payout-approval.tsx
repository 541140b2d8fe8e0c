import { Anchor, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '#panel/api/client.ts';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { formatTaxId, pixKeyMask } from '#panel/components/masks.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payout-controls.ts';
import { causeOf, type PayoutApproval, requesterOf } from './approval-facts.ts';
import { DecidePayout } from './decide-payout.tsx';
import { LastPayouts } from './last-payouts.tsx';
import { useLeftToday } from './use-left-today.ts';

/** The approval of a payout on its page: who asked and why, the decision, or the buttons for it. */
export function PayoutApprovalSection({ id }: { id: string }) {
  const environment = useEnvironment();
  const approval = api.useQuery('get', '/api/panel/{environment}/payout-approvals/{id}', {
    params: { path: { environment, id } },
  });
  return (
    <Section title={texts.approval}>
      <QueryState query={approval} lines={3}>
        {(data) => (
          <Stack gap="md">
            <FactTable facts={factsOf(data)} />
            {data.status === 'waiting' && data.batch_id === null && <DecidePayout payout={data} />}
          </Stack>
        )}
      </QueryState>
    </Section>
  );
}

function factsOf(approval: PayoutApproval): [string, ReactNode][] {
  const { status, expires_at: expiresAt, decided_at: decidedAt, batch_id: batchId } = approval;
  const { beneficiary_name: name, beneficiary_document: document } = approval;
  const facts: [string, ReactNode][] = [
    [texts.approvalStatus, texts.approvalStatuses[status]],
    [texts.requestedBy, requesterOf(approval)],
    [texts.cause, causeOf(approval)],
    [texts.beneficiary, `${name} · ${formatTaxId(document)}`],
    [texts.pixKey, pixKeyMask(approval.pix_key_type)(approval.pix_key)],
    [texts.destination, <LastPayouts key="last" of={approval} />],
  ];
  if (status === 'waiting') facts.push([texts.dayLimit, <LeftToday key="left" />]);
  if (batchId !== null) facts.push([texts.batch, <BatchLink key="batch" id={batchId} />]);
  if (status === 'waiting') facts.push([texts.waitsUntil, <Instant key="until" at={expiresAt} />]);
  const { decided_by: decidedBy } = approval;
  // A request that expired was decided by no person.
  if (decidedBy !== null && status !== 'expired') facts.push([texts.decidedBy, decidedBy]);
  if (approval.reason !== null) facts.push([texts.rejectReason, approval.reason]);
  if (decidedAt !== null) facts.push([texts.decidedAt, <Instant key="at" at={decidedAt} />]);
  return facts;
}

/** Read only where it is shown. */
function LeftToday() {
  const leftToday = useLeftToday();
  const hasLimit = leftToday !== undefined && leftToday !== texts.noDayLimit;
  return hasLimit ? `${leftToday} ${texts.waitingCounts}` : leftToday;
}

function BatchLink({ id }: { id: string }) {
  return (
    <Anchor
      underline="always"
      size="sm"
      renderRoot={(props) => <Link to="/painel/saques-em-lote/$id" params={{ id }} {...props} />}
    >
      {texts.seeBatch}
    </Anchor>
  );
}
