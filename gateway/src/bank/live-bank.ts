import type { Centavos } from '#src/ground/money/centavos.ts';
import type { PixKeyType } from '#src/ground/pix/pix-key.ts';
import type { BankLocation, LocationMove } from './bank-location.ts';
import type { DisputeBank } from './dispute-bank.ts';
import type { BankDueRules, BankResource, ChargeKind, DueChargeOrder } from './due-charge.ts';
import type { BankRefusal, ListPage, Outcome, Period, UnreadableItem } from './outcome.ts';
import type { BankRefund, ReceivedPayment } from './received-payment.ts';
import type { RecurringBank } from './recurring-bank.ts';

export type { BankLocation, LocationMove } from './bank-location.ts';
export type { BankResource, ChargeKind, DueChargeOrder } from './due-charge.ts';
export type { BankRefusal, ListPage, Outcome, Period, UnreadableItem } from './outcome.ts';
export type { BankRefund, ReceivedPayment } from './received-payment.ts';

/**
 * The port to a real bank. A bank that follows the Central Bank's API Pix and differs only in
 * addresses needs configuration, not code. No method throws for a failure of the bank: it returns
 * an Outcome.
 */
export interface LiveBank {
  /** The name in configuration and in the addresses of its call-backs: `efi`. */
  readonly name: string;
  readonly receiving: ReceivingBank;
  /** Undefined for a bank that only receives. */
  readonly sending: SendingBank | undefined;
  /** Undefined for a bank that doesn't list disputes: there an operator records them. */
  readonly disputes: DisputeBank | undefined;
  /** Pix Automático; undefined without the number of our account at the bank. */
  readonly recurring: RecurringBank | undefined;
  /** Reads a call-back, which is not confirmed yet; undefined for an unknown form. */
  readCallback(body: unknown): BankNotice[] | undefined;
  close(): Promise<void>;
}

/** The receiving side of a bank. Amounts in centavos, instants in milliseconds. */
export interface ReceivingBank {
  /** Registers a charge under its txid; a repeat returns the same charge. */
  registerCharge(order: ChargeOrder): Promise<Outcome<BankCharge>>;
  /** Registers a charge with a due date under its txid; a repeat returns the same charge. */
  createDueCharge(order: DueChargeOrder): Promise<Outcome<BankCharge>>;
  /**
   * Gives an open charge with a due date new rules: the whole order as it is from now on; `before`
   * is the order that the bank has confirmed. A repeat returns the same charge. Refused only when
   * the bank has nothing of the change: `charge_paid` or `charge_removed` for one that has ended.
   */
  changeDueCharge(order: DueChargeOrder, before: DueChargeOrder): Promise<Outcome<BankCharge>>;
  /**
   * A charge by its txid, with its payments; undefined when the bank has none of this kind. An
   * active one without a code is unreadable, unless it `mayLackCode` because it has no location.
   */
  findCharge(
    txid: string,
    kind?: ChargeKind,
    options?: { readonly mayLackCode?: boolean },
  ): Promise<Outcome<BankCharge | undefined>>;
  /**
   * Changes an open charge; `before` is what the bank has confirmed. A repeat changes nothing.
   * Refused only when the bank has nothing of the change. Undefined for a bank that can't change
   * charges.
   */
  reviseCharge?(order: ChargeRevision, before: ChargeRevision): Promise<Outcome<BankCharge>>;
  /** Removes an open charge, so that it can't be paid any more. */
  cancelCharge(txid: string, kind?: ChargeKind): Promise<Outcome<BankCharge>>;
  /**
   * Makes a location for charges of a kind. A repeat makes another one; an unused location does no
   * harm at the bank.
   */
  createLocation(kind: ChargeKind): Promise<Outcome<BankLocation>>;
  /** Takes a location away from the charge that has it; a repeat changes nothing. */
  releaseLocation(id: number): Promise<Outcome<void>>;
  /** Gives an open charge another location, and frees its old one; a repeat changes nothing. */
  moveCharge(move: LocationMove): Promise<Outcome<BankCharge>>;
  /** Whether our account at the bank may use these operations, by a read at an instant. */
  offers(resource: BankResource, at: number): Promise<Outcome<boolean>>;
  /**
   * One page of the payments received in a period, both ends included; pages count from 0. With
   * `hasRefunds` it requests only refunded payments, but a bank may list others too.
   */
  listReceived(
    period: Period,
    page: number,
    filter?: { readonly hasRefunds?: boolean },
  ): Promise<Outcome<ReceivedPage>>;
  findReceived(endToEndId: string): Promise<Outcome<ReceivedPayment | undefined>>;
  /** Refunds a received payment under our id; a repeat returns the same refund. */
  sendRefund(order: RefundOrder): Promise<Outcome<BankRefund>>;
  findRefund(endToEndId: string, refundId: string): Promise<Outcome<BankRefund | undefined>>;
  /** Registers the call-back address of the receiving key. */
  registerCallback(url: string): Promise<Outcome<void>>;
  findCallback(): Promise<Outcome<string | undefined>>;
  removeCallback(): Promise<Outcome<void>>;
}

