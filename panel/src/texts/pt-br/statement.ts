export const statement = {
  title: 'statement',
};
