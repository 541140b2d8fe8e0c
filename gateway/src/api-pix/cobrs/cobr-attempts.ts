import { SIMULATED_ISPB } from '#src/bank/choose-bank.ts';
import type { BankAttempt } from '#src/bank/recurring-bank.ts';
import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import { isoTime } from '#src/ground/clock.ts';
import { CYCLE_REJECTIONS } from '#src/subscriptions/reasons/cycle-reasons.ts';
import { reasonOf } from '#src/subscriptions/reasons/reasons.ts';
import type { ChargedCycle } from '#src/subscriptions/recurrences/find-cycles.ts';
import type { Attempt, Cycle } from '#src/subscriptions/subscription.ts';
import { attemptWord, BANK_KIND_WORDS, BANK_STATUS_WORDS, KIND_WORDS } from './cobr-words.ts';

const ID_RANDOM_LENGTH = 11;

/** The charge of a cycle whose attempts are shown. */
type TriedCharge = Pick<ChargedCycle, 'cycle' | 'subscription' | 'atBank'> & {
  readonly named: NamedCharge;
};

/** The attempts of the charge of a cycle; of a live one as the bank shows them. */
export function attemptsOf({ subscription, cycle, atBank, named }: TriedCharge) {
  return subscription.environment === 'test'
    ? cycle.attempts.map((attempt) => testAttempt({ cycle, named }, attempt))
    : (atBank?.attempts ?? []).map((attempt) =>
        liveAttempt(attempt, { named, seenAt: atBank?.seenAt ?? cycle.createdAt }),
      );
}

function testAttempt(
  { cycle, named }: { readonly cycle: Cycle; readonly named: NamedCharge },
  attempt: Attempt,
) {
  const { on, kind, status, code, endedAt } = attempt;
  const word = attemptWord(attempt);
  const asked = [
    { status: 'SOLICITADA', data: isoTime(cycle.createdAt) },
    { status: 'AGENDADA', data: isoTime(cycle.createdAt) },
  ];
  const paidId = status === 'paid' ? named.charge.endToEndId : null;
  return {
    dataLiquidacao: on,
    tipo: KIND_WORDS[kind],
    endToEndId: paidId ?? attemptId(on, named.charge.id),
    status: word,
    atualizacao: [
      ...asked,
      ...(endedAt === null ? [] : [{ status: word, data: isoTime(endedAt) }]),
    ],
    ...(word === 'REJEITADA' && rejectionOf(code)),
  };
}

/** The bank's word of an attempt may be older than the Pix that it sent. */
function liveAttempt(
  { day, kind, endToEndId, status, code, steps }: BankAttempt,
  { named: { charge }, seenAt }: { readonly named: NamedCharge; readonly seenAt: number },
) {
  const isPaid = charge.endToEndId === endToEndId && charge.paidAt !== null;
  const paidAt = isPaid && status !== 'paid' ? charge.paidAt : null;
  const word = isPaid ? 'PAGA' : BANK_STATUS_WORDS[status];
  const told = steps.map((step) => ({
    status: BANK_STATUS_WORDS[step.status],
    data: isoTime(step.at),
  }));
  const last = { status: word, data: isoTime(paidAt ?? seenAt) };
  return {
    dataLiquidacao: day,
    tipo: BANK_KIND_WORDS[kind],
    endToEndId,
    status: word,
    atualizacao: told.at(-1)?.status === word ? told : [...told, last],
    ...(word === 'REJEITADA' && rejectionOf(code)),
  };
}

/** Why an attempt or its charge was rejected; codes that the standard doesn't list are left out. */
export function rejectionOf(code: string | null) {
  if (code === null || !Object.hasOwn(CYCLE_REJECTIONS, code)) return undefined;
  const { reason } = reasonOf('cycle_rejected', code);
  return { rejeicao: { codigo: code, descricao: reason['pt-BR'] } };
}

/** An attempt has an id from its request on; in the test environment it follows from the charge. */
function attemptId(on: string, chargeId: string): string {
  const random = chargeId.replaceAll('-', '').slice(-ID_RANDOM_LENGTH);
  return `E${SIMULATED_ISPB}${on.replaceAll('-', '')}0900${random}`;
}
