import type { texts as pt } from '#texts/sharing.ts';

export const texts: typeof pt = {
  byWhatsApp: 'WhatsApp',
  byMail: 'E-mail',
  byOther: 'Share',
  opensOtherTab: 'opens in another tab',
  chargeSubject: (amount: string, merchant: string) => `Charge of ${amount} from ${merchant}`,
  chargeMessage: (amount: string, merchant: string) =>
    `${merchant} sent you a charge of ${amount}. Pay it by Pix on this page:`,
  subscriptionSubject: (merchant) => `Subscription of ${merchant}`,
  subscriptionMessage: (what, merchant) =>
    `${merchant} sent you a subscription by automatic Pix: ${what}. Authorize it on this page:`,
  testMark: 'Test charge: no real money is involved.',
};
