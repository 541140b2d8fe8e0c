import type { JsonObject } from '../../bank-http/classify-result.ts';
import type { BankEnding } from '../../recurring-bank.ts';
import { objectAt, requireText, shortName, textAt, UnreadableAnswer } from '../json-fields.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
const ASKERS: Readonly<Record<string, BankEnding['by']>> = {
  PSP_PAGADOR: 'payer_bank',
  USUARIO_PAGADOR: 'payer',
  PSP_RECEBEDOR: 'receiver_bank',
  USUARIO_RECEBEDOR: 'receiver',
};

/** `encerramento` of a recurrence or of a cycle; null without one. Throws UnreadableAnswer. */
export function readEnding(body: JsonObject): BankEnding | null {
  const ending = objectAt(body, 'encerramento');
  const rejection = objectAt(ending, 'rejeicao');
  if (rejection) return { kind: 'rejected', code: requireText(rejection, 'codigo'), by: null };
  const cancellation = objectAt(ending, 'cancelamento');
  if (!cancellation) return null;
  const by = ASKERS[textAt(cancellation, 'solicitante') ?? ''] ?? null;
  return { kind: 'canceled', code: requireText(cancellation, 'codigo'), by };
}

/** A day as `2026-11-20`. Throws UnreadableAnswer. */
export function requireDay(body: JsonObject | undefined, name: string): string {
  const day = requireText(body, name);
  if (!DAY.test(day)) throw new UnreadableAnswer(name);
  return day;
}

/** The word that a field of the standard has here. Throws UnreadableAnswer for another one. */
export function requireWord<Word>(
  body: JsonObject | undefined,
  name: string,
  words: Readonly<Record<string, Word>>,
): Word {
  const unchecked = requireText(body, name);
  const word = Object.hasOwn(words, unchecked) ? words[unchecked] : undefined;
  if (word === undefined) throw new UnreadableAnswer(`${name} ${shortName(unchecked)}`);
  return word;
}
