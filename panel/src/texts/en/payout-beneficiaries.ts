import type { texts as pt } from '#texts/payout-beneficiaries.ts';

export const texts: typeof pt = {
  description: 'Pix keys saved for your payouts, with limits of their own.',
  caption: 'Saved beneficiaries, by name',
  add: 'Save beneficiary',
  empty: 'No beneficiary saved',
  emptyHint:
    'Save the receivers of your payouts: you need not type the key again, and can limit amounts.',
  sandbox: 'The demo account can’t save beneficiaries.',
  name: 'Name',
  document: 'CPF or CNPJ',
  pixKey: 'Pix key',
  perPayout: 'Limit per payout',
  perDay: 'Limit per day',
  actions: 'Actions',
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  remove: 'Remove',
  removeQuestion: (name: string) =>
    `${name} leaves the list, and the limits of this beneficiary no longer apply.`,
  removed: 'Beneficiary removed.',
  saved: 'Beneficiary saved.',
  changed: 'Beneficiary changed.',
  limitsHint: 'The limits apply to every payout to this key, also by API. Empty: no limit.',
  keyIsFixed: 'The key and the document can’t change. For another key, save another beneficiary.',
  takeSaved: (name: string) => `Use the saved beneficiary: ${name}`,
  choose: 'Beneficiary',
  otherKey: 'Another Pix key',
  saveToo: 'Save this beneficiary',
};
