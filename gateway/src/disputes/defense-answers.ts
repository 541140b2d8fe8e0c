import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { type DefenseAnswerRow, selectAnswers } from './defense-answer-store.ts';
import { disputeView } from './dispute.ts';

/** Reads the answers of defences, also when their disputes have changed since. */
export const readDefenseAnswers: AnswerReader = async (database, resources) => {
  const rows = await selectAnswers(database, resources);
  return new Map(rows.map((row) => [row.id, answerOf(row)]));
};

function answerOf(row: DefenseAnswerRow): string {
  const { text, created_at: createdAt, was_sent_at_once: isSent } = row;
  const view = disputeView({
    id: row.dispute_id,
    chargeId: row.charge_id,
    endToEndId: row.end_to_end_id,
    reason: row.reason,
    status: 'in_defense',
    amount: centavos(row.dispute_centavos),
    blocked: centavos(row.blocked_centavos),
    returned: centavos(row.returned_centavos),
    openedAt: row.opened_at,
    defenseDueAt: row.defense_due_at,
    closedAt: null,
    defense: {
      text,
      createdAt,
      failure: null,
      status: isSent ? 'sent' : 'waiting',
      sentAt: isSent ? createdAt : null,
    },
  });
  return JSON.stringify(view);
}
