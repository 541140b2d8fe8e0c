import type { PageLook } from '#src/charges/payment-page/page-look.ts';
import type { Brand } from '#src/ground/brand/brand.ts';
import type { PageWording } from './page-wording.ts';
import type { ShownSubscription } from './shown-subscription.ts';

/** The page of a subscription, and how it is shown. */
export interface SubscriptionPageView extends PageWording {
  readonly shown: ShownSubscription;
  /** How the merchant's payment pages look; this one is the same. */
  readonly look: PageLook;
  readonly platform: Brand;
  /** The time in which the subscription lives (milliseconds). */
  readonly now: number;
}
