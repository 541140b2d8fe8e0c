import type { texts as pt } from '#texts/money-acts.ts';

export const texts: typeof pt = {
  edit: 'Correct',
  acts: {
    payout: {
      hint: 'The Pix is sent now and can’t be undone.',
      button: 'Send Pix',
      done: 'Payout sent. You will see here when it is completed.',
    },
    batch: {
      hint: 'The Pix are sent now and can’t be undone.',
      button: 'Confirm batch',
      done: 'Batch confirmed. The Pix are being sent.',
    },
    approval: {
      hint: 'The Pix is sent now and can’t be undone.',
      button: 'Approve',
      done: 'Payout approved. The Pix was sent.',
    },
    batchApproval: {
      hint: 'The Pix are sent now and can’t be undone.',
      button: 'Approve batch',
      done: 'Batch approved. The Pix are being sent.',
    },
    refund: {
      hint: 'A refund can’t be undone, and the fee is not given back.',
      button: 'Refund now',
      done: 'Refund requested. You will see here when it is completed.',
    },
    transfer: {
      hint: 'The transfer is immediate and can’t be undone.',
      button: 'Transfer',
      done: 'Transfer completed.',
    },
    adjustment: {
      hint: 'The amount leaves or enters the operator account. What the balance does not cover becomes debt. Above the configured limit, another operator must approve.',
      button: 'Adjust balance',
      done: 'Balance adjusted.',
    },
  },
  waits: {
    awaiting_approval: {
      hint: () =>
        'Nothing is sent now: another member must approve. The amount is reserved and, without a decision in 7 days, goes back to the balance.',
      button: 'Ask for approval',
      done: () => 'Nothing was sent yet: it waits for the approval of another member.',
    },
    awaiting_server: {
      hint: () => 'Nothing is sent before your approval server answers.',
      button: 'Ask for approval',
      done: () => 'Nothing was sent yet: it waits for the answer of your approval server.',
    },
    payouts_stopped: {
      hint: () =>
        'Payouts are stopped: nothing is sent now. The amount is reserved until payouts are resumed.',
      button: 'Let it wait',
      done: () => 'Nothing was sent yet: it waits until payouts are resumed.',
    },
    new_destination: {
      hint: (at: string) =>
        `The Pix key is new: the Pix is sent on ${at}. Until then it can be canceled.`,
      button: 'Schedule Pix',
      done: (at: string) => `Nothing was sent yet: the Pix key is new, and it is sent on ${at}.`,
    },
    account_suspended: {
      hint: () => 'The account is suspended: nothing is sent now.',
      button: 'Let it wait',
      done: () => 'Nothing was sent: it is held while the account is suspended.',
    },
    proposed: {
      hint: () => 'Another operator must approve.',
      button: 'Propose',
      done: () => 'Adjustment proposed. Another operator must approve.',
    },
    failed: {
      hint: () => '',
      button: '',
      done: () => 'The bank did not make the Pix, and the amount went back to the balance.',
    },
    unknown: {
      hint: () => 'A Pix that was sent can’t be undone.',
      button: 'Confirm',
      done: () => 'The request is registered. See its status in the list.',
    },
  },
};
