import { API_PIX_PREFIXES, type ReceivingAccount } from '#src/ground/config/bank-config.ts';
import type { BankHttp } from '../bank-http/bank-http.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';
import { createAutomatic } from '../bcb-pix/automatic/create-automatic.ts';
import { createBcbPix } from '../bcb-pix/bcb-pix.ts';
import { itemsOfCallback, receivedNotice } from '../bcb-pix/callbacks.ts';
import { idAt, objectAt, textAt } from '../bcb-pix/json-fields.ts';
import type { BankNotice, LiveBank } from '../live-bank.ts';
import { disputesOf } from './disputes.ts';
import { sendingOf } from './sending.ts';

export interface EfiSettings {
  readonly http: BankHttp;
  /** The Pix key that receives and pays; Efí pays only from a key with a call-back address. */
  readonly pixKey: string;
  /** Whether the call-back address requires Efí's client certificate. */
  readonly isCallbackMutualTls: boolean;
  /** Our account, for Pix Automático; undefined without it. */
  readonly receivingAccount: ReceivingAccount | undefined;
  /** Whether the bank takes files with defenses. */
  readonly takesDisputeFiles: boolean;
}

/** Makes the bank Efí: the Central Bank's standard for receiving, Efí's own API for sending. */
export function createEfi(settings: EfiSettings): LiveBank {
  const { http, pixKey, isCallbackMutualTls, takesDisputeFiles, receivingAccount } = settings;
  const standard = {
    http,
    pathPrefix: API_PIX_PREFIXES.efi,
    pixKey,
    // Otherwise Efí refuses an address that doesn't require a client certificate.
    callbackHeaders: { 'x-skip-mtls-checking': String(!isCallbackMutualTls) },
  };
  return {
    name: 'efi',
    receiving: createBcbPix(standard),
    sending: sendingOf(http, pixKey),
    disputes: disputesOf(http, { takesFiles: takesDisputeFiles }),
    recurring: receivingAccount && createAutomatic({ ...standard, account: receivingAccount }),
    readCallback,
    close: () => http.close(),
  };
}

/** Reads a call-back of Efí, which lists payments and payouts together. */
export function readCallback(body: unknown): BankNotice[] | undefined {
  return itemsOfCallback(body)?.flatMap((item) => noticeOf(item) ?? []);
}

function noticeOf(item: JsonObject): BankNotice | undefined {
  const id = idAt(objectAt(item, 'gnExtras'), 'idEnvio');
  if (id !== undefined) return { kind: 'payout', id };
  return textAt(item, 'tipo') === 'SOLICITACAO' ? undefined : receivedNotice(item);
}
