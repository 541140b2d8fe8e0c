export const merchants = {
  title: 'merchants',
};
