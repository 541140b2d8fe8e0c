import type { Logger } from '#src/platform/log.ts';
import type { TokenSettings } from './access-token.ts';

/** How our side of the connection proves itself. */
export type ClientCertificate =
  | { readonly kind: 'pem'; readonly certificate: Buffer; readonly key: Buffer }
  | { readonly kind: 'pkcs12'; readonly bundle: Buffer };

export interface BankHttpSettings {
  /** With the path that all others follow: `https://pix.example.com/api`. */
  readonly baseUrl: string;
  readonly token: TokenSettings;
  readonly clientCertificate: ClientCertificate | undefined;
  readonly passphrase: string | undefined;
  /** Who signed the bank's certificate, when it is nobody whom Node trusts anyway. */
  readonly certificateAuthority: Buffer | undefined;
  /** For a whole call, with its token and its second tries; 10 seconds. */
  readonly timeoutMs?: number;
  /** At most, at a time; 64. */
  readonly connections?: number;
  /** Addresses of the name servers to ask, instead of the machine's. */
  readonly nameServers?: readonly string[] | undefined;
  /** How long calls are held back from a bank that doesn't answer; 5 seconds. */
  readonly breakerOpenMs?: number;
}

export interface BankRequest {
  /** What is done, for the log: paths carry keys, which can be a person's CPF. */
  readonly operation: string;
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  /** After the base, each part encoded: `/v2/cob/abc`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** True for what moves money out: then a 503 leaves it open whether it did. */
  readonly sendsMoney?: boolean;
}

export interface BankHttpDeps {
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
