import type { texts as pt } from '#texts/shops.ts';

export const texts: typeof pt = {
  title: 'My shops',
  description: 'The shops that you open with this e-mail, and your role in each of them.',
  switch: 'Switch shops',
  current: 'Shop:',
  all: 'All shops',
  open: 'Open',
  openShop: (name: string) => `Open ${name}`,
  isOpen: 'Open now',
  caption: 'Shops that you open, by name',
  shop: 'Shop',
  status: 'Status',
  actions: 'Actions',
  leave: 'Leave the shop',
  leaveTitle: 'Leave the shop',
  leaveQuestion: (name: string) =>
    `You no longer see ${name}, on every device, from now on. To come back you need another invitation. The owners are told.`,
  leaveLast: (name: string) =>
    `${name} is your only shop: when you leave, this access to the panel is deleted, with its password and its second factor. The owners are told.`,
  left: (name: string) => `You left ${name}.`,
  switchedTitle: 'You switched shops in another tab',
  switchedHint: (name: string) =>
    `This page is of ${name}, but you are in another shop now. The last operation of this page was done in neither of them.`,
  linkTitle: 'This link is of another shop of yours',
  linkHint: (name: string, current: string) => `The link is of ${name}. You are in ${current} now.`,
  stay: (name: string) => `Stay in ${name}`,
  reload: 'Reload in the other shop',
  back: (name: string) => `Go back to ${name}`,
  isBack: (name: string) => `You are in ${name} again.`,
};
