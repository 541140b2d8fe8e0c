import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';

/** The dependencies of a merchant's own application. */
export interface KycDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
}

/** The dependencies of the review by operators. */
export interface KycReviewDeps extends KycDeps {
  readonly mailer: Mailer;
}
