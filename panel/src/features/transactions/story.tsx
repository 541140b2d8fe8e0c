import { Text, Timeline } from '@mantine/core';
import type { Transaction } from '#panel/api/transaction.ts';
import { Instant } from '#panel/components/instant.tsx';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconPlus,
  IconWebhook,
  IconX,
} from '#panel/icons.ts';
import { texts } from './texts.ts';

const BULLET_SIZE = 26;

type Step = Transaction['timeline'][number];
type Attempt = Extract<Step, { kind: 'webhook_attempt' }>;

const STATES = {
  created: { icon: IconPlus, color: 'gray' },
  paid: { icon: IconCheck, color: 'teal' },
  expired: { icon: IconClock, color: 'gray' },
  failed: { icon: IconX, color: 'red' },
  refunded: { icon: IconArrowBackUp, color: 'gray' },
  returned: { icon: IconArrowBackUp, color: 'gray' },
} as const;

/** The events of a transaction and their webhooks, oldest first. */
export function Story({ timeline }: { timeline: readonly Step[] }) {
  return (
    <Timeline bulletSize={BULLET_SIZE} lineWidth={2}>
      {timeline.map((step) =>
        step.kind === 'webhook_attempt' ? (
          <Timeline.Item
            key={`${step.delivery_id} ${step.attempt}`}
            bullet={step.is_delivered ? <IconWebhook size={15} /> : <IconAlertTriangle size={15} />}
            title={
              step.is_delivered
                ? texts.webhookDelivered(step.event)
                : texts.webhookFailed(step.event)
            }
          >
            <AttemptFacts attempt={step} />
          </Timeline.Item>
        ) : (
          <StateItem key={`${step.kind} ${step.at}`} kind={step.kind} at={step.at} />
        ),
      )}
    </Timeline>
  );
}

function StateItem({ kind, at, ...props }: { kind: keyof typeof STATES; at: string }) {
  const { icon: Icon, color } = STATES[kind];
  return (
    <Timeline.Item
      {...props}
      bullet={<Icon size={15} />}
      color={color}
      title={texts.happened[kind]}
    >
      <Text size="sm" c="dimmed">
        <Instant at={at} />
      </Text>
    </Timeline.Item>
  );
}

function AttemptFacts({ attempt }: { attempt: Attempt }) {
  const { at, url, response_status: status, failure } = attempt;
  const outcome = status === null ? failure : texts.answered(status);
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      <Text size="sm" c="dimmed">
        {[texts.attempt(attempt.attempt), outcome].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        <Instant at={at} />
      </Text>
    </>
  );
}
