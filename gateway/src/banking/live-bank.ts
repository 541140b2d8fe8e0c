import type { Centavos } from '#src/money/centavos.ts';
import type { PixKeyType } from '#src/pix/pix-key.ts';

/**
 * The port to a real bank: what the gateway asks, in its own words. A bank that follows the Central
 * Bank's API Pix and only differs in addresses is configuration, not code.
 */
export interface LiveBank {
  /** The name in configuration and in the addresses of its call-backs: `efi`. */
  readonly name: string;
  readonly receiving: ReceivingBank;
  /** Undefined for a bank that only receives. */
  readonly sending: SendingBank | undefined;
  /** What a call-back tells; undefined for what is none of ours. Nothing of it is believed yet. */
  readCallback(body: unknown): BankNotice[] | undefined;
  close(): Promise<void>;
}

/**
 * What became of a request to a bank. `unknown` is a timeout, a broken connection, an answer that
 * makes no sense: the thing may have happened. It is asked for by its own id, never sent under
 * another.
 */
export type Outcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly refusal: BankRefusal }
  | {
      readonly kind: 'unknown';
      readonly reason: string;
      /** The bank answered, but in no form that we know: the same question gets the same answer. */
      readonly isUnreadable?: true;
    }
  /** Not sent, or turned away unread: the bank is down or busy, and is given time. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number };

/** A definite no: it did not happen, and won't. */
export interface BankRefusal {
  /** Ours, stable: `amount_invalid`, `key_not_found`, `insufficient_funds`, `refused`. */
  readonly code: string;
  /** In Portuguese, for the merchant. */
  readonly message: string;
  /** The bank's own words, for the operator's log. */
  readonly bankWords: string;
}

/** What is asked of the bank that receives. Amounts in centavos, instants in milliseconds. */
export interface ReceivingBank {
  /** Registers a charge under its txid; again is the same charge. */
  registerCharge(order: ChargeOrder): Promise<Outcome<BankCharge>>;
  /** A charge by its txid with what was paid of it; undefined when the bank knows none. */
  findCharge(txid: string): Promise<Outcome<BankCharge | undefined>>;
  /** Takes an open charge back, so that nobody can pay it any more. */
  cancelCharge(txid: string): Promise<Outcome<BankCharge>>;
  /**
   * One page of what was received from an instant to another, both included; counted from 0. With
   * `hasRefunds` only payments of which something went back; a bank may list others too.
   */
  listReceived(
    period: Period,
    page: number,
    filter?: { readonly hasRefunds?: boolean },
  ): Promise<Outcome<ReceivedPage>>;
  findReceived(endToEndId: string): Promise<Outcome<ReceivedPayment | undefined>>;
  /** Gives money of a received payment back under an id of ours; again is the same refund. */
  sendRefund(order: RefundOrder): Promise<Outcome<BankRefund>>;
  findRefund(endToEndId: string, refundId: string): Promise<Outcome<BankRefund | undefined>>;
  /** Where the bank is to call back; one address for the key that is received on. */
  registerCallback(url: string): Promise<Outcome<void>>;
  findCallback(): Promise<Outcome<string | undefined>>;
  removeCallback(): Promise<Outcome<void>>;
}

/** What is asked of the bank that sends. */
export interface SendingBank {
  /** Sends a payout under its id. Again is refused or answered by the bank as the same payout. */
  sendPayout(order: PayoutOrder): Promise<Outcome<SentPayout>>;
  /** A payout by its id; undefined when the bank knows none. */
  findPayout(id: string): Promise<Outcome<SentPayout | undefined>>;
  /**
   * One page of the payouts that were requested from an instant to another, both included; counted
   * from 0. Left out by a bank without such a list.
   */
  listSent?(period: Period, page: number): Promise<Outcome<SentPage>>;
  readBalance(): Promise<Outcome<Centavos>>;
}

export interface ChargeOrder {
  /** 26 to 35 of `[a-zA-Z0-9]`, made by us before the first try. */
  readonly txid: string;
  readonly amount: Centavos;
  readonly expiresInSeconds: number;
  readonly payer: { readonly name: string; readonly document: string };
  readonly merchantName: string;
  readonly merchantCity: string;
}

export interface BankCharge {
  readonly txid: string;
  /** What the bank calls active stays so after its time: expiry is for our clock to tell. */
  readonly status: 'active' | 'completed' | 'removed';
  readonly amount: Centavos;
  /**
   * The copy-and-paste code; made of the bank's location where the bank doesn't send it. Empty for
   * a charge that is over, of which a bank may tell neither.
   */
  readonly code: string;
  readonly createdAt: number;
  readonly payments: readonly ReceivedPayment[];
}

export interface ReceivedPayment {
  readonly endToEndId: string;
  /** Null for a payment that belongs to no charge. */
  readonly txid: string | null;
  /** The key that it was paid to, where the bank tells. */
  readonly pixKey: string | null;
  readonly amount: Centavos;
  readonly receivedAt: number;
  readonly refunds: readonly BankRefund[];
}

export interface Period {
  readonly from: number;
  readonly to: number;
}

/** What every page of a bank's list tells. */
export interface ListPage {
  readonly hasMore: boolean;
  /** Undefined where the bank doesn't tell. */
  readonly pageCount: number | undefined;
  /** Items in no form that we know. They don't hide the others of their page. */
  readonly unreadable: readonly UnreadableItem[];
}

export interface UnreadableItem {
  /** The bank's id of it: an end-to-end id, or a payout's; null where that is unreadable too. */
  readonly id: string | null;
  /** The SHA-256 of the item, in hexadecimal: the same item has the same. */
  readonly digest: string;
  /** The field, in Portuguese. */
  readonly reason: string;
}

export interface ReceivedPage extends ListPage {
  readonly payments: readonly ReceivedPayment[];
}

export interface SentPage extends ListPage {
  readonly payouts: readonly SentPayout[];
}

export interface RefundOrder {
  readonly endToEndId: string;
  /** 1 to 35 of `[a-zA-Z0-9]`, made by us before the first try. */
  readonly refundId: string;
  readonly amount: Centavos;
  readonly reason: string | undefined;
}

export interface BankRefund {
  readonly refundId: string;
  readonly returnId: string | null;
  readonly amount: Centavos;
  readonly status: 'pending' | 'done' | 'failed';
  /** Why it failed, in the bank's words. */
  readonly reason: string | null;
  /** Null where the bank doesn't tell. */
  readonly requestedAt: number | null;
  /** False for one that the Central Bank's special mechanism took (MED), not us. */
  readonly isAskedByUs: boolean;
}

export interface PayoutOrder {
  /** 1 to 35 of `[a-zA-Z0-9]`, made by us before the first try. */
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
  /** Null where the bank doesn't tell. */
  readonly requestedAt: number | null;
  /** Why it failed. */
  readonly refusal: BankRefusal | null;
  /** What the receiver's bank sent back after it was paid. */
  readonly returned: readonly { readonly returnId: string; readonly amount: Centavos }[];
}

/** Something that a call-back tells of; each is asked for again before it counts. */
export type BankNotice =
  | { readonly kind: 'received'; readonly payment: ReceivedPayment }
  | { readonly kind: 'payout'; readonly id: string };
