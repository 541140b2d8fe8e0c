import type { texts as pt } from '#texts/merchant-field.ts';

export const texts: typeof pt = {
  label: 'Merchant',
  hint: 'Name, username, CPF, CNPJ or e-mail',
  found: (count: number) => (count === 1 ? '1 merchant found' : `${count} merchants found`),
  none: 'No merchant found',
  noDocument: 'no document',
};
