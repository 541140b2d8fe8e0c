import type { texts as pt } from '#texts/merchant-view.ts';

export const texts: typeof pt = {
  begin: 'View as the merchant',
  title: (name: string) => `You see the account of ${name} as the merchant sees it`,
  hint: 'Nothing can be changed. The visit is in the merchant’s history and ends after 30 minutes.',
  end: 'End the visit',
};
