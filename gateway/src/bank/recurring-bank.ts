import type { Centavos } from '#src/ground/money/centavos.ts';
import type { ListPage, Outcome, Period } from './outcome.ts';
import type { ReceivedPayment } from './received-payment.ts';

/**
 * Pix Automático at a bank: a payer authorises a recurrence once, and its bank then pays the charge
 * of each cycle (API Pix 2.10.0: rec, solicrec, cobr, locrec). No method throws for a failure of
 * the bank. Days are as `2026-11-20`, amounts in centavos, instants in milliseconds.
 */
export interface RecurringBank {
  /**
   * Makes a recurrence, whose id the bank chooses. After an attempt without a clear answer the next
   * one names in `earlier` when that was: a recurrence of the same contract is then returned.
   */
  createRecurrence(order: RecurrenceOrder, earlier?: Period): Promise<Outcome<BankRecurrence>>;
  /**
   * A recurrence by its id; undefined when the bank has none. With the txid of an open charge its
   * code pays that charge too.
   */
  findRecurrence(id: string, chargeTxid?: string): Promise<Outcome<BankRecurrence | undefined>>;
  /** Changes what is named; the rest stays. A repeat changes nothing. */
  reviseRecurrence(id: string, revision: RecurrenceRevision): Promise<Outcome<BankRecurrence>>;
  /** Makes a location. After an unclear answer the bank may have an unused one. */
  createRecurrenceLocation(): Promise<Outcome<RecurrenceLocationAtBank>>;
  /** Takes a location away from the recurrence that has it; a repeat changes nothing. */
  releaseRecurrenceLocation(id: number): Promise<Outcome<void>>;
  /** Ends a recurrence. A repeat changes nothing; `recurrence_ended` after another end. */
  cancelRecurrence(id: string): Promise<Outcome<BankRecurrence>>;
  /** Asks the payer at the payer's bank to authorise (journey 1). One can be open at a time. */
  requestAuthorization(order: AuthorizationOrder): Promise<Outcome<BankAuthorization>>;
  /**
   * Withdraws a request. It stays open until the payer's bank confirms, which can take 12 hours.
   * Refused `recurrence_ended` once it has been answered.
   */
  cancelAuthorization(id: string): Promise<Outcome<BankAuthorization>>;
  /** Registers the charge of a cycle under its txid; a repeat returns the same one. */
  createCycle(order: CycleOrder): Promise<Outcome<BankCycle>>;
  findCycle(txid: string): Promise<Outcome<BankCycle | undefined>>;
  /** Cancels an open cycle. A repeat changes nothing; `cycle_ended` after another end. */
  cancelCycle(txid: string): Promise<Outcome<BankCycle>>;
  /** Has a cycle tried again on a day; a repeat for the same day changes nothing. */
  retryCycle(txid: string, day: string): Promise<Outcome<BankCycle>>;
  /** One page of the recurrences made in a period, both ends included; pages count from 0. */
  listRecurrences(period: Period, page: number): Promise<Outcome<RecurrencePage>>;
  /** One page of the cycles made in a period, both ends included; pages count from 0. */
  listCycles(period: Period, page: number): Promise<Outcome<CyclePage>>;
  /** Registers the address of the call-backs, to which the bank adds `/rec` and `/cobr`. */
  registerCallbacks(url: string): Promise<Outcome<void>>;
  /** The registered addresses; undefined where there is none. */
  findCallbacks(): Promise<Outcome<RecurringCallbacks>>;
  removeCallbacks(): Promise<Outcome<void>>;
  /** Reads a call-back, which says only what to ask for; undefined for an unknown form. */
  readCallback(body: unknown): readonly RecurringNotice[] | undefined;
}

/** The rhythm of a recurrence; the word is `periodicidade` in API Pix. */
export const INTERVAL_WORDS = {
  weekly: 'SEMANAL',
  monthly: 'MENSAL',
  quarterly: 'TRIMESTRAL',
  semiannual: 'SEMESTRAL',
  annual: 'ANUAL',
} as const;

export type RecurrenceInterval = keyof typeof INTERVAL_WORDS;

export interface RecurrenceOrder {
  /** 1 to 35 characters that payers see, unique at our account: it finds the recurrence again. */
  readonly contract: string;
  /** The object of the contract, up to 35 characters; empty when the payer is not told. */
  readonly description: string;
  readonly payer: { readonly name: string; readonly document: string };
  readonly firstDay: string;
  readonly lastDay: string | null;
  readonly interval: RecurrenceInterval;
  readonly price: RecurrencePrice;
  /** Whether a failed cycle may be tried on three more days within seven. */
  readonly retries: boolean;
  /** Whether the payer authorises by a code, which needs a location at the bank. */
  readonly hasCode: boolean;
  /** The location of the code, which no recurrence has; without it one is made. */
  readonly locationId?: number;
  /** The charge that the same confirmation pays (journey 3). */
  readonly firstChargeTxid: string | null;
}

/** The changes of a recurrence. The location and the first day only until the payer authorises. */
export interface RecurrenceRevision {
  readonly payerName?: string;
  readonly firstDay?: string;
  readonly locationId?: number;
  readonly firstChargeTxid?: string;
}

