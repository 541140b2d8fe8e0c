import { encodeDynamicBrCode } from '#src/pix/br-code.ts';
import { createEndToEndId } from '#src/pix/end-to-end-id.ts';
import { txidFromId } from '#src/pix/txid.ts';
import { randomBytesPooled } from '#src/platform/ids.ts';
import type { Bank } from '../simulated-bank-port.ts';

/** A host that no bank's app can resolve, because RFC 6761 reserves `.invalid`. */
const LOCATION = 'pix.sandbox.invalid/qr/v2';
/** No institution has this ISPB. */
const SIMULATED_ISPB = '99999999';
const END_TO_END_RANDOM_BYTES = 11;
const KEY_THAT_FAILS = 'falha@sandbox.com';
const KEY_WITHOUT_BALANCE = 'saldo@sandbox.com';

/** Makes the bank behind test keys: valid codes that can't be paid, payments without money. */
export function createSimulatedBank(): Bank {
  const endToEndIdAt = (at: number): string =>
    createEndToEndId({
      ispb: SIMULATED_ISPB,
      at,
      random: randomBytesPooled(END_TO_END_RANDOM_BYTES),
    });
  return {
    registerCharge: (charge) =>
      encodeDynamicBrCode({
        url: `${LOCATION}/${txidFromId(charge.id)}`,
        merchantName: charge.merchantName,
        merchantCity: charge.merchantCity,
        amount: charge.amount,
      }),
    refusesForBalance: (pixKey) => pixKey === KEY_WITHOUT_BALANCE,
    receivePayment: endToEndIdAt,
    // By the SPI's message catalogue a return id is an end-to-end id with a D.
    refundPayment: (at) => `D${endToEndIdAt(at).slice(1)}`,
    settlePayout: (payout, at) =>
      payout.pixKey === KEY_THAT_FAILS
        ? {
            kind: 'failed',
            // ISO 20022 external status reason: the account number is missing or invalid.
            code: 'AC03',
            message: 'A conta de destino não existe ou a chave Pix não foi encontrada.',
          }
        : { kind: 'paid', endToEndId: endToEndIdAt(at) },
  };
}
