import type { Centavos } from '#src/money/centavos.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { AdjustmentMails } from './adjustment-mails.ts';

/** What the changes of balances by operators use. */
export interface AdjustmentDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** An adjustment of more than this needs a second operator. */
  readonly approvalAbove: Centavos;
  readonly mails: AdjustmentMails;
}
