import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

/** The dependencies of balance changes by operators. */
export interface AdjustmentDeps extends DatabaseAndClock {
  /** An adjustment of more than this needs a second operator. */
  readonly approvalAbove: Centavos;
  readonly mailer: Mailer;
}
