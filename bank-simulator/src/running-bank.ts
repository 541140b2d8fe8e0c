import type { RequestLog } from './api/request-log.ts';
import type { AlteredFields } from './bank/bank.ts';
import type { DeviationName } from './bank/deviations.ts';
import type { DisputeOrder, DisputeOutcome } from './bank/disputes.ts';
import type { DayAmount } from './bank/due-amount.ts';
import type { FaultList } from './bank/faults.ts';
import type { PaymentOptions } from './bank/payments.ts';
import type { CertificatePair } from './certificates/make-certificates.ts';
import type { RecurringControls } from './recurring-controls.ts';
import type { Settings } from './settings.ts';
import type {
  Callback,
  Charge,
  Dispute,
  DueCharge,
  Location,
  Lot,
  PayerAccount,
  Payout,
  PayoutError,
  PayoutReturn,
  ReceivedPayment,
  Recurrence,
  RecurringCharge,
  Refund,
  Solicitation,
} from './state/records.ts';

/** The current records of the bank. Amounts in centavos, instants in milliseconds. */
export interface BankSnapshot {
  readonly charges: readonly Charge[];
  readonly dueCharges: readonly DueCharge[];
  readonly lots: readonly Lot[];
  readonly locations: readonly Location[];
  readonly recurrences: readonly Recurrence[];
  readonly solicitations: readonly Solicitation[];
  readonly recurringCharges: readonly RecurringCharge[];
  readonly payers: readonly PayerAccount[];
  readonly payments: readonly ReceivedPayment[];
  readonly refunds: readonly (Refund & { readonly endToEndId: string })[];
  readonly payouts: readonly Payout[];
  readonly callbacks: readonly Callback[];
  readonly disputes: readonly Dispute[];
  /** With what disputes block. */
  readonly balance: bigint;
  readonly blocked: bigint;
}

/** A running bank, with the controls of tests. */
export interface BankSimulator extends RecurringControls {
  /** The https address of the API; `/v2/...` and `/oauth/token` are below it. */
  readonly url: string;
  /** The plain HTTP address of the page and of `/control`. */
  readonly controlUrl: string;
  /** The authority that signed the server's certificate, as PEM. */
  readonly authority: string;
  readonly clientCertificate: CertificatePair;
  /** The same certificate as PKCS#12 with an empty passphrase. */
  readonly clientPkcs12: Buffer;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly pixKey: string;
  readonly settings: Settings;
  readonly faults: FaultList;
  /** The active differences from the document; may be changed at any time. */
  readonly deviations: Set<DeviationName>;
  readonly requestLog: RequestLog;
  snapshot(): BankSnapshot;
  charge(txid: string): Charge | undefined;
  dueCharge(txid: string): DueCharge | undefined;
  /** The amount of a charge with a due date today, with its components. Throws BankRefusal. */
  amountToday(txid: string): DayAmount;
  payment(endToEndId: string): ReceivedPayment | undefined;
  payout(id: string): Payout | undefined;
  /** Pays a charge by its code or txid, or a static code of our key. Throws PaymentImpossible. */
  pay(codeOrTxid: string, options?: PaymentOptions): ReceivedPayment;
  /** Receives a payment without a charge; with a txid as from a static code. */
  receiveWithoutCharge(amount: bigint, txid?: string): ReceivedPayment;
  /** A payer's bank pays back what a customer of ours had paid, by the MED (`finalidadeMED`). */
  receiveByMed(amount: bigint): ReceivedPayment;
  /** Refunds a payment by the special mechanism (MED), or by another nature. Throws BankRefusal. */
  takeBack(endToEndId: string, amount: bigint, nature?: string): Refund;
  /** Opens a dispute (MED) of a payment and blocks its amount. */
  openDispute(endToEndId: string, order?: DisputeOrder): Dispute;
  /** Decides a dispute; an accepted one begins a refund of `amount`, by default of the whole. */
  decideDispute(id: string, outcome: DisputeOutcome, amount?: bigint): Dispute;
  dispute(id: string): Dispute | undefined;
  /** Ends a payout now: REALIZADO, or NAO_REALIZADO with the error (`AC03` for `true`). */
  settlePayout(id: string, error?: PayoutError | true): Payout;
  /** Returns money of a payout, as the receiver's bank does. */
  returnPayout(id: string, amount: bigint): PayoutReturn;
  /** Shows other fields of a record in all answers, or its own again: an id of the bank's API. */
  alter(id: string, fields: AlteredFields | undefined): void;
  revokeTokens(): void;
  /** Processes the orders that wait by the fault `queued`; returns how many there were. */
  workOffQueue(): number;
  /** Issues a certificate for 127.0.0.1, for a server that receives call-backs. */
  issueCertificate(commonName: string): Promise<CertificatePair>;
  /** Does everything that is due by the clock, and waits for the call-backs that it sends. */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}
