export const splits = {
  title: 'splits',
};
