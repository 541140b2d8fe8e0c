import type { TestContext } from 'node:test';
import { type BankHttp, openBankHttp } from '#src/bank/bank-http/bank-http.ts';
import type { BankHttpSettings } from '#src/bank/bank-http/bank-request.ts';
import type { LiveBank } from '#src/bank/live-bank.ts';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import type { BankConfig } from '#src/ground/config/bank-config.ts';
import { openLog } from '#src/ground/log.ts';
import { testScheduler } from '../support/test-scheduler.ts';
import { testCertificates } from './certificates.ts';
import { CLIENT_ID, CLIENT_SECRET, type SmallBank } from './small-bank.ts';

export const OWN_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

/** A log that collects its lines for a test. */
export interface ReadableLog {
  readonly lines: string[];
  readonly logger: ReturnType<typeof openLog>['logger'];
}

export function readableLog(): ReadableLog {
  const lines: string[] = [];
  const { logger } = openLog('trace', { write: (line) => void lines.push(line) });
  return { lines, logger };
}

/** Overrides of a test. `now` in milliseconds since 1970. */
export interface TestSettings extends Partial<BankHttpSettings> {
  readonly now?: () => number;
  readonly log?: ReadableLog;
}

/** The client; the client and the small bank trust each other's certificate. */
export function openHttp(context: TestContext, bank: SmallBank, more: TestSettings = {}): BankHttp {
  const { authority, client } = testCertificates();
  const { now = Date.now, log = readableLog(), ...settings } = more;
  const http = openBankHttp(
    {
      baseUrl: bank.url,
      token: {
        url: `${bank.url}/oauth/token`,
        clientId: CLIENT_ID,
        clientSecret: CLIENT_SECRET,
        body: 'json',
      },
      clientCertificate: { kind: 'pem', certificate: client.certificate, key: client.key },
      passphrase: undefined,
      certificateAuthority: authority,
      timeoutMs: 2_000,
      breakerOpenMs: 100,
      ...settings,
    },
    { logger: log.logger, now },
  );
  context.after(() => http.close());
  return http;
}

/** A bank adapter opened from a configuration. */
export function openBank(
  context: TestContext,
  bank: { readonly url: string },
  more: Partial<BankConfig> = {},
): LiveBank {
  const { authority, client } = testCertificates();
  const config: BankConfig = {
    provider: 'efi',
    environment: 'homologation',
    baseUrl: bank.url,
    tokenUrl: `${bank.url}/oauth/token`,
    tokenBody: 'json',
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    clientCertificate: { kind: 'pem', certificate: client.certificate, key: client.key },
    passphrase: undefined,
    certificateAuthority: authority,
    pixKey: OWN_KEY,
    takesDisputeFiles: false,
    timeoutMs: 2_000,
    quarantineMs: 60_000,
    disputesEveryMs: 180_000,
    callbackSecret: 'a-secret-of-the-call-backs',
    callbackAuthHeader: undefined,
    isPaymentConfirmed: true,
    ...more,
  };
  const deps = { logger: readableLog().logger, now: Date.now, scheduler: testScheduler };
  const opened = openLiveBank(config, deps, { breakerOpenMs: 100 });
  context.after(() => opened.close());
  return opened;
}
