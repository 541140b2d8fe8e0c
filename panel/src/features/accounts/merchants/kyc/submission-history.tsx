import { Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { Instant } from '#panel/components/instant.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#texts/kyc.ts';
import type { ReviewedKyc } from './kyc-types.ts';

type Submission = ReviewedKyc['submissions'][number];

/** Every submission with its decision, the operator and the reason. */
export function SubmissionHistory({ submissions }: { submissions: readonly Submission[] }) {
  if (submissions.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section">
      <Title order={2} mb="md">
        {texts.history}
      </Title>
      <Timeline bulletSize={14} lineWidth={2} active={submissions.length}>
        {submissions.map((submission) => (
          <Timeline.Item key={submission.number} title={texts.submissionNumber(submission.number)}>
            <Stack gap={4} align="flex-start">
              <Text size="sm" c="dimmed">
                <Instant at={submission.submitted_at} /> {texts.sentBy(submission.submitted_by)}
              </Text>
              <Decision submission={submission} />
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
    </Paper>
  );
}

function Decision({ submission }: { submission: Submission }) {
  const { decision, reason, decided_at, decided_by } = submission;
  if (!decision) return <Text size="sm">{texts.waiting}</Text>;
  return (
    <>
      <StatusBadge status={decision} />
      {reason && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {texts.decidedBy(decided_by ?? '')} · <Instant at={decided_at} />
      </Text>
    </>
  );
}
