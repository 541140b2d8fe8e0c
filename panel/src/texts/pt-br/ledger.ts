export const ledger = {
  title: 'ledger',
};
