export const health = {
  title: 'health',
};
