import type { BankCertificates } from '#src/ground/config/bank-tls.ts';
import type { Logger } from '#src/ground/log.ts';
import type { Scheduler } from '#src/ground/work/scheduler.ts';
import type { TokenSettings } from './access-token.ts';

export interface BankHttpSettings extends BankCertificates {
  /** The prefix of all paths: `https://pix.example.com/api`. */
  readonly baseUrl: string;
  readonly token: TokenSettings;
  /** The deadline of a whole call with its token and retries, in milliseconds; 10 seconds. */
  readonly timeoutMs?: number;
  /** The maximum number of connections; 64. */
  readonly connections?: number;
  /** The addresses of the name servers; the machine's by default. */
  readonly nameServers?: readonly string[] | undefined;
  /** How long the breaker stays open, in milliseconds; 5 seconds. */
  readonly breakerOpenMs?: number;
}

export interface BankRequest {
  /** A name for the log, because paths hold Pix keys, which can be a person's CPF. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path after `baseUrl`, with encoded parts: `/v2/cob/abc`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface BankHttpDeps {
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Where deadlines come from. Default: timers. */
  readonly scheduler?: Scheduler;
}
