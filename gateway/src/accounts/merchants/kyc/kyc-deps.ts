import type { Clock } from '#src/ground/clock.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import type { KycMails } from './kyc-mails.ts';

/** What a merchant's own application needs. */
export interface KycDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
}

/** What the review by operators needs besides. */
export interface KycReviewDeps extends KycDeps {
  readonly kycMails: KycMails;
  /** Reads the e-mails of a merchant's users. */
  readonly findMerchantEmails: (tx: Transaction, merchantId: string) => Promise<string[]>;
}