export interface RecurrenceLocationAtBank {
  readonly id: number;
  /** Without scheme, as codes have it. */
  readonly url: string;
}

/** One amount for each cycle, or the least amount that a payer's own limit may have. */
export type RecurrencePrice =
  | { readonly kind: 'fixed'; readonly amount: Centavos }
  | { readonly kind: 'variable'; readonly minimum: Centavos | null };

export interface BankRecurrence {
  readonly id: string;
  readonly status: 'created' | 'approved' | 'rejected' | 'expired' | 'canceled';
  readonly contract: string;
  readonly payerDocument: string;
  /** Null when the bank doesn't say it. */
  readonly payerName: string | null;
  readonly firstDay: string;
  readonly lastDay: string | null;
  readonly interval: RecurrenceInterval;
  readonly price: RecurrencePrice;
  readonly retries: boolean;
  /** How the payer came to authorise; null before that. */
  readonly journey: 1 | 2 | 3 | 4 | null;
  /** The charge that was paid with the authorisation (journey 3). */
  readonly firstChargeTxid: string | null;
  /** The location that shows it; null for none, or when the bank doesn't say it. */
  readonly locationId: number | null;
  /** The copy-and-paste code; null when the bank doesn't say it, as in the answer to a creation. */
  readonly code: string | null;
  readonly ending: BankEnding | null;
  readonly authorizations: readonly BankAuthorization[];
}

/** Why the bank ended something, with a code of its catalogue, such as `AM09`. */
export interface BankEnding {
  readonly kind: 'rejected' | 'canceled';
  readonly code: string;
  /** Who asked for a cancellation; null for a rejection and when the bank doesn't say it. */
  readonly by: 'payer' | 'payer_bank' | 'receiver' | 'receiver_bank' | null;
}

/** A request to the payer at the payer's bank. */
export interface AuthorizationOrder {
  readonly recurrenceId: string;
  readonly expiresAt: number;
  readonly payer: {
    readonly document: string;
    /** Eight digits or capital letters. */
    readonly ispb: string;
    readonly branch: string | null;
    readonly account: string;
  };
}

export interface BankAuthorization {
  readonly id: string;
  readonly recurrenceId: string;
  /** `open` until the payer answers. */
  readonly status: 'open' | 'accepted' | 'rejected' | 'expired' | 'canceled';
  /** Why it was rejected, as `DADOS_BANCARIOS_INVALIDOS`; null when the bank doesn't say it. */
  readonly reason: string | null;
}

/** The kinds of an account; the word is `tipoConta` in API Pix. */
export const ACCOUNT_WORDS = {
  checking: 'CORRENTE',
  savings: 'POUPANCA',
  payment: 'PAGAMENTO',
} as const;

/** The charge of a cycle as the bank should have it. */
export interface CycleOrder {
  /** 26 to 35 of `[a-zA-Z0-9]`, made by us before the first attempt. */
  readonly txid: string;
  readonly recurrenceId: string;
  readonly amount: Centavos;
  readonly dueDate: string;
  /** Whether a due date that is no business day of the payer moves; it does unless told. */
  readonly movesToBusinessDay?: boolean;
  /** The text of this cycle for the payer, up to 140 characters. */
  readonly note: string | null;
  /** The address of the payer and others, by their names in API Pix. */
  readonly debtor?: Readonly<Record<string, string>>;
}

export interface BankCycle {
  readonly txid: string;
  readonly recurrenceId: string;
  readonly status: 'created' | 'active' | 'paid' | 'expired' | 'rejected' | 'canceled';
  readonly amount: Centavos;
  readonly dueDate: string;
  readonly attempts: readonly BankAttempt[];
  readonly ending: BankEnding | null;
  readonly payments: readonly ReceivedPayment[];
}

/** One try of the payer's bank to pay a cycle. */
export interface BankAttempt {
  readonly endToEndId: string;
  readonly day: string;
  /** The first one, one on a later day, or a second message after a technical failure. */
  readonly kind: 'scheduled' | 'retry' | 'resend';
  /** `expired` without money on its day; `rejected` with a code. */
  readonly status: 'requested' | 'scheduled' | 'paid' | 'canceled' | 'rejected' | 'expired';
  /** The code of a rejection, such as `AM09`. */
  readonly code: string | null;
  /** The states that it has had, as far as the bank says them. */
  readonly steps: readonly {
    readonly status: BankAttempt['status'];
    readonly at: number;
  }[];
}

export interface RecurrencePage extends ListPage {
  readonly recurrences: readonly BankRecurrence[];
}

export interface CyclePage extends ListPage {
  readonly cycles: readonly BankCycle[];
}

export interface RecurringCallbacks {
  readonly recurrences: string | undefined;
  readonly cycles: string | undefined;
}

/** Something that changed at the bank, and is read there. */
export type RecurringNotice =
  | { readonly kind: 'recurrence'; readonly id: string }
  | { readonly kind: 'cycle'; readonly txid: string };
