import { isIP, SocketAddress } from 'node:net';
import { type BackupConfig, readBackupConfig } from '../backup/backup-config.ts';
import type { Brand } from '../brand/brand.ts';
import { readBrandConfig } from '../brand/read-brand-config.ts';
import { DatabaseAddressError, readDatabaseAddress } from '../database/database-address.ts';
import { isMailAddress } from '../mail/mail-address.ts';
import { readTelemetryConfig, type TelemetryConfig } from '../telemetry/telemetry-config.ts';
import { type ApiPixConfig, readApiPixConfig } from './api-pix-config.ts';
import type { BankConfig } from './bank-config.ts';
import {
  type Bounds,
  ConfigError,
  type Environment,
  type Reader,
  type Role,
  reader,
  readProcesses,
  readTrustedProxies,
} from './config-reader.ts';
import { hostOf, isExposed, isLoopbackHost, unsafeExposure } from './exposure.ts';
import { readBankConfig } from './read-bank-config.ts';
import { readLocalHolidays } from './read-local-holidays.ts';

export { ConfigError, type Role } from './config-reader.ts';

/** The configuration, checked and frozen. Money in centavos, rates in basis points. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where health and metrics are served too, also without the role `api`. */
  readonly healthPort: number | undefined;
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly databaseUrl: string | undefined;
  /** The same database by the role that owns the tables; migrations use it. */
  readonly migrationDatabaseUrl: string | undefined;
  readonly dataDir: string;
  /** Backups of the embedded database; undefined: none are made. */
  readonly backup: BackupConfig | undefined;
  readonly encryptionKey: Buffer | undefined;
  /** Old keys, which only decrypt. */
  readonly previousEncryptionKeys: readonly Buffer[];
  readonly roles: ReadonlySet<Role>;
  /** How many processes of the gateway run on this machine. */
  readonly processes: number;
  /** How long a process that serves HTTP may hang before it is replaced. */
  readonly processSilenceSeconds: number;
  readonly redisUrl: string | undefined;
  readonly defaultRateLimitPerMinute: number;
  /** How many lines of batches of charges a merchant may send in 24 hours and one environment. */
  readonly chargeBatchLinesPerDay: number;
  readonly isProduction: boolean;
  readonly logLevel: string;
  /** The proxies whose `X-Forwarded-For` is believed: how many in a row, or their addresses. */
  readonly trustProxy: false | number | string;
  readonly metricsToken: string | undefined;
  /** Traces and metrics by OTLP; undefined: none are sent. */
  readonly telemetry: TelemetryConfig | undefined;
  readonly isIdempotencyRequired: boolean;
  /** Whether live keys need a passed webhook exam of their merchant. */
  readonly isWebhookExamRequired: boolean;
  /** Whether other machines can reach the gateway: see exposure.ts. */
  readonly isExposed: boolean;
  readonly allowPrivateWebhookAddresses: boolean;
  /** Name servers for the hosts of webhooks and of the bank; undefined: the machine's. */
  readonly nameServers: readonly string[] | undefined;
  readonly fees: FeeDefaults;
  /** An operator's adjustment of more centavos than this needs a second operator. */
  readonly adjustmentApprovalAbove: number;
  /** How the platform presents itself to merchants and payers. */
  readonly brand: Brand;
  readonly sandbox: SandboxConfig;
  readonly retention: RetentionConfig;
  readonly lookUps: LookUpConfig;
  /** Days by states and municipalities, for charges with a due date. */
  readonly localHolidays: ReadonlyMap<string, readonly string[]>;
  readonly apiPix: ApiPixConfig;
  /** The mail server; without it mails stay in the operator's outbox. */
  readonly smtp: SmtpConfig | undefined;
  /** The bank of live keys; without it live keys are refused. */
  readonly bank: BankConfig | undefined;
  /** The first operator, created at a start when no operator exists. */
  readonly operator: { readonly email: string; readonly password: string } | undefined;
}

