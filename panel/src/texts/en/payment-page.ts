import type { texts as pt } from '#texts/payment-page.ts';

export const texts: typeof pt = {
  pageDescription: 'How the page on which your customers pay looks, in test and in production.',
  look: 'Look',
  ownerOnly: 'Only owners change the payment page.',
  description: 'Description',
  descriptionHint: 'One line about your company, below its name. Up to 140 characters.',
  usesColor: 'Use my colour on the buttons',
  color: 'Colour of the buttons',
  colorHint:
    'The text of the buttons is black or white, whichever is easier to read on the colour.',
  returnUrl: 'Return address',
  returnUrlHint:
    'After the payment, the button “Back to the shop” leads to this https address, with internal_id.',
  supportContact: 'Contact for help',
  supportContactHint: 'E-mail, phone or https address, at the end of the page.',
  mayRenew: 'Payers may get a new code',
  mayRenewHint:
    'When a charge expires, one tap makes another like it, which names it in renewed_from.',
  save: 'Save',
  saved: 'Payment page changed.',
  logo: 'Logo',
  logoHint: 'PNG, JPG or WebP of up to 256 KB, with sides of 16 to 2048 pixels.',
  chooseLogo: 'Choose a logo',
  changeLogo: 'Change the logo',
  removeLogo: 'Remove the logo',
  logoSaved: 'Logo changed.',
  logoRemoved: 'Logo removed.',
  preview: 'Preview',
  previewHint: 'With a sample charge and the values of the form, even before they are saved.',
  previewFrame: 'Preview of the payment page',
  state: 'State of the charge in the preview',
  states: { pending: 'Waiting', paid: 'Paid' },
};
