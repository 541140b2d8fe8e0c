export const payouts = {
  title: 'payouts',
};
