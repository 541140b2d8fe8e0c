export const webhooks = {
  title: 'webhooks',
};