export interface SmtpConfig {
  readonly url: string;
  readonly from: string;
  /** Whether mails wait until the server offers TLS; it does nothing for `smtps`. */
  readonly requiresTls: boolean;
}

/** The fee plan of merchants without their own plan. */
export interface FeeDefaults {
  readonly feeBasisPoints: number;
  readonly feeFixedCentavos: number;
  readonly payoutFeeCentavos: number;
}

/** The days for which rows with a retention period are kept. */
export interface RetentionConfig {
  /** Events, their deliveries and attempts. */
  readonly eventDays: number;
  readonly bankCallbackDays: number;
  /** Files of disputes. */
  readonly disputeFileDays: number;
}

/** The addresses of public sources that fill in registrations; undefined: none. */
export interface LookUpConfig {
  readonly cnpjUrl: string | undefined;
  readonly cepUrl: string | undefined;
}

export interface SandboxConfig {
  /** Whether the published keys and the published log-in work. */
  readonly isOpen: boolean;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly email: string;
  readonly password: string;
  readonly webhookSecret: string;
  readonly paymentDelaySeconds: number;
  /** Older rows are deleted; the oldest are deleted first beyond `chargesMax` charges. */
  readonly retentionDays: number;
  readonly chargesMax: number;
  /** The limit of all addresses together. */
  readonly rateLimitPerMinute: number;
}

const OPERATOR_PASSWORD_LENGTH_MIN = 10;
const POSTGRES_EXAMPLE = 'postgres://usuario:senha@servidor/banco';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const Port: Bounds = { min: 0, max: 65_535 };
const Count: Bounds = { min: 0, max: 1_000_000_000 };
const BasisPoints: Bounds = { min: 0, max: 10_000 };
/** At least as long as a webhook is tried again and a bank's call-back may be disputed. */
const RetentionDays: Bounds = { min: 7, max: 36_500 };
/** Longer than a dispute can be open. */
const DisputeFileDays: Bounds = { min: 180, max: 36_500 };
const SandboxDays: Bounds = { min: 1, max: 36_500 };
const SandboxCharges: Bounds = { min: 1, max: 1_000_000_000 };
const SANDBOX_RATE_LIMIT = 3_000;
const BatchLines: Bounds = { min: 1, max: 10_000_000 };
const RateLimit: Bounds = { min: 1, max: 1_000_000_000 };

