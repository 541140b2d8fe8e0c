import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

/** The dependencies of balance changes by operators. */
export interface AdjustmentDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** An adjustment of more than this needs a second operator. */
  readonly approvalAbove: Centavos;
  readonly mailer: Mailer;
}
