import type { ClientCertificate } from './bank-http/bank-request.ts';
import type { EfiEnvironment } from './efi/efi.ts';

/** The bank behind live keys, as the environment names it. Holds secrets: it is never logged. */
export interface BankConfig {
  readonly provider: 'efi' | 'api-pix';
  /** Of Efí only. */
  readonly environment: EfiEnvironment | undefined;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly tokenBody: 'json' | 'form';
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clientCertificate: ClientCertificate;
  readonly passphrase: string | undefined;
  readonly certificateAuthority: Buffer | undefined;
  /** The key that is received on and paid from, in DICT form. */
  readonly pixKey: string;
  readonly timeoutMs: number;
  /**
   * For how long after a try without a clear answer the bank is only asked: neither its "not found"
   * nor its refusal is believed, and nothing is sent again.
   */
  readonly quarantineMs: number;
  /** What makes the address of the call-backs one that nobody guesses. */
  readonly callbackSecret: string;
  /** The header by which the proxy tells of the bank's verified certificate; lower case. */
  readonly callbackAuthHeader: string | undefined;
  /** Whether a payment that a call-back tells of is asked for again before it counts. */
  readonly isPaymentConfirmed: boolean;
}
