import type { texts as pt } from '#texts/statements.ts';

export const texts: typeof pt = {
  description: 'Entries of your account, with the balance after each one.',
  caption: 'Entries, newest first',
  account: 'Account',
  accounts: {
    available: 'Available',
    reserved: 'Reserved in payouts and refunds',
    blocked: 'Blocked',
    pending_settlement: 'Pending settlement',
    debt: 'Debt to the platform',
  },
  ofCharge: 'Only the entries of one charge.',
  allEntries: 'See all',
  periodLabel: 'Period',
  period: (from: string, to: string) => (from === to ? `Day ${from}` : `From ${from} to ${to}`),
  opening: 'Opening balance',
  closing: 'Closing balance',
  date: 'Date',
  entry: 'Entry',
  amount: 'Amount',
  balance: 'Balance',
  csv: 'Download CSV',
  ofx: 'Download OFX',
  empty: 'No entry in this period',
  emptyHint: 'Choose another period or another account.',
  accounting: {
    hint:
      'All that came in and went out in the period, one line per movement, with gross amount and ' +
      'fee apart. The balance is the total of the account: available, reserved, blocked and ' +
      'pending settlement, less the debt.',
    files: {
      'closing.pdf': 'Closing (PDF)',
      'movements.xlsx': 'Spreadsheet (XLSX)',
      'movements.csv': 'Movements (CSV)',
      'days.csv': 'Totals by day (CSV)',
      'movements.ofx': 'Movements (OFX)',
    },
  },
};
