export const mail = {
  title: 'mail',
};
