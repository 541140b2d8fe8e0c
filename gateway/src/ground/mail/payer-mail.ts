import type { Environment } from '../access/ledger-scope.ts';
import type { ImageType } from '../images/measure-image.ts';

/** The charge of a mail to its payer, and the address to unsubscribe at. */
export interface PayerMail {
  readonly merchantId: string;
  readonly environment: Environment;
  readonly chargeId: string;
  readonly kind: string;
  readonly unsubscribeUrl: string;
}

/** How a mail to a payer looks: like the payment page of its merchant. */
export interface PayerMailLook {
  readonly name: string;
  /** `#rrggbb`; null for the colour of the platform. */
  readonly color: string | null;
  readonly logo: { readonly type: ImageType; readonly content: Buffer } | undefined;
  /** The merchant's address for questions. */
  readonly replyTo: string | undefined;
}
