export const credentials = {
  title: 'credentials',
};
