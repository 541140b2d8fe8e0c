import type { texts as pt } from '#texts/first-day.ts';

export const texts: typeof pt = {
  title: 'First day',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  open: 'To do',
  afterApproval: 'Once your registration is approved.',
  byOwner: 'An owner of the shop does it.',
  steps: {
    email: { title: 'Confirm your e-mail', hint: 'Open the link that we sent.' },
    data: { title: 'Fill in your data', hint: 'Who you are and where your business is.' },
    documents: { title: 'Send your documents', hint: 'Photos or PDF, up to 5 MB each.' },
    submission: {
      title: 'Send it for review',
      hint: 'Check everything and send the registration.',
    },
    secondFactor: {
      title: 'Turn on two-step verification',
      hint: 'You need it to move money and to create keys of production.',
    },
    charge: {
      title: 'Make your first test charge',
      hint: 'Create a charge in the test environment and simulate its payment with one click.',
    },
    key: {
      title: 'Create your first key',
      hint: 'So that your system creates charges by itself.',
    },
  },
  meanwhile: 'Before the approval you can already:',
  waiting: 'Your registration is under review; we’ll e-mail you. Meanwhile you can already:',
  sandbox: 'Enter the demo',
  drafts: 'Prepare links and products',
  sandboxHint:
    'Entering the demo logs you out of your account. To come back, log in with your e-mail.',
};
