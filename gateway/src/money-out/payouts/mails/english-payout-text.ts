import { englishMoney } from '#src/ground/money/english-money.ts';
import { PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import type { PayoutMail } from './payout-mail.ts';

interface EnglishText {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** The subject and the lines of a mail about payouts in English. */
export function englishPayoutText(mail: PayoutMail): EnglishText {
  switch (mail.kind) {
    case 'awaiting':
      return awaitingText(mail);
    case 'rejected':
      return endedText(mail, 'rejected');
    case 'expired':
      return endedText(mail, 'canceled because nobody approved within 7 days');
    case 'failed':
      return failedText(mail);
    case 'stopped':
    case 'resumed':
      return stopText(mail, mail.kind === 'stopped');
    case 'raise_asked':
    case 'raise_valid':
      return raiseText(mail, mail.kind === 'raise_valid');
    case 'beneficiary':
      return beneficiaryText(mail);
    case 'automatic_skipped':
      return automaticText(mail);
  }
}

function awaitingText({ payoutCount, amount }: PayoutMail): EnglishText {
  const total = englishMoney(amount);
  const isOne = payoutCount === 1n;
  return {
    subject: isOne ? 'Payout awaits approval' : 'Payouts await approval',
    lines: [
      isOne
        ? `A payout of ${total} was requested and needs approval.`
        : `${payoutCount} payouts, ${total} in total, were requested and need approval.`,
      'Without approval within 7 days the money returns to the balance. Approve or reject:',
    ],
  };
}

function endedText({ payoutCount }: PayoutMail, ended: string): EnglishText {
  const isOne = payoutCount === 1n;
  const what = isOne ? 'A payout was' : `${payoutCount} payouts were`;
  return {
    subject: isOne ? 'Payout not approved' : 'Payouts not approved',
    lines: [`${what} ${ended}. The money returned to the balance.`],
  };
}

function failedText({ payoutCount, amount }: PayoutMail): EnglishText {
  const total = englishMoney(amount);
  const isOne = payoutCount === 1n;
  const what = isOne ? `a payout of ${total}` : `${payoutCount} payouts, ${total} in total`;
  return {
    subject: isOne ? 'Payout not made' : 'Payouts not made',
    lines: [`The bank did not make ${what}. The money returned to the balance.`],
  };
}

function stopText({ merchantId, details }: PayoutMail, isStop: boolean): EnglishText {
  const whose = merchantId === PLATFORM_MERCHANT_ID ? 'the whole platform' : 'your account';
  const done = isStop ? 'paused' : 'resumed';
  const { actor, reason } = details;
  return {
    subject: `Payouts ${done}`,
    lines: [
      `The payouts of ${whose} were ${done}. By: ${actor}.`,
      ...(reason ? [`Reason: ${reason}`] : []),
      ...(isStop ? ['Requested payouts wait; nothing is lost.'] : []),
    ],
  };
}

function raiseText({ details }: PayoutMail, isValid: boolean): EnglishText {
  if (isValid) {
    return {
      subject: 'New payout limits in force',
      lines: ['The change that allows more in the payout limits is in force now.'],
    };
  }
  return {
    subject: 'Higher payout limits requested',
    lines: [
      `${details.actor} requested payout limits that allow more. They are in force in 24 hours.`,
      "If you don't recognise the request, cancel it and change the password and the keys:",
    ],
  };
}

const BENEFICIARY_CHANGES: Readonly<Record<string, string>> = {
  saved: 'saved',
  changed: 'changed',
  removed: 'removed',
};

function beneficiaryText({ details }: PayoutMail): EnglishText {
  const { actor, name, pix_key: pixKey } = details;
  const change = BENEFICIARY_CHANGES[details.change ?? ''] ?? 'changed';
  return {
    subject: 'Payout beneficiaries changed',
    lines: [
      `${actor} ${change} the beneficiary ${name} (Pix key ${pixKey}).`,
      "If you don't recognise the change, pause payouts and change the password and the keys:",
    ],
  };
}

const SKIP_REASONS: Readonly<Record<string, string>> = {
  payouts_stopped: 'payouts are paused',
  beneficiary_not_found: 'the beneficiary was removed',
  payout_limit_exceeded: 'the amount exceeds a payout limit',
  account_suspended: 'the account is suspended',
  provider_unavailable: 'no bank sends payouts now',
};

function automaticText({ details }: PayoutMail): EnglishText {
  const reason = SKIP_REASONS[details.reason ?? ''] ?? 'see the reason in the panel';
  return {
    subject: 'Automatic payout not made',
    lines: [`The automatic payout was not made: ${reason}.`],
  };
}
