import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from '#panel/components/copy-text.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { texts } from '#texts/disputes.ts';
import { DaysLeft } from './dispute-columns.tsx';
import { type Dispute, daysLeft, isOpen } from './dispute-types.ts';

type Fact = readonly [string, ReactNode];

/** The facts of a dispute; `first` are facts of one side of the panel. */
export function DisputeFacts({
  dispute,
  first = [],
}: {
  dispute: Dispute;
  first?: readonly Fact[];
}) {
  const { defense_due_at: dueAt, closed_at: closedAt } = dispute;
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="xs">
        {texts.details}
      </Title>
      <FactTable
        facts={[
          ...(dueAt === null || !isOpen(dispute)
            ? []
            : [[texts.due, <DaysLeft key="due" dispute={dispute} />] as const]),
          ...first,
          [texts.reason, texts.reasons[dispute.reason]],
          [texts.amount, <Money key="amount" centavos={dispute.amount} fw={600} />],
          [texts.blocked, <Money key="blocked" centavos={dispute.blocked_amount} />],
          ...(dispute.returned_amount === 0
            ? []
            : [
                [
                  texts.returned,
                  <Money key="returned" centavos={dispute.returned_amount} />,
                ] as const,
              ]),
          [texts.openedAt, <Instant key="opened" at={dispute.opened_at} />],
          ...(closedAt === null
            ? []
            : [[texts.closedAt, <Instant key="closed" at={closedAt} />] as const]),
          [
            texts.endToEndId,
            <CopyText key="e2e" value={dispute.end_to_end_id} label={texts.endToEndId} />,
          ],
        ]}
      />
    </Paper>
  );
}

/** The merchant's last defence. */
export function DefenseFacts({ dispute }: { dispute: Dispute }) {
  const { defense } = dispute;
  if (defense === null) return <Text c="dimmed">{noDefenseOf(dispute)}</Text>;
  return (
    <>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{defense.text}</Text>
      <FactTable
        facts={[
          [texts.status, texts.defenseStatus[defense.status]],
          [texts.writtenAt, <Instant key="written" at={defense.created_at} />],
          ...(defense.failure_reason === null
            ? []
            : [[texts.reason, defense.failure_reason] as const]),
        ]}
      />
    </>
  );
}

/** Why there is no defence. */
function noDefenseOf(dispute: Dispute): string {
  const isLate = dispute.status === 'open' && daysLeft(dispute) === undefined;
  return isLate ? texts.defenseTooLate : texts.noDefense;
}