/** Reads the environment once. Throws a ConfigError that names the first wrong variable. */
export function loadConfig(env: Environment): Config {
  const read = reader(env);
  const port = read.integer('PORT', 3000, Port);
  const isProduction = read.text('NODE_ENV', 'development') === 'production';
  const defaultRateLimitPerMinute = read.integer('DEFAULT_RATE_LIMIT_PER_MINUTE', 100, RateLimit);
  const addresses = addressesOf(read, port, isProduction);
  const brand = readBrandConfig(read, (message) => new ConfigError(message));
  const isLocalOnly = !isProduction && !addresses.isExposed;
  return Object.freeze({
    port,
    healthPort:
      read.optional('HEALTH_PORT') === undefined ? undefined : read.integer('HEALTH_PORT', 0, Port),
    ...addresses,
    ...databaseOf(read),
    backup: readBackupConfig(read, (message) => new ConfigError(message)),
    roles: read.roles('ROLES'),
    ...readProcesses(read),
    redisUrl: read.address('REDIS_URL', /^rediss?:\/\//, 'redis://servidor:porta'),
    defaultRateLimitPerMinute,
    chargeBatchLinesPerDay: read.integer('CHARGE_BATCH_LINES_PER_DAY', 50_000, BatchLines),
    isProduction,
    logLevel: read.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    trustProxy: readTrustedProxies(read),
    metricsToken: read.optional('METRICS_TOKEN'),
    telemetry: readTelemetryConfig(read, (message) => new ConfigError(message)),
    isIdempotencyRequired: read.flag('IDEMPOTENCY_REQUIRED', false),
    isWebhookExamRequired: read.flag('REQUIRE_WEBHOOK_EXAM', false),
    allowPrivateWebhookAddresses: read.flag('WEBHOOK_ALLOW_PRIVATE_ADDRESSES', isLocalOnly),
    nameServers: nameServersOf(read),
    fees: Object.freeze({
      feeBasisPoints: read.integer('DEFAULT_FEE_BPS', 149, BasisPoints),
      feeFixedCentavos: read.integer('DEFAULT_FEE_FIXED', 49, Count),
      payoutFeeCentavos: read.integer('DEFAULT_PAYOUT_FEE', 0, Count),
    }),
    adjustmentApprovalAbove: read.integer('ADJUSTMENT_APPROVAL_ABOVE', 100_000, Count),
    sandbox: sandboxOf(read, defaultRateLimitPerMinute),
    retention: Object.freeze({
      eventDays: read.integer('EVENT_RETENTION_DAYS', 90, RetentionDays),
      bankCallbackDays: read.integer('BANK_CALLBACK_RETENTION_DAYS', 90, RetentionDays),
      disputeFileDays: read.integer('DISPUTE_FILE_RETENTION_DAYS', 1_825, DisputeFileDays),
    }),
    lookUps: Object.freeze({
      cnpjUrl: read.address('CNPJ_LOOKUP_URL', /^https?:\/\/\S*\{cnpj\}/, 'https://fonte/{cnpj}'),
      cepUrl: read.address('CEP_LOOKUP_URL', /^https?:\/\/\S*\{cep\}/, 'https://fonte/{cep}'),
    }),
    localHolidays: readLocalHolidays(
      read.optional('LOCAL_HOLIDAYS_FILE'),
      (message) => new ConfigError(message),
    ),
    apiPix: readApiPixConfig(read),
    bank: readBankConfig(env, (message) => new ConfigError(message)),
    brand,
    smtp: smtpOf(read, addresses.baseUrl, brand),
    operator: operatorOf(read),
  });
}

function sandboxOf(read: Reader, defaultRateLimit: number): SandboxConfig {
  const limitOfAll = Math.max(SANDBOX_RATE_LIMIT, defaultRateLimit);
  return Object.freeze({
    isOpen: read.oneOf('SANDBOX', 'on', ['on', 'off']) === 'on',
    clientId: read.text('SANDBOX_CLIENT_ID', 'svc_pk_test_sandbox_publico'),
    clientSecret: read.text('SANDBOX_CLIENT_SECRET', 'svc_sk_test_sandbox_publico'),
    email: read.text('SANDBOX_EMAIL', 'sandbox@example.com'),
    password: read.text('SANDBOX_PASSWORD', 'sandbox-publico'),
    webhookSecret: read.text('SANDBOX_WEBHOOK_SECRET', 'whsec_sandbox_publico'),
    paymentDelaySeconds: read.integer('SANDBOX_PAYMENT_DELAY_SECONDS', 30, Count),
    retentionDays: read.integer('SANDBOX_RETENTION_DAYS', 7, SandboxDays),
    chargesMax: read.integer('SANDBOX_CHARGES_MAX', 200_000, SandboxCharges),
    rateLimitPerMinute: read.integer('SANDBOX_RATE_LIMIT_PER_MINUTE', limitOfAll, RateLimit),
  });
}

/** The listening host and port, the public URLs, and whether other machines can reach them. */
function addressesOf(read: Reader, port: number, isProduction: boolean) {
  const host = read.text('HOST', '127.0.0.1');
  const baseUrl = read.url('BASE_URL') ?? `http://localhost:${port}`;
  const appUrl = read.url('APP_URL') ?? baseUrl;
  const addresses = { host, baseUrl, appUrl };
  const unsafe = unsafeExposure(addresses, isProduction);
  if (unsafe !== undefined) throw new ConfigError(unsafe);
  return { ...addresses, isExposed: isExposed(addresses) };
}

function databaseOf(
  read: Reader,
): Pick<
  Config,
  'databaseUrl' | 'migrationDatabaseUrl' | 'dataDir' | 'encryptionKey' | 'previousEncryptionKeys'
> {
  const databaseUrl = databaseAddressOf(read, 'DATABASE_URL');
  const migrationDatabaseUrl = databaseAddressOf(read, 'MIGRATION_DATABASE_URL');
  if (migrationDatabaseUrl && !databaseUrl) {
    throw new ConfigError('MIGRATION_DATABASE_URL só vale com DATABASE_URL');
  }
  const encryptionKey = read.key('ENCRYPTION_KEY');
  if (databaseUrl && !encryptionKey) {
    throw new ConfigError(
      'ENCRYPTION_KEY é obrigatória com DATABASE_URL; gere uma com: openssl rand -base64 32',
    );
  }
  const previousEncryptionKeys = read.keys('ENCRYPTION_KEY_PREVIOUS');
  const dataDir = read.text('DATA_DIR', './data');
  return { databaseUrl, migrationDatabaseUrl, dataDir, encryptionKey, previousEncryptionKeys };
}

/** One or several PostgreSQL servers. Throws a ConfigError that doesn't quote the address. */
function databaseAddressOf(read: Reader, name: string): string | undefined {
  const text = read.optional(name);
  if (text === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new ConfigError(`${name} inválida: esperado um endereço ${POSTGRES_EXAMPLE}`);
  }
  try {
    readDatabaseAddress(text);
    return text;
  } catch (error) {
    if (!(error instanceof DatabaseAddressError)) throw error;
    throw new ConfigError(`${name} inválida: ${error.message}`);
  }
}

function smtpOf(read: Reader, baseUrl: string, { name }: Brand): Config['smtp'] {
  const url = read.address('SMTP_URL', /^smtps?:\/\//, 'smtp://usuario:senha@servidor:porta');
  const from = read.text('MAIL_FROM', `"${name}" <nao-responda@${new URL(baseUrl).hostname}>`);
  // The connection doesn't leave this machine.
  const isLocal = url !== undefined && isLoopbackHost(hostOf(url));
  const requiresTls = read.flag('SMTP_REQUIRE_TLS', !isLocal);
  return url === undefined ? undefined : Object.freeze({ url, from, requiresTls });
}

function operatorOf(read: Reader): Config['operator'] {
  const email = read.optional('OPERATOR_EMAIL');
  const password = read.optional('OPERATOR_PASSWORD');
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || !isMailAddress(email)) {
    throw new ConfigError(
      'OPERATOR_EMAIL inválido: esperado um e-mail, junto de OPERATOR_PASSWORD',
    );
  }
  if (password === undefined || password.length < OPERATOR_PASSWORD_LENGTH_MIN) {
    const length = OPERATOR_PASSWORD_LENGTH_MIN;
    throw new ConfigError(`OPERATOR_PASSWORD inválida: esperados ao menos ${length} caracteres`);
  }
  return Object.freeze({ email, password });
}

/**
 * The name servers for the hosts of webhooks and of the bank; undefined: the machine's. Throws a
 * ConfigError for a text that is not an address.
 */
function nameServersOf(read: Reader): readonly string[] | undefined {
  const servers = read
    .optional('DNS_SERVERS')
    ?.split(',')
    .map((server) => server.trim());
  if (servers === undefined || servers.every(isServerAddress)) return servers;
  throw new ConfigError(
    'DNS_SERVERS inválida: esperados endereços IP, com ou sem porta, como 10.0.0.2 ou [::1]:53',
  );
}

function isServerAddress(text: string): boolean {
  return isIP(text) !== 0 || SocketAddress.parse(text) !== undefined;
}
