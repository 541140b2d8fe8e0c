import type { BankHttp } from '../bank-http/bank-http.ts';

/** The settings in which banks of the standard differ. */
export interface BcbPixSettings {
  readonly http: BankHttp;
  /** The part between the base address and the standard's paths: `/v2` at Efí, else empty. */
  readonly pathPrefix: string;
  /** The receiving Pix key, in DICT form. */
  readonly pixKey: string;
  /** Headers of the request that registers the call-back address. */
  readonly callbackHeaders?: Readonly<Record<string, string>>;
}
