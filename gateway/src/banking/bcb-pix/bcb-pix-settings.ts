import type { BankHttp } from '../bank-http/bank-http.ts';

/** What differs from one bank of the standard to the next. */
export interface BcbPixSettings {
  readonly http: BankHttp;
  /** Between the base address and the standard's paths: `/v2` at Efí, nothing elsewhere. */
  readonly pathPrefix: string;
  /** The key that is received on, in DICT form. */
  readonly pixKey: string;
  /** Sent along when a call-back's address is registered. */
  readonly callbackHeaders?: Readonly<Record<string, string>>;
}
