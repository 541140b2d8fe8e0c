import { Text } from '@mantine/core';
import { formatCalendarDay, formatInstant } from '#panel/components/format.ts';
import { texts } from '#texts/subscriptions.ts';
import type { Cycle } from './subscription-types.ts';

type Attempt = Cycle['attempts'][number];

/** Each attempt: its day, what happened when, and why; or why a charge has no attempt. */
export function CycleAttempts({ cycle: { attempts, reason } }: { cycle: Cycle }) {
  return (
    <span>
      {attempts.map((attempt) => (
        <Text key={`${attempt.on} ${attempt.kind}`} component="span" display="block" mb={4}>
          <Text component="span" display="block" size="sm">
            {headingOf(attempt)}
          </Text>
          {detailsOf(attempt).map((detail) => (
            <Detail key={detail}>{detail}</Detail>
          ))}
        </Text>
      ))}
      {attempts.length === 0 && reason && <Detail>{reason.message}</Detail>}
    </span>
  );
}

function headingOf({ on, kind, status }: Attempt): string {
  return texts.attempt(
    formatCalendarDay(on),
    texts.attemptStatuses[status],
    texts.attemptKinds[kind],
  );
}

function detailsOf({ status, no_balance_at: noBalanceAt, ended_at: endedAt, reason }: Attempt) {
  const hasEnded = endedAt !== null && status !== 'scheduled';
  return [
    ...(noBalanceAt === null
      ? []
      : [texts.noBalanceAt(formatInstant(noBalanceAt), status === 'scheduled')]),
    ...(hasEnded ? [texts.attemptEnds[status](formatInstant(endedAt))] : []),
    ...(reason === null ? [] : [reason.message]),
  ];
}

function Detail({ children }: { children: string }) {
  return (
    <Text component="span" display="block" size="sm" c="dimmed">
      {children}
    </Text>
  );
}
