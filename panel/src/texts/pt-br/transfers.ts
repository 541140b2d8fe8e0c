export const transfers = {
  title: 'transfers',
};
