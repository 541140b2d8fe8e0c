/**
 * The outcome of a request to a bank. `unknown` is a timeout, a broken connection or an unreadable
 * answer: the bank may have done it. The gateway then asks by the same id and never sends under
 * another id.
 */
export type Outcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly refusal: BankRefusal }
  | {
      readonly kind: 'unknown';
      readonly reason: string;
      /** The answer has an unknown form, and asking again would give the same answer. */
      readonly isUnreadable?: true;
      /** The bank has another charge than was ordered, and asking again may never change that. */
      readonly isDifferent?: true;
    }
  /** Not sent, or rejected unread: the bank is down or busy, and is asked again later. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number };

/** A definite refusal: the bank did not do it and will not. */
export interface BankRefusal {
  /** Our stable code: `amount_invalid`, `key_not_found`, `insufficient_funds`, `refused`. */
  readonly code: string;
  /** In Portuguese, for the merchant. */
  readonly message: string;
  /** The bank's own words, for the operator's log. */
  readonly bankWords: string;
}

export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The fields that every page of a bank's list has. */
export interface ListPage {
  readonly hasMore: boolean;
  /** Undefined when the bank doesn't report it. */
  readonly pageCount: number | undefined;
  /** Items in an unknown form; the other items of the page are still read. */
  readonly unreadable: readonly UnreadableItem[];
}

export interface UnreadableItem {
  /** An end-to-end id, or a payout's id; null when that is unreadable too. */
  readonly id: string | null;
  /** The SHA-256 of the item, in hexadecimal. */
  readonly digest: string;
  /** The reason with the name of the field, in Portuguese. */
  readonly reason: string;
}

const NAME_LENGTH_MAX = 64;

/** The id of an unreadable item; its digest when the id is missing or too long. */
export function nameOfItem({ id, digest }: UnreadableItem): string {
  return id !== null && id.length <= NAME_LENGTH_MAX ? id : digest;
}

/** Why a request to the bank has no value, in Portuguese. */
export function reasonOfOutcome(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): string {
  if (outcome.kind === 'refused') return outcome.refusal.message;
  if (outcome.kind === 'unknown') return outcome.reason;
  return 'O banco não está disponível no momento.';
}
