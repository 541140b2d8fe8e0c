import type { texts as pt } from '#texts/device-log-in.ts';

/** The page that gives a key to the command `pix login`. */
export const texts: typeof pt = {
  description: 'The command pix login shows a code. Type it here to give the terminal a key.',
  code: 'Code',
  codeHint: 'Eight letters. Type only a code that your own terminal shows.',
  next: 'Continue',
  warning:
    'Who gets the key acts for your account. Confirm only if you ran pix login on this machine yourself.',
  client: 'Requested by',
  address: 'IP address',
  validUntil: 'Valid until',
  environment: 'Environment of the key',
  environments: {
    test: 'Test: no real money',
    live: 'Production: the key only reads and changes nothing',
  },
  name: 'Name of the key',
  approve: 'Give the terminal the key',
  deny: 'Refuse',
  ends: {
    approved: 'Done. The terminal gets the key in some seconds; you can close this page.',
    denied: 'Refused. The terminal gets no key.',
  },
  notAllowed: 'Only members who may create keys confirm a terminal. Ask an owner of the account.',
  sandbox:
    'The demo account uses a public key. On localhost the command pix uses it without a login.',
};
