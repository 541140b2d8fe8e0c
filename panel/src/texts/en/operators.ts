import type { texts as pt } from '#texts/operators.ts';

export const texts: typeof pt = {
  description: 'The people who operate the platform and the role of each one.',
  add: 'New operator',
  addHint: 'The person gets an e-mail to create the password and turns on two-step verification.',
  added: 'Operator created.',
  caption: 'Operators',
  name: 'Name',
  email: 'E-mail',
  secondFactor: 'Two steps',
  on: 'On',
  off: 'Off',
  seen: 'Last access',
  actions: 'Actions',
  you: '(you)',
  roleChanged: 'Role changed.',
  remove: 'Remove',
  removeTitle: 'Remove operator',
  removeQuestion: (name: string) => `${name} loses access now, on all devices.`,
  removed: 'Operator removed.',
};
