import type { TransactionKey } from '#src/charges/charge.ts';
import { readDisputesOf } from '#src/disputes/read-disputes.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { failureTextIn } from '#src/ground/http/http-failure.ts';
import type { Language } from '#src/ground/http/language.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { readTimeline } from '#src/webhooks/reports/read-timeline.ts';
import { descriptionOf } from '#src/webhooks/webhook-event.ts';
import type { TimelineItem } from './transaction-panel-schemas.ts';

const HIDDEN_FAILURE: Readonly<Record<Language, string>> = {
  'pt-BR': 'O destino não aceitou o webhook. No sandbox o motivo não é mostrado.',
  en: 'The destination did not accept the webhook. The sandbox does not show why.',
};

/** The reader of a timeline. */
export interface TimelineReader {
  readonly isSandbox: boolean;
  /** Whether it may see webhooks: their addresses may hold secrets. */
  readonly seesWebhooks: boolean;
  readonly language: Language;
}

/** The timeline of a transaction: its states and every attempt of its webhooks, oldest first. */
export async function readTransactionTimeline(
  database: Queryable,
  { key, createdAt }: { key: TransactionKey; createdAt: string },
  { isSandbox, seesWebhooks, language }: TimelineReader,
): Promise<TimelineItem[]> {
  const { events, attempts } = await readTimeline(database, key, key.id);
  const states = events.flatMap(({ kind, at }): TimelineItem[] => {
    const state = descriptionOf(kind).state;
    return state === undefined ? [] : [{ kind: state, at: isoTime(at) }];
  });
  const webhookAttempts = attempts.map(({ kind, at, url, ...attempt }): TimelineItem => {
    const { deliveryId, responseStatus, failure } = attempt;
    const isDelivered = responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
    // Anybody can choose targets in the sandbox, so a failure could reveal internal machines.
    const isHidden = isSandbox && !isDelivered;
    return {
      kind: 'webhook_attempt',
      at: isoTime(at),
      event: kind,
      delivery_id: deliveryId,
      // Visitors of the sandbox must not see the addresses of others.
      url: isSandbox || !seesWebhooks ? `${new URL(url).origin}/…` : url,
      attempt: attempt.attempt,
      response_status: isHidden ? null : responseStatus,
      failure: isHidden ? HIDDEN_FAILURE[language] : failureTextIn(failure, language),
      is_delivered: isDelivered,
    };
  });
  const start: TimelineItem = { kind: 'created', at: createdAt };
  const items = [start, ...states, ...(await disputesOf(database, key)), ...webhookAttempts];
  // The sort is stable: a state comes before its webhook of the same instant.
  return items.sort((left, right) => left.at.localeCompare(right.at));
}

/** When disputes of the transaction were opened and closed. */
async function disputesOf(database: Queryable, key: TransactionKey): Promise<TimelineItem[]> {
  const disputes = await readDisputesOf(database, key);
  return disputes.flatMap((dispute): TimelineItem[] => {
    const facts = { dispute_id: dispute.id, amount: centavosToJson(dispute.amount) };
    const opened = { kind: 'dispute_opened' as const, at: isoTime(dispute.openedAt), ...facts };
    const { closedAt, status } = dispute;
    if (closedAt === null || status === 'open' || status === 'in_defense') return [opened];
    return [opened, { kind: 'dispute_closed', at: isoTime(closedAt), outcome: status, ...facts }];
  });
}
