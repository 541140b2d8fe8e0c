import type { BankHttp } from '../bank-http/bank-http.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';
import { createBcbPix } from '../bcb-pix/bcb-pix.ts';
import { itemsOfCallback, receivedNotice } from '../bcb-pix/callbacks.ts';
import { objectAt, textAt } from '../bcb-pix/json-fields.ts';
import type { BankNotice, LiveBank } from '../live-bank.ts';
import { sendingOf } from './sending.ts';

/** Where Efí's API Pix stands, by environment. */
export const EFI_HOSTS = {
  production: 'https://pix.api.efipay.com.br',
  homologation: 'https://pix-h.api.efipay.com.br',
} as const;

export type EfiEnvironment = keyof typeof EFI_HOSTS;

export interface EfiSettings {
  readonly http: BankHttp;
  /** The key that is received on and paid from; Efí sends only from a key with a call-back. */
  readonly pixKey: string;
  /** Whether the door of the call-backs asks for Efí's certificate. */
  readonly isCallbackMutualTls: boolean;
}

/** Efí: the Central Bank's standard for what is received, its own words for what is sent. */
export function createEfi({ http, pixKey, isCallbackMutualTls }: EfiSettings): LiveBank {
  return {
    name: 'efi',
    receiving: createBcbPix({
      http,
      pathPrefix: '/v2',
      pixKey,
      // Without it Efí refuses an address that lets it in without a certificate.
      callbackHeaders: { 'x-skip-mtls-checking': String(!isCallbackMutualTls) },
    }),
    sending: sendingOf(http, pixKey),
    readCallback,
    close: () => http.close(),
  };
}

/** What a call-back of Efí's tells: both kinds come to one address, in one list. */
export function readCallback(body: unknown): BankNotice[] | undefined {
  return itemsOfCallback(body)?.flatMap((item) => noticeOf(item) ?? []);
}

function noticeOf(item: JsonObject): BankNotice | undefined {
  const id = textAt(objectAt(item, 'gnExtras'), 'idEnvio');
  if (id !== undefined) return { kind: 'payout', id };
  return textAt(item, 'tipo') === 'SOLICITACAO' ? undefined : receivedNotice(item);
}
