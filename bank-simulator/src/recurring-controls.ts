import type { Bank } from './bank/bank.ts';
import {
  type Authorization,
  type Authorized,
  authorizeRecurrence,
  cancelAsPayer,
  cancelPaymentAsPayer,
  type Proposal,
  readProposal,
  refuseAttempt,
  refuseRecurrence,
  setLimit,
  setPayer,
} from './bank/recurring/payer.ts';
import { settleDueRecurring } from './bank/recurring/work.ts';
import type {
  Canceler,
  PayerAccount,
  Recurrence,
  RecurringCharge,
  Solicitation,
} from './state/records.ts';

/**
 * The payer and the payer's bank in Pix Automático. All throw PaymentImpossible or BankRefusal for
 * what they can't do.
 */
export interface RecurringControls {
  recurrence(id: string): Recurrence | undefined;
  recurringCharge(txid: string): RecurringCharge | undefined;
  solicitation(id: string): Solicitation | undefined;
  /** The payer program's view of a code, or of the id of a recurrence it was asked about. */
  readProposal(codeOrId: string): Proposal;
  /** The payer confirms a code, or the id of a recurrence; this pays the charge of the code too. */
  authorizeRecurrence(codeOrId: string, options?: Authorization): Authorized;
  refuseRecurrence(codeOrId: string): Recurrence;
  /** The most that a charge may be, in centavos; undefined for no limit. */
  setLimit(id: string, limit: bigint | undefined): Recurrence;
  /** Default: by the payer (`SLDB`). */
  cancelRecurrence(id: string, options?: { code?: string; by?: Canceler }): Recurrence;
  /** The payer cancels the scheduled payment of a charge. */
  cancelRecurringPayment(txid: string): RecurringCharge;
  /** The payer's bank refuses the open attempt of a charge by a code such as `AC05`. */
  refuseAttempt(txid: string, code: string): RecurringCharge;
  /** Replaces the account of a payer. Without a balance it has enough money. */
  setPayer(account: PayerAccount): PayerAccount;
}

/** Each control first does what is due by the clock, as each request to the API does. */
export function controlRecurring(bank: Bank): RecurringControls {
  function current<Result>(control: () => Result): Result {
    settleDueRecurring(bank);
    return control();
  }
  const { state } = bank;
  return {
    recurrence: (id) => current(() => state.recurrences.get(id)),
    recurringCharge: (txid) => current(() => state.recurringCharges.get(txid)),
    solicitation: (id) => current(() => state.solicitations.get(id)),
    readProposal: (codeOrId) => current(() => readProposal(bank, codeOrId)),
    authorizeRecurrence: (codeOrId, options) =>
      current(() => authorizeRecurrence(bank, codeOrId, options)),
    refuseRecurrence: (codeOrId) => current(() => refuseRecurrence(bank, codeOrId)),
    setLimit: (id, limit) => current(() => setLimit(bank, id, limit)),
    cancelRecurrence: (id, options) => current(() => cancelAsPayer(bank, id, options)),
    cancelRecurringPayment: (txid) => current(() => cancelPaymentAsPayer(bank, txid)),
    refuseAttempt: (txid, code) => current(() => refuseAttempt(bank, txid, code)),
    setPayer: (account) => current(() => setPayer(bank, account)),
  };
}
