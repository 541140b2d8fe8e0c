import { Anchor, Collapse, Stack, Text, Timeline } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { Transaction } from '#panel/api/transaction.ts';
import { formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconChevronDown,
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

/** The events of a transaction and their webhooks, each at the time that it shows, oldest first. */
export function TransactionTimeline({ transaction }: { transaction: Transaction }) {
  const { type, timeline } = transaction;
  const attempts = attemptsByTarget(timeline);
  return (
    <Timeline bulletSize={BULLET_SIZE} lineWidth={2}>
      {timeline.map((step) => {
        if (step.kind === 'webhook_attempt') {
          const target = targetOf(step);
          const all = attempts.get(target) ?? [];
          return all.at(-1) === step ? <WebhookItem key={target} attempts={all} /> : null;
        }
        if ('dispute_id' in step) {
          return <DisputeItem key={`${step.kind} ${step.dispute_id}`} step={step} />;
        }
        const { kind, at } = step;
        return <StateItem key={`${kind} ${at}`} kind={kind} at={at} title={happened(type, kind)} />;
      })}
    </Timeline>
  );
}

/** The attempts of each event at each address, in their order. */
function attemptsByTarget(timeline: readonly Step[]): ReadonlyMap<string, readonly Attempt[]> {
  return Map.groupBy(
    timeline.filter((step) => step.kind === 'webhook_attempt'),
    targetOf,
  );
}

function targetOf({ event, url }: Attempt): string {
  return `${event} ${url}`;
}

/** The attempts of an event at an address: one line, which opens if there are several. */
function WebhookItem({ attempts, ...props }: { attempts: readonly Attempt[] }) {
  const last = attempts.at(-1);
  if (last === undefined) return null;
  const isDelivered = attempts.some((attempt) => attempt.is_delivered);
  const event = webhookTexts.eventNames[last.event];
  return (
    <Timeline.Item
      {...props}
      bullet={isDelivered ? <IconWebhook size={15} /> : <IconAlertTriangle size={15} />}
      title={isDelivered ? texts.webhookDelivered(event) : texts.webhookFailed(event)}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {last.url}
      </Text>
      {attempts.length === 1 ? (
        <AttemptFacts attempt={last} />
      ) : (
        <Attempts attempts={attempts} last={last} />
      )}
    </Timeline.Item>
  );
}

/** How many attempts there were and how the last one ended; a click shows all of them. */
function Attempts({ attempts, last }: { attempts: readonly Attempt[]; last: Attempt }) {
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="start"
        underline="always"
        onClick={toggle}
        aria-expanded={isOpen}
      >
        {texts.attempts(attempts.length, outcomeOf(last))} <IconChevronDown size={14} />
      </Anchor>
      <Text size="sm" c="dimmed">
        <Instant at={last.at} />
      </Text>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <Stack component="ol" gap="xs" m={0} mt="xs" pl={0} style={{ listStyle: 'none' }}>
            {attempts.map((attempt) => (
              <li key={`${attempt.delivery_id} ${attempt.attempt} ${attempt.at}`}>
                <AttemptFacts attempt={attempt} />
              </li>
            ))}
          </Stack>
        )}
      </Collapse>
    </>
  );
}

function outcomeOf({ response_status: status, failure }: Attempt): string | null {
  return status === null ? failure : texts.answered(status);
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

/** In Portuguese a charge is feminine and a payout is not. */
function happened(type: Transaction['type'], kind: keyof typeof STATES): string {
  const ofPayouts: Partial<Record<typeof kind, string>> = texts.happenedToPayout;
  return (type === 'payout' ? ofPayouts[kind] : undefined) ?? texts.happened[kind];
}

function StateItem({
  kind,
  at,
  ...props
}: {
  kind: keyof typeof STATES;
  at: string;
  title: string;
}) {
  const { icon: Icon, color } = STATES[kind];
  return (
    <Timeline.Item {...props} bullet={<Icon size={15} />} color={color}>
      <Text size="sm" c="dimmed">
        <Instant at={at} />
      </Text>
    </Timeline.Item>
  );
}

function AttemptFacts({ attempt }: { attempt: Attempt }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {[texts.attempt(attempt.attempt), outcomeOf(attempt)].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        <Instant at={attempt.at} />
      </Text>
    </>
  );
}
