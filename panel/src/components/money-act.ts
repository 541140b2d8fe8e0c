import { texts } from '#texts/money-acts.ts';
import { formatInstant } from './format.ts';
import { showNotice } from './notices.ts';

/** A thing that a person does with money. */
export type MoneyAct = keyof typeof texts.acts;

/** The effect that an act has, or has had, on its money. */
export interface MoneyOutcome {
  readonly kind: 'sent' | keyof typeof texts.waits;
  /** For `new_destination`: until when the Pix waits. */
  readonly waits_until?: string | null;
}

const APPROVALS: ReadonlySet<MoneyAct> = new Set(['approval', 'batchApproval']);
const COLORS = { sent: 'teal', failed: 'red', waits: 'yellow' } as const;

/** The texts of an act by its outcome: for its review, on its button, and for the notice after it. */
export function actTexts(act: MoneyAct, { kind, waits_until: until }: MoneyOutcome) {
  const own = texts.acts[act];
  if (kind === 'sent') return own;
  const at = until ? formatInstant(until) : '';
  const { hint, button, done } = texts.waits[kind];
  // An approval stays one, whatever happens to the payout afterwards.
  return { hint: hint(at), button: APPROVALS.has(act) ? own.button : button, done: done(at) };
}

/** Tells what has happened; an unknown outcome is told as such. */
export function showOutcome(act: MoneyAct, outcome: MoneyOutcome = { kind: 'unknown' }): void {
  const { kind } = outcome;
  showNotice({
    color: kind === 'sent' || kind === 'failed' ? COLORS[kind] : COLORS.waits,
    message: actTexts(act, outcome).done,
  });
}
