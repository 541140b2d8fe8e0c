import type { ReceivingBank } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { callbacksOf } from './callbacks.ts';
import { chargesOf } from './charges.ts';
import { receivedOf } from './received.ts';
import { refundsOf } from './refunds.ts';

/** Makes the receiving side of a bank that follows the Central Bank's API Pix 2.9.0. */
export function createBcbPix(settings: BcbPixSettings): ReceivingBank {
  return {
    ...chargesOf(settings),
    ...receivedOf(settings),
    ...refundsOf(settings),
    ...callbacksOf(settings),
  };
}
