/** The operations of the API. */
export const API_OPERATIONS = [
  'requestToken',
  'createCharge',
  'createChargeWithoutTxid',
  'reviseCharge',
  'findCharge',
  'listCharges',
  'createDueCharge',
  'reviseDueCharge',
  'findDueCharge',
  'listDueCharges',
  'createLot',
  'reviseLot',
  'findLot',
  'listLots',
  'createLocation',
  'findLocation',
  'listLocations',
  'freeLocation',
  'drawLocation',
  'readPayload',
  'readKeySet',
  'findPayment',
  'listPayments',
  'sendRefund',
  'findRefund',
  'registerWebhook',
  'findWebhook',
  'listWebhooks',
  'removeWebhook',
  'sendPayout',
  'findPayout',
  'findPayoutByEndToEndId',
  'listPayouts',
  'readBalance',
  'listDisputes',
  'sendDefense',
  'sendDisputeFile',
  'resendCallbacks',
  'createRecurrence',
  'reviseRecurrence',
  'findRecurrence',
  'listRecurrences',
  'createSolicitation',
  'reviseSolicitation',
  'findSolicitation',
  'createRecurringCharge',
  'createRecurringChargeWithoutTxid',
  'reviseRecurringCharge',
  'findRecurringCharge',
  'listRecurringCharges',
  'retryRecurringCharge',
  'createRecurrenceLocation',
  'findRecurrenceLocation',
  'listRecurrenceLocations',
  'freeRecurrenceLocation',
  'registerRecurrenceWebhook',
  'findRecurrenceWebhook',
  'removeRecurrenceWebhook',
  'registerRecurringChargeWebhook',
  'findRecurringChargeWebhook',
  'removeRecurringChargeWebhook',
  'readRecurrencePayload',
] as const;

export type ApiOperation = (typeof API_OPERATIONS)[number];

/**
 * Operations outside the API: a payer's payment, a call-back, the end of an order, and what the
 * payer's bank does with a recurrence and with the attempts of its charges.
 */
export const OWN_OPERATIONS = [
  'pay',
  'callback',
  'settlePayout',
  'settleRefund',
  'settleLotItem',
  'recurrenceCallback',
  'recurringChargeCallback',
  'deliverSolicitation',
  'confirmRecurrence',
  'scheduleAttempt',
  'settleAttempt',
] as const;

export type Operation = ApiOperation | (typeof OWN_OPERATIONS)[number];

/** Faults of API requests. `before` and `after` refer to the work that the request asks for. */
export const API_FAULT_KINDS = [
  'slow',
  'error',
  'error_after',
  'silent_before',
  'silent_after',
  'dropped_before',
  'dropped_after',
  'malformed',
  'token_revoked',
] as const;
export const CALLBACK_FAULT_KINDS = [
  'callback_lost',
  'callback_doubled',
  'callback_late',
  'callback_overtaken',
] as const;
/** The order waits in a queue, without an answer and not found, until the queue is processed. */
export const QUEUE_FAULT_KINDS = ['queued'] as const;
/**
 * `denied` refuses an item of an accepted lot; `removed` removes a charge that was answered;
 * `unlisted` leaves the payment out of a paid charge that is found. The payer's bank refuses by
 * `rejected`, and has no money for an attempt by `unfunded`.
 */
export const OWN_FAULT_KINDS = [
  'wrong_amount',
  'not_realized',
  'denied',
  'removed',
  'unlisted',
  'rejected',
  'unfunded',
] as const;

export type FaultKind =
  | (typeof API_FAULT_KINDS)[number]
  | (typeof CALLBACK_FAULT_KINDS)[number]
  | (typeof QUEUE_FAULT_KINDS)[number]
  | (typeof OWN_FAULT_KINDS)[number];

export interface FaultOrder {
  readonly kind: FaultKind;
  /** The operation that fails; `*` is every operation that the kind applies to. */
  readonly operation: Operation | '*';
  /** The number of calls that fail. Default: all, until the fault is removed. */
  readonly times?: number;
  /** The probability that a call fails, from 0 to 1. Default 1. */
  readonly probability?: number;
  /** For `slow`, `callback_late` and `callback_overtaken` (there it is the maximum). */
  readonly delayMs?: number;
  /** For `slow`, instead of a time: what ends the delay. */
  readonly until?: Promise<unknown>;
  /** For `error` and `error_after`. Default 500. */
  readonly status?: number;
  /** For `error` and `error_after`: the header Retry-After of the answer. Default: none. */
  readonly retryAfterSeconds?: number;
  /** For `wrong_amount`: the amount that is paid, in centavos. Default: one centavo less. */
  readonly amount?: bigint;
  /** For `rejected`: the code of the refusal. */
  readonly code?: string;
}

export interface Fault extends FaultOrder {
  readonly id: number;
  /** How often the fault has happened. */
  readonly happened: number;
}

export interface FaultList {
  /** Activates a fault and returns its number. */
  add(order: FaultOrder): number;
  list(): Fault[];
  remove(id: number): void;
  clear(): void;
  /** Returns the faults of these kinds that happen to this call, and counts each. */
  take(operation: Operation, kinds: readonly FaultKind[]): Fault[];
}

/** Faults on demand. Random numbers are seeded: the same calls with the same seed fail alike. */
export function createFaultList(seed: number): FaultList {
  const faults = new Map<number, Fault>();
  const throwDice = createDice(seed);
  let lastId = 0;

  function happens(fault: Fault, operation: Operation, kinds: readonly FaultKind[]): boolean {
    if (fault.operation !== '*' && fault.operation !== operation) return false;
    if (!kinds.includes(fault.kind)) return false;
    return fault.probability === undefined || throwDice() < fault.probability;
  }

  function count(fault: Fault): Fault {
    const counted = { ...fault, happened: fault.happened + 1 };
    if (counted.happened >= (fault.times ?? Number.POSITIVE_INFINITY)) faults.delete(fault.id);
    else faults.set(fault.id, counted);
    return counted;
  }

  return {
    add(order) {
      lastId += 1;
      faults.set(lastId, { ...order, id: lastId, happened: 0 });
      return lastId;
    },
    list: () => [...faults.values()],
    remove: (id) => void faults.delete(id),
    clear: () => faults.clear(),
    take: (operation, kinds) =>
      [...faults.values()].filter((fault) => happens(fault, operation, kinds)).map(count),
  };
}

/** A generator of pseudo-random numbers from 0 to 1 with a seed (mulberry32). */
function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
