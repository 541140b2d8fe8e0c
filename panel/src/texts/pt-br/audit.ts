export const audit = {
  title: 'audit',
};
