import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { type DefenseAnswer, selectAnswers } from './defense-answer-store.ts';
import { disputeView } from './dispute.ts';

/** Reads the answers of defences, also when their disputes have changed since. */
export const readDefenseAnswers: AnswerReader = async (database, resources) => {
  const answers = await selectAnswers(database, { keys: resources });
  return new Map(answers.map((answer) => [answer.id, answerOf(answer)]));
};

function answerOf(answer: DefenseAnswer): string {
  const { text, createdAt, wasSentAtOnce: isSent } = answer;
  const view = disputeView({
    id: answer.disputeId,
    chargeId: answer.chargeId,
    endToEndId: answer.endToEndId,
    reason: answer.reason,
    status: 'in_defense',
    amount: answer.amount,
    blocked: answer.blocked,
    returned: answer.returned,
    openedAt: answer.openedAt,
    defenseDueAt: answer.defenseDueAt,
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
