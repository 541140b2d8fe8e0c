import { Anchor, Text, Timeline } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Transaction } from '#panel/api/transaction.ts';
import { formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconPlus,
  IconScale,
  IconWebhook,
  IconX,
} from '#panel/icons.ts';
import { texts } from '#texts/transactions.ts';
import { texts as webhookTexts } from '#texts/webhooks.ts';

const BULLET_SIZE = 26;

type Step = Transaction['timeline'][number];
type Attempt = Extract<Step, { kind: 'webhook_attempt' }>;
type DisputeStep = Extract<Step, { dispute_id: string }>;

const STATES = {
  created: { icon: IconPlus, color: 'gray' },
  paid: { icon: IconCheck, color: 'teal' },
  awaiting_approval: { icon: IconClock, color: 'yellow' },
  expired: { icon: IconClock, color: 'gray' },
  canceled: { icon: IconX, color: 'gray' },
  failed: { icon: IconX, color: 'red' },
  refunded: { icon: IconArrowBackUp, color: 'gray' },
  returned: { icon: IconArrowBackUp, color: 'gray' },
} as const;

/** The events of a transaction and their webhooks, oldest first. */
export function TransactionTimeline({ timeline }: { timeline: readonly Step[] }) {
  return (
    <Timeline bulletSize={BULLET_SIZE} lineWidth={2}>
      {timeline.map((step) => {
        if (step.kind === 'webhook_attempt') {
          return <AttemptItem key={`${step.delivery_id} ${step.attempt}`} attempt={step} />;
        }
        if ('dispute_id' in step) {
          return <DisputeItem key={`${step.kind} ${step.dispute_id}`} step={step} />;
        }
        return <StateItem key={`${step.kind} ${step.at}`} kind={step.kind} at={step.at} />;
      })}
    </Timeline>
  );
}

function AttemptItem({ attempt, ...props }: { attempt: Attempt }) {
  const { is_delivered: isDelivered } = attempt;
  const event = webhookTexts.eventNames[attempt.event];
  return (
    <Timeline.Item
      {...props}
      bullet={isDelivered ? <IconWebhook size={15} /> : <IconAlertTriangle size={15} />}
      title={isDelivered ? texts.webhookDelivered(event) : texts.webhookFailed(event)}
    >
      <AttemptFacts attempt={attempt} />
    </Timeline.Item>
  );
}

/** A dispute of the charge was opened or closed. */
function DisputeItem({ step, ...props }: { step: DisputeStep }) {
  const { dispute_id: id } = step;
  const title =
    step.kind === 'dispute_opened'
      ? texts.disputeOpened(formatMoney(step.amount))
      : texts.disputeClosed[step.outcome];
  return (
    <Timeline.Item {...props} bullet={<IconScale size={15} />} title={title}>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/painel/contestacoes/$id" params={{ id }} {...props} />}
      >
        {texts.seeDispute}
      </Anchor>
      <Text size="sm" c="dimmed">
        <Instant at={step.at} />
      </Text>
    </Timeline.Item>
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
