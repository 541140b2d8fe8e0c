import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { randomBytesPooled } from '#src/ground/ids.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { encodeDynamicBrCode, encodeRecurrenceBrCode } from '#src/ground/pix/br-code.ts';
import { createEndToEndId } from '#src/ground/pix/end-to-end-id.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';

/** A host that no bank's app can resolve, because RFC 6761 reserves `.invalid`. */
const LOCATION = 'pix.sandbox.invalid/qr/v2';
/** The ISPB of the bank behind test keys: no institution has it. */
export const SIMULATED_ISPB = '99999999';
const END_TO_END_RANDOM_BYTES = 11;
const simulatedBank = createSimulatedBank();

/** A charge to register at the simulated bank. */
interface ChargeRegistration {
  readonly id: string;
  /** Whether it has a due date: then its code names no amount, because that depends on the day. */
  readonly hasDueDate: boolean;
  readonly amount: Centavos;
  readonly merchantName: string;
  readonly merchantCity: string;
  /** The location that it has; undefined for its own one. */
  readonly location?: string | undefined;
  /** The location of the subscription that the payer can authorize with the charge. */
  readonly recurrenceLocation?: string;
}

/** A subscription whose payer reads a code, by its location. */
interface RecurrenceRegistration extends Pick<ChargeRegistration, 'merchantName' | 'merchantCity'> {
  readonly recurrenceLocation: string;
}

/** The port of the simulated bank behind test keys: it answers at once and never fails. */
export interface Bank {
  /** The location of a charge, or another one of its kind that is called by an id. */
  locationOf(charge: Pick<ChargeRegistration, 'id' | 'hasDueDate'>): string;
  /** The location of a subscription, or another one that is called by an id. */
  recurrenceLocationOf(id: string): string;
  /** The copy-and-paste code of a charge. */
  registerCharge(charge: ChargeRegistration): string;
  /** The id of a recurrence made at this instant (milliseconds), as the banks form it. */
  recurrenceId(at: number, admitsRetries: boolean): string;
  /** The id of a request to a payer's bank made at this instant (milliseconds). */
  requestId(at: number): string;
  /** The copy-and-paste code with which a payer authorizes a subscription. */
  registerRecurrence(subscription: RecurrenceRegistration): string;
  /** The end-to-end id of a payment made at this instant (milliseconds). */
  receivePayment(at: number): string;
  /** The return id of a refund made at this instant (milliseconds). */
  refundPayment(at: number): string;
}

/** The simulated bank of test keys. Throws for `live`, which never uses the simulated bank. */
export function bankFor(environment: Environment): Bank {
  if (environment === 'test') return simulatedBank;
  throw new Error('live operations never use the simulated bank');
}

/** Makes the bank behind test keys: valid codes that can't be paid, payments without money. */
function createSimulatedBank(): Bank {
  const endToEndIdAt = (at: number): string =>
    createEndToEndId({
      ispb: SIMULATED_ISPB,
      at,
      random: randomBytesPooled(END_TO_END_RANDOM_BYTES),
    });
  const idOfDay = (at: number): string =>
    `${SIMULATED_ISPB}${brazilianDayOf(at).replaceAll('-', '')}` +
    endToEndIdAt(at).slice(-END_TO_END_RANDOM_BYTES);
  // The Central Bank's manual puts `/cobv/` into the address of a charge with a due date.
  const locationOf: Bank['locationOf'] = ({ id, hasDueDate }) =>
    `${LOCATION}/${hasDueDate ? 'cobv/' : ''}${txidFromId(id)}`;
  return {
    locationOf,
    registerCharge: (charge) =>
      encodeDynamicBrCode({
        url: charge.location ?? locationOf(charge),
        merchantName: charge.merchantName,
        merchantCity: charge.merchantCity,
        ...(!charge.hasDueDate && { amount: charge.amount }),
        ...(charge.recurrenceLocation !== undefined && {
          recurrenceUrl: charge.recurrenceLocation,
        }),
      }),
    recurrenceLocationOf: (id) => `${LOCATION}/rec/${txidFromId(id)}`,
    registerRecurrence: ({ recurrenceLocation: recurrenceUrl, ...names }) =>
      encodeRecurrenceBrCode({ recurrenceUrl, ...names }),
    // API Pix, idRec: R, whether it admits retries, ISPB, day, eleven characters.
    recurrenceId: (at, admitsRetries) => `R${admitsRetries ? 'R' : 'N'}${idOfDay(at)}`,
    // And idSolicRec: SC, ISPB, day, eleven characters.
    requestId: (at) => `SC${idOfDay(at)}`,
    receivePayment: endToEndIdAt,
    // By the SPI's message catalogue a return id is an end-to-end id with a D.
    refundPayment: (at) => `D${endToEndIdAt(at).slice(1)}`,
  };
}