/** The sending side of a bank. */
export interface SendingBank {
  /** Sends a payout under its id. A repeat is refused or returns the same payout. */
  sendPayout(order: PayoutOrder): Promise<Outcome<SentPayout>>;
  /** A payout by its id; undefined when the bank has none. */
  findPayout(id: string): Promise<Outcome<SentPayout | undefined>>;
  /**
   * One page of the payouts requested in a period, both ends included; pages count from 0.
   * Undefined for a bank without such a list.
   */
  listSent?(period: Period, page: number): Promise<Outcome<SentPage>>;
  readBalance(): Promise<Outcome<BankBalance>>;
}

/** The balance of the account at the bank. */
export interface BankBalance {
  readonly amount: Centavos;
  /** Undefined when the bank doesn't report blocked money. */
  readonly blocked: BlockedBalance | undefined;
}

/** The blocked part of the balance. Banks don't document whether `amount` includes it. */
export interface BlockedBalance {
  /** Because of disputes (MED). */
  readonly byDisputes: Centavos;
  /** For every reason, such as a court order. */
  readonly total: Centavos;
}

export interface ChargeOrder {
  /** 26 to 35 of `[a-zA-Z0-9]`, made by us before the first attempt. */
  readonly txid: string;
  readonly amount: Centavos;
  readonly expiresInSeconds: number;
  readonly payer: { readonly name: string; readonly document: string };
  readonly merchantName: string;
  readonly merchantCity: string;
  /** A location that was made before; the bank makes one for a charge that names none. */
  readonly locationId?: number | undefined;
}

/** The new fields of a charge that is registered. */
export type ChargeRevision = Pick<ChargeOrder, 'txid' | 'amount' | 'expiresInSeconds' | 'payer'>;

export interface BankCharge {
  readonly txid: string;
  /** An expired charge stays `active` at the bank: our clock decides the expiry. */
  readonly status: 'active' | 'completed' | 'removed';
  /** The original amount; the payments say what was paid. */
  readonly amount: Centavos;
  /** Null for a charge without a due date. */
  readonly dueRules: BankDueRules | null;
  /**
   * The copy-and-paste code, made of the bank's location when the bank doesn't send the code. May
   * be empty for a charge that is not active, and for one whose location was taken away.
   */
  readonly code: string;
  /** The bank's id of its location; null when it has none or the bank doesn't say. */
  readonly locationId: number | null;
  readonly createdAt: number;
  readonly payments: readonly ReceivedPayment[];
}

export interface ReceivedPage extends ListPage {
  readonly payments: readonly ReceivedPayment[];
}

export interface SentPage extends ListPage {
  readonly payouts: readonly SentPayout[];
}

export interface RefundOrder {
  readonly endToEndId: string;
  /** 1 to 35 of `[a-zA-Z0-9]`, made by us before the first attempt. */
  readonly refundId: string;
  readonly amount: Centavos;
  readonly reason: string | undefined;
}

export interface PayoutOrder {
  /** 1 to 35 of `[a-zA-Z0-9]`, made by us before the first attempt. */
  readonly id: string;
  readonly amount: Centavos;
  readonly pixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly beneficiaryDocument: string;
  readonly description: string | undefined;
}

export interface SentPayout {
  readonly id: string;
  /** Null until the bank has one. */
  readonly endToEndId: string | null;
  readonly status: 'pending' | 'paid' | 'failed';
  readonly amount: Centavos;
  /** Null when the bank doesn't report it. */
  readonly requestedAt: number | null;
  /** Why it failed. */
  readonly refusal: BankRefusal | null;
  /** Money that the receiving bank returned after the payout was paid. */
  readonly returned: readonly { readonly returnId: string; readonly amount: Centavos }[];
}

/** An item of a call-back; it is confirmed at the bank before it is booked. */
export type BankNotice =
  | { readonly kind: 'received'; readonly payment: ReceivedPayment }
  | { readonly kind: 'payout'; readonly id: string }
  /** A payment in a form that can't be read. */
  | { readonly kind: 'unreadable'; readonly item: UnreadableItem };
