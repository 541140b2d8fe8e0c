import { type Clock, systemClock } from './clock.ts';

/**
 * `standard` answers as the Central Bank's API Pix 2.9.0 is written; `efi` as Efí does where it
 * differs: other error bodies, 400 for what is not found, 409 for a txid that is taken.
 */
export type Dialect = 'standard' | 'efi';

/** Everything may be left out. Delays and pauses in milliseconds, amounts in centavos. */
export interface BankSimulatorOptions {
  readonly host?: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The door of tests and people, plain HTTP on the loopback; 0, the default, takes a free one. */
  readonly controlPort?: number;
  readonly clock?: Clock;
  /** Where the state survives a restart; in memory when left out. */
  readonly stateFile?: string | undefined;
  /** Where the certificates are kept, made at the first start; in memory when left out. */
  readonly certificateFolder?: string | undefined;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  readonly tokenLifetimeSeconds?: number;
  /** The key of the account, in DICT form. */
  readonly pixKey?: string;
  readonly accountName?: string;
  readonly accountCity?: string;
  /** Counts for an account that no state file knows yet. */
  readonly openingBalance?: bigint;
  readonly dialect?: Dialect;
  /** How long a sent Pix is EM_PROCESSAMENTO. */
  readonly payoutDelayMs?: number;
  /** How long a devolução is EM_PROCESSAMENTO. */
  readonly refundDelayMs?: number;
  /** The pauses before each new try of a call-back; it is given up after the last. */
  readonly callbackPausesMs?: readonly number[];
  readonly callbackTimeoutMs?: number;
  /** Authorities that https call-backs may stand on besides the public ones and our own (PEM). */
  readonly callbackAuthorities?: readonly string[];
  /** Tries the address of a webhook before it is registered, as Efí does. */
  readonly checksCallbackAddress?: boolean;
  /** Sends only when the payer's key has a webhook, as Efí asks. */
  readonly requiresWebhookToSend?: boolean;
  /** How many items a page of a list has at most, however many are asked for. */
  readonly pageItemsMax?: number;
  /** Of the dice that faults with a probability are thrown with. */
  readonly seed?: number;
  /** How often it is looked for what is due. */
  readonly tickMs?: number;
}

export type Settings = {
  readonly [Name in keyof BankSimulatorOptions]-?: BankSimulatorOptions[Name];
};

const ALL_SCOPES = [
  'cob.write',
  'cob.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
  'payloadlocation.read',
  'pix.send',
  'gn.pix.send.read',
  'gn.balance.read',
];

const MINUTE_MS = 60_000;

/** When Efí tries a call-back again: after 5, 10, 20 minutes and so on (documentation of 2024). */
export const EFI_CALLBACK_PAUSES_MS: readonly number[] = [
  5, 10, 20, 40, 80, 160, 320, 640, 1280, 52_560,
].map((minutes) => minutes * MINUTE_MS);

const DEFAULTS: Settings = {
  host: '127.0.0.1',
  port: 0,
  controlPort: 0,
  clock: systemClock,
  stateFile: undefined,
  certificateFolder: undefined,
  clientId: 'Client_Id_simulador',
  clientSecret: 'Client_Secret_simulador',
  scopes: ALL_SCOPES,
  tokenLifetimeSeconds: 3600,
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  accountName: 'CONTA DO SIMULADOR',
  accountCity: 'SAO PAULO',
  openingBalance: 0n,
  dialect: 'standard',
  payoutDelayMs: 1000,
  refundDelayMs: 1000,
  callbackPausesMs: [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000],
  callbackTimeoutMs: 60_000,
  callbackAuthorities: [],
  checksCallbackAddress: false,
  requiresWebhookToSend: false,
  pageItemsMax: 1000,
  seed: 1,
  tickMs: 20,
};

export function completeSettings(options: BankSimulatorOptions): Settings {
  return { ...DEFAULTS, ...options };
}
