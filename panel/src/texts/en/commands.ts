import type { texts as pt } from '#texts/commands.ts';

export const texts: typeof pt = {
  open: 'Search',
  field: {
    '/painel': {
      title: 'Search pages, actions, customers and transactions',
      placeholder: 'Page, action, name, CPF, amount…',
    },
    '/operador': {
      title: 'Search pages, actions and merchants',
      placeholder: 'Page, action, merchant, CPF…',
    },
  },
  groups: {
    actions: 'Actions',
    pages: 'Pages',
    transactions: 'Customers and transactions',
    merchants: 'Merchants',
  },
  customer: (document: string) => `Customer · ${document}`,
  newCharge: 'New charge',
  newPayout: 'New payout',
  toTest: 'Switch to the test environment',
  toLive: 'Switch to production',
  toLight: 'Use the light theme',
  toDark: 'Use the dark theme',
  guide: 'Open the guide',
  reference: 'Open the API reference',
  logOut: 'Log out',
  allFound: (text: string) => `See everything that matches “${text}”`,
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  nothing: 'Nothing found',
  searching: 'Searching…',
};
