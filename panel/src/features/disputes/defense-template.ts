import { texts } from '#texts/defense-template.ts';
import type { Dispute } from './dispute-types.ts';

/** The facts of the charge that the template names. */
interface DefendedCharge {
  readonly amount: number;
  readonly payer: { readonly name: string };
  readonly external_id: string | null;
  readonly description?: string | null;
  readonly paid_at: string | null;
}

const CENTAVOS_PER_REAL = 100;
// In the language of the template, not of the panel.
const money = new Intl.NumberFormat(texts.language, { style: 'currency', currency: 'BRL' });
const instant = new Intl.DateTimeFormat(texts.language, {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** The beginning of a defence: the facts of the payment, and a line for each missing proof. */
export function defenseTemplate(
  { amount, end_to_end_id: endToEndId, reason }: Dispute,
  { amount: received, payer, external_id: order, description, paid_at: paidAt }: DefendedCharge,
): string {
  const day = paidAt === null ? null : instant.format(new Date(paidAt));
  return [
    texts.intro(reais(received), payer.name, day),
    ...(order === null ? [] : [texts.order(order)]),
    ...(description ? [texts.description(description)] : []),
    texts.id(endToEndId, reais(amount)),
    ...texts.proofs[reason],
  ].join('\n');
}

/** The lines of the template that ask for a proof and that a text leaves empty. */
export function emptyLines(text: string): string[] {
  const asked = new Set(Object.values(texts.proofs).flatMap((lines) => lines.map(bare)));
  return text
    .split('\n')
    .map(bare)
    .filter((line) => asked.has(line));
}

function bare(line: string): string {
  return line.trim().replace(/:$/, '');
}

function reais(centavos: number): string {
  return money.format(centavos / CENTAVOS_PER_REAL);
}
