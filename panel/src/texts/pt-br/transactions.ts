export const transactions = {
  title: 'transactions',
};
