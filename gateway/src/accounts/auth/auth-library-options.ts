import type { Brand } from '#src/ground/brand/brand.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import type { Passwords } from '#src/ground/encryption/passwords.ts';
import type { Logger } from '#src/ground/log.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';

/** The header in which our routes send the client's address to the log-in library. */
export const ADDRESS_HEADER = 'x-pix-gateway-address';

export interface AuthLibraryOptions extends DatabaseAndClock {
  readonly secretBox: SecretBox;
  readonly mailer: Mailer;
  readonly logger: Logger;
  readonly passwords: Passwords;
  readonly connectionString: string;
  readonly appUrl: string;
  readonly brand: Brand;
}
