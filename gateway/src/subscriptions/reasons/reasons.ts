import { AUTHORIZATION_CANCELLATIONS, AUTHORIZATION_REJECTIONS } from './authorization-reasons.ts';
import { CYCLE_CANCELLATIONS, CYCLE_REJECTIONS } from './cycle-reasons.ts';
import { type PixAutomaticReason, REMEDIES, type ReasonKind, type ReasonTable } from './reason.ts';

const TABLES: Readonly<Record<ReasonKind, ReasonTable>> = {
  authorization_rejected: AUTHORIZATION_REJECTIONS,
  authorization_canceled: AUTHORIZATION_CANCELLATIONS,
  cycle_rejected: CYCLE_REJECTIONS,
  cycle_canceled: CYCLE_CANCELLATIONS,
};

/**
 * Every code with which Pix Automático rejects or cancels, by the Central Bank's API Pix 2.10.0.
 * The document lists the codes; their meanings are those of its catalogue of messages between
 * banks. `SLCR` is a code of two kinds.
 */
export const PIX_AUTOMATIC_REASONS: readonly PixAutomaticReason[] = (
  Object.keys(TABLES) as ReasonKind[]
).flatMap((kind) =>
  Object.entries(TABLES[kind]).map(([code, reason]) => ({ code, kind, ...reason })),
);

/**
 * Explains a code that a bank sent. A code that the standard doesn't list, as banks' newer
 * catalogues have, gets words that are true of every code of its kind; whether such a rejection
 * ends its cycle is not known, so that only the state of the charge at the bank decides.
 */
export function reasonOf(kind: ReasonKind, code: string): PixAutomaticReason {
  const table = TABLES[kind];
  const known = Object.hasOwn(table, code) ? table[code] : undefined;
  return { code, kind, ...(known ?? unlisted(kind, code)) };
}

function unlisted(kind: ReasonKind, code: string): ReasonTable[string] {
  const isRejection = kind.endsWith('_rejected');
  const verbs = isRejection ? ['recusou', 'refused'] : ['cancelou', 'canceled'];
  return {
    askedBy: [],
    endsCycle: kind !== 'cycle_rejected',
    reason: {
      'pt-BR': `O banco ${verbs[0]} com o código ${code}, que não está na lista do Pix Automático.`,
      en: `The bank ${verbs[1]} with the code ${code}, which Pix Automático does not list.`,
    },
    remedy: REMEDIES.support,
  };
}
