import type { Static } from 'typebox';
import type { FeeDefaults } from '#src/ground/config/config.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { Passwords } from '#src/ground/encryption/passwords.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import type { AttemptCounter } from './attempt-limits.ts';
import type { AuthLibrary } from './auth-library.ts';
import type { PublishedLogIn } from './auth-schemas.ts';

/** The dependencies of this feature's routes. Functions that need fewer take a part. */
export interface AuthDeps extends DatabaseAndClock {
  readonly mailer: Mailer;
  readonly auth: AuthLibrary;
  readonly passwords: Passwords;
  readonly attempts: AttemptCounter;
  /** The fees of a merchant that signs up. */
  readonly fees: FeeDefaults;
  /** The log-in and the keys of the sandbox, which are public. */
  readonly sandboxLogIn: Static<typeof PublishedLogIn>;
  /** Whether the published log-in works. */
  readonly isSandboxOpen: boolean;
  /** The bank behind live keys; undefined if none is configured. */
  readonly bankName: string | undefined;
  /** Whether that bank has Pix Automático. */
  readonly hasLiveSubscriptions: boolean;
}
