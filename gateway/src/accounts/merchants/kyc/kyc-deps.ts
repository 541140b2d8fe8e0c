import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';

/** The dependencies of a merchant's own application. */
export interface KycDeps extends DatabaseAndClock {
  readonly secretBox: SecretBox;
}

/** The dependencies of the review by operators. */
export interface KycReviewDeps extends KycDeps {
  readonly mailer: Mailer;
}
