import type { texts as pt } from '#texts/commands.ts';

export const texts: typeof pt = {
  open: 'Search',
  field: {
    '/painel': {
      title: 'Search pages, actions, customers and transactions',
      placeholder: 'Page, action, name, CPF or CNPJ, amount, id…',
    },
    '/operador': {
      title: 'Search pages, actions and merchants',
      placeholder: 'Page, action, or name, username, CPF, CNPJ or e-mail of a merchant…',
    },
  },
  groups: {
    actions: 'Actions',
    pages: 'Pages',
    transactions: 'Customers and transactions',
    merchants: 'Merchants',
  },
  topics: {
    'page /painel/conta': 'password, two-step, code, e-mail, sessions',
    'page /operador/conta': 'password, two-step, code, e-mail, sessions',
    'page /painel/transacoes': 'charges, receipt, second copy',
    'page /painel/cobrancas-em-lote': 'carne, booklet, instalments, due date',
    'page /painel/assinaturas': 'Pix Automatico, recurring',
    'page /painel/integracoes': 'token, credentials',
    'page /painel/equipe': 'users, staff, invitation',
    'page /painel/favorecidos': 'pix key, contacts',
    'page /painel/extrato': 'balance, accountant, CSV',
    'new-charge': 'QR code, due date, invoice',
    'new-payout': 'pay, send, pix, transfer',
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
