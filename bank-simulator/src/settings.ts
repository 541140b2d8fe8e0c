import type { DeviationName } from './bank/deviations.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ReceiverAccount } from './state/records.ts';

/**
 * `standard` answers as the Central Bank's API Pix 2.10.0; `efi` as Efí where Efí differs: other
 * error bodies, 400 for "not found", 409 for an existing txid.
 */
export type Dialect = 'standard' | 'efi';

/** All settings are optional. Delays and pauses in milliseconds, amounts in centavos. */
export interface BankSimulatorOptions {
  readonly host?: string;
  /** The port of the API. Default 0: a free port. */
  readonly port?: number;
  /** The port of the page and of `/control`, HTTP on the loopback. Default 0: a free port. */
  readonly controlPort?: number;
  readonly clock?: Clock;
  /** The file that keeps the state over a restart. Default: in memory. */
  readonly stateFile?: string | undefined;
  /** The folder of the certificates, made at the first start. Default: in memory. */
  readonly certificateFolder?: string | undefined;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  readonly tokenLifetimeSeconds?: number;
  /** The key of the account, in DICT form. */
  readonly pixKey?: string;
  readonly accountName?: string;
  readonly accountCity?: string;
  /** The holder of the account, as charges with due dates show it. */
  readonly receiver?: Receiver;
  /** The account of the receiver, as recurring charges name it. */
  readonly receiverAccount?: ReceiverAccount;
  /** The holidays of municipalities, by the code of the IBGE. */
  readonly localHolidays?: Readonly<Record<string, readonly string[]>>;
  /**
   * The port on which payers' programs read payloads by https, without a client's certificate; 0 is
   * a free port. Default: none, and no address of a charge can be reached.
   */
  readonly locationPort?: number | undefined;
  /** The time for which the charges of a lot are EM_PROCESSAMENTO. */
  readonly lotDelayMs?: number;
  /** The time that a message between the bank and a payer's bank takes (Pix Automático). */
  readonly messageDelayMs?: number;
  /** The time until a payer's bank confirms that a solicitation was withdrawn. */
  readonly withdrawalDelayMs?: number;
  /**
   * How a change of a due charge ends a fine, interest, rebate or discount: `valor` lacks it, has
   * it as null, or has it with zero. With the latter two, and with `never`, a missing part stays.
   */
  readonly removesParts?: 'missing' | 'null' | 'zero' | 'never';
  /** Writes the payers of recurrences in capitals and without accents. */
  readonly capitalizesNames?: boolean;
  /** The covenants (convênios) that recurrences may name. Default: any. */
  readonly covenants?: readonly string[] | undefined;
  /** Only for a new account: a state file keeps its own balance. */
  readonly openingBalance?: bigint;
  readonly dialect?: Dialect;
  /** Differences from the document besides those of the dialect. */
  readonly deviations?: readonly DeviationName[];
  /** The time for which a sent Pix is EM_PROCESSAMENTO. */
  readonly payoutDelayMs?: number;
  /** The time for which a refund (devolução) is EM_PROCESSAMENTO. */
  readonly refundDelayMs?: number;
  /** The pause before each retry of a call-back; the retry after the last pause is the last one. */
  readonly callbackPausesMs?: readonly number[];
  readonly callbackTimeoutMs?: number;
  /** Authorities that call-backs by https trust besides the public ones and our own (PEM). */
  readonly callbackAuthorities?: readonly string[];
  /** Tests the address of a webhook before its registration, as Efí does. */
  readonly checksCallbackAddress?: boolean;
  /** Refuses payouts when the payer's key has no webhook, as Efí does. */
  readonly requiresWebhookToSend?: boolean;
  /** Whether `saldo` includes what is blocked; Efí doesn't document it. */
  readonly balanceIncludesBlocked?: boolean;
  /** The maximum number of items of a page, also when a request asks for more. */
  readonly pageItemsMax?: number;
  /** The seed of the random numbers of faults with a probability. */
  readonly seed?: number;
  /** The interval at which due work is done. */
  readonly tickMs?: number;
  /** Called when a request will get no answer, and after the work that it asks for, if any. */
  readonly onSilence?: (request: SilentRequest) => void;
}

/** A request without an answer. */
export interface SilentRequest {
  readonly method: string;
  /** Host and port. */
  readonly host: string;
  /** With the query. */
  readonly path: string;
}

export interface Receiver {
  readonly nome: string;
  readonly cnpj: string;
  readonly logradouro: string;
  readonly cidade: string;
  readonly uf: string;
  readonly cep: string;
}

export type Settings = {
  readonly [Name in keyof BankSimulatorOptions]-?: BankSimulatorOptions[Name];
};

const ALL_SCOPES = [
  'cob.write',
  'cob.read',
  'cobv.write',
  'cobv.read',
  'lotecobv.write',
  'lotecobv.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
  'payloadlocation.write',
  'payloadlocation.read',
  'payloadlocationrec.write',
  'payloadlocationrec.read',
  'rec.write',
  'rec.read',
  'solicrec.write',
  'solicrec.read',
  'cobr.write',
  'cobr.read',
  'webhookrec.write',
  'webhookrec.read',
  'webhookcobr.write',
  'webhookcobr.read',
  'pix.send',
  'gn.pix.send.read',
  'gn.balance.read',
  'gn.infractions.read',
  'gn.infractions.write',
];

const MINUTE_MS = 60_000;

/** Efí's retries of a call-back: after 5, 10, 20 minutes and so on (documentation of 2024). */
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
  receiver: {
    nome: 'Conta do Simulador Ltda.',
    cnpj: '11222333000181',
    logradouro: 'Rua do Simulador, 100',
    cidade: 'São Paulo',
    uf: 'SP',
    cep: '01001000',
  },
  receiverAccount: { agencia: '0001', conta: '1234567', tipoConta: 'PAGAMENTO' },
  localHolidays: {},
  locationPort: undefined,
  lotDelayMs: 0,
  messageDelayMs: 1000,
  withdrawalDelayMs: 0,
  removesParts: 'missing',
  capitalizesNames: false,
  covenants: undefined,
  openingBalance: 0n,
  dialect: 'standard',
  deviations: [],
  payoutDelayMs: 1000,
  refundDelayMs: 1000,
  callbackPausesMs: [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000],
  callbackTimeoutMs: 60_000,
  callbackAuthorities: [],
  checksCallbackAddress: false,
  requiresWebhookToSend: false,
  balanceIncludesBlocked: false,
  pageItemsMax: 1000,
  seed: 1,
  tickMs: 20,
  onSilence: () => {},
};

export function completeSettings(options: BankSimulatorOptions): Settings {
  return { ...DEFAULTS, ...options };
}
