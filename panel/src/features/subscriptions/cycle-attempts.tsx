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

/** The day of an attempt, with its state if no line below says how it ended. */
function headingOf(attempt: Attempt): string {
  const { on, kind, status } = attempt;
  const day = texts.attempt(formatCalendarDay(on), texts.attemptKinds[kind]);
  return endOf(attempt) === null ? `${day}: ${texts.attemptStatuses[status]}` : day;
}

/** How and when an attempt ended; null if it hasn't. */
function endOf({ status, ended_at: endedAt }: Attempt): string | null {
  if (endedAt === null || status === 'scheduled') return null;
  return texts.attemptEnds[status](formatInstant(endedAt));
}

function detailsOf(attempt: Attempt) {
  const { status, no_balance_at: noBalanceAt, reason } = attempt;
  const end = endOf(attempt);
  return [
    ...(noBalanceAt === null
      ? []
      : [texts.noBalanceAt(formatInstant(noBalanceAt), status === 'scheduled')]),
    ...(end === null ? [] : [end]),
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
