import type { PageLook } from '#src/charges/payment-page/page-look.ts';
import type { Brand } from '#src/ground/brand/brand.ts';
import type { AccountHolder } from '#src/ground/config/bank-config.ts';
import type { PageWording } from './page-wording.ts';
import type { ShownSubscription } from './shown-subscription.ts';

/** The page of a subscription, and how it is shown. */
export interface SubscriptionPageView extends PageWording {
  readonly shown: ShownSubscription;
  /** How the merchant's payment pages look; this one is the same. */
  readonly look: PageLook;
  readonly platform: Brand;
  /** The recipient of live payments that payers' banks show. */
  readonly accountHolder: AccountHolder | undefined;
  /** The time in which the subscription lives (milliseconds). */
  readonly now: number;
}

/** The name under which the payer's bank shows the recipient. */
export function nameAtBank({ shown, accountHolder }: SubscriptionPageView): string {
  const { environment } = shown.state.subscription;
  return environment === 'live' && accountHolder ? accountHolder.name : shown.merchantName;
}
