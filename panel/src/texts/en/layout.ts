import type { texts as pt } from '#texts/layout.ts';

export const texts: typeof pt = {
  skipToContent: 'Skip to content',
  openMenu: 'Open the menu',
  mainNavigation: 'Main menu',
  mainPlaces: 'Quick access',
  more: 'More',
  waiting: {
    approvals: (count: number): string =>
      count === 1 ? 'waits for approval' : 'wait for approval',
    disputes: (count: number): string =>
      count === 1 ? 'waits for a defense' : 'wait for a defense',
  },
  moreLabel: 'More: open the menu',
  environment: 'Environment',
  testStrip: 'Test environment: no real money',
  test: 'Test',
  live: 'Production',
  userMenu: (name: string) => `Account of ${name}`,
  guide: 'Guide',
  account: 'My account',
  logOut: 'Log out',
  notFound: 'Page not found',
  notFoundHint: 'The address doesn’t exist or was changed.',
  closedPage: 'Your role does not show this page',
  closedPageHint: {
    '/painel': 'An owner of the shop can change your role in Team.',
    '/operador': 'An administrator can change your role in Operators.',
  },
  goHome: 'Go to the home page',
  noConnection: 'No connection to the server. Trying again…',
  notLoaded: 'This page could not be loaded',
  notLoadedHint:
    'The system may have been updated. The page is loaded again when the server answers.',
  reload: 'Reload',
  failed: 'Something went wrong on this page',
  failedHint: 'Try again. If the error persists, contact support.',
  sandboxTitle: 'Demo account',
  sandboxHint:
    'This account is public: anybody sees its data. A payout needs no balance, so everybody’s balance can be negative; it goes back to zero every day at midnight (Brasília). There is no real money.',
  kycTitle: 'Complete your registration',
  kycHint: 'Send your data and documents to start receiving.',
  kycAction: 'Complete registration',
  submittedTitle: 'Registration in review',
  submittedHint: 'We will tell you by e-mail when the review ends.',
  rejectedTitle: 'Your registration needs corrections',
  rejectedHint: 'See the reason, correct it and send it again.',
  notOpenTitle: 'Account not approved yet',
  notOpenHint:
    'An owner of the shop takes care of the registration. Until the approval the shop receives and sends no money.',
  suspendedTitle: 'Account suspended',
  suspendedHint: 'You can read the data, but you can’t change anything. Contact support.',
  noBankTitle: 'Production without a bank',
  noBankHint:
    'No bank is connected to this gateway. You can’t charge or pay out in production yet; the test environment works normally.',
  roleTitle: (role: string) => `Your role: ${role}`,
  roleHints: {
    accountant:
      'You read transactions, statement and closings, download the files and change nothing.',
    viewer: 'You read everything and change nothing. An owner can change your role.',
    developer:
      'In production you read, and create keys that send no money. In test, you may do everything.',
  },
  secondFactorTitle: 'Turn on two-step verification',
  secondFactorHint: 'Without it you can read, but not approve, suspend or change fees.',
  incidentTitle: (title) => `Incident in progress: ${title}`,
  incidentLink: 'Follow it',
  sections: {
    transactions: 'Transactions',
    charging: 'Receive',
    paying: 'Payouts',
    reports: 'Reports',
    integration: 'Developer',
    account: 'Account',
  },
};
