import { seedOperator } from '#src/accounts/auth/operators/create-operator.ts';
import { closeSandboxUser, seedSandboxUser } from '#src/accounts/auth/seed-sandbox-user.ts';
import { type ChargeOwner, giveChargeOwners } from '#src/charges/charge-owner.ts';
import { giveDefenseFiles } from '#src/disputes/defense-files.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Config } from '#src/ground/config/config.ts';
import { openDatabase, type PlanMode } from '#src/ground/database/database.ts';
import { makePartitions } from '#src/ground/database/partitions.ts';
import { createSecretBox } from '#src/ground/encryption/encryption.ts';
import { type Passwords, scryptPasswords } from '#src/ground/encryption/passwords.ts';
import { giveStandardAnswers } from '#src/ground/http/standard-door.ts';
import type { Logger } from '#src/ground/log.ts';
import { createMailer } from '#src/ground/mail/mailer.ts';
import { createMetrics } from '#src/ground/metrics.ts';
import type { HttpProcesses } from '#src/ground/processes/http-processes.ts';
import { type Limits, memoryLimits } from '#src/ground/work/limits.ts';
import { type Scheduler, timers } from '#src/ground/work/scheduler.ts';
import { type WorkSharing, workAlone } from '#src/ground/work/work-sharing.ts';
import { countTakenAmounts } from '#src/incoming/payments/amounts-at-bank.ts';
import { countUnreadable } from '#src/incoming/payments/unreadable-payments.ts';
import { giveRecurringRecords } from '#src/incoming/reconciliation/recurring-records.ts';
import { countUnrequestedRefunds } from '#src/incoming/reconciliation/unrequested-refunds.ts';
import { countWrittenPostings } from '#src/ledger/journal.ts';
import { readersOf, watchAlerts } from '#src/messages/alerts/alert-readers.ts';
import { giveWaitingBatches } from '#src/messages/alerts/waiting-batches.ts';
import {
  readEnglishReaders,
  readNamedMerchants,
  readRecipients,
} from '#src/messages/recipients.ts';
import { givePayoutOwners } from '#src/money-out/payouts/payout-owner.ts';
import type { Room } from '#src/room.ts';
import { loadParts, ROOMS } from '#src/rooms.ts';
import { seedSandbox } from '#src/test-world/sandbox/seed-sandbox.ts';
import { giveEventForms } from '#src/webhooks/event-bodies.ts';
import type { AppContext } from './context.ts';
import { checkKey, keysOf } from './encryption-keys.ts';
import { openRestoration } from './open-restoration.ts';
import { prepareBuckets, prepareDatabase } from './prepare-database.ts';

// Connections of the main pool: a server has 100 by default, and log-ins use others.
const CONNECTIONS_OF_MACHINE = 64;
const CONNECTIONS_MAX = 12;
const CONNECTIONS_MIN = 4;
const KEEPERS_MAX = 4;
/** As many as the work of an idle gateway uses at once. */
const CONNECTIONS_KEPT = 2;

export interface BootstrapOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly connectionString: string;
  /** Default: MIGRATION_DATABASE_URL of the configuration. */
  readonly ownerConnectionString?: string | undefined;
  /** Most connections of the main pool. Default: by the processes of the machine, 4 to 12. */
  readonly connectionsMax?: number | undefined;
  /** Default: each execution is planned. Tests plan each statement once a connection. */
  readonly planMode?: PlanMode;
  /** Default: timers. */
  readonly scheduler?: Scheduler;
  /** Default: scrypt. Tests hash passwords in a cheaper way. */
  readonly passwords?: Passwords;
  /** The HTTP processes, if separate processes serve HTTP. */
  readonly httpProcesses?: HttpProcesses | undefined;
  /** Default: in the memory of this process. */
  readonly limits?: Limits;
  /** Default: this process works alone. */
  readonly sharing?: WorkSharing | undefined;
  /** Default: all rooms. A test leaves some out. */
  readonly rooms?: readonly Room[] | undefined;
}

/**
 * Opens the database, migrates it, checks the encryption key and seeds the sandbox and the
 * operator. Throws a ConfigError when the database can't be migrated by the configured roles or was
 * made with another key.
 */
export async function bootstrap(
  options: BootstrapOptions,
): Promise<AppContext & { readonly applied: readonly string[] }> {
  const parts = await openParts(options);
  const { config, connectionString } = options;
  const { database, clock, metrics, passwords, secretBox } = parts;
  const ownerConnectionString = options.ownerConnectionString ?? config.migrationDatabaseUrl;
  try {
    const applied = await prepareDatabase(database, {
      connectionString,
      ownerConnectionString,
    });
    await prepareBuckets(database, clock.now());
    await checkKey(database, secretBox);
    await openRestoration(config, { database, clock });
    const { fees, sandbox } = config;
    const { merchantId } = await seedSandbox({ database, clock, fees, sandbox });
    const { email, password } = sandbox;
    const seedDeps = { database, clock, passwords, secretBox };
    if (sandbox.isOpen) await seedSandboxUser(seedDeps, { merchantId, email, password });
    else await closeSandboxUser(seedDeps, email);
    await seedOperator({ database, clock, passwords }, config.operator);
    const alertReaders = readersOf({ config, database, clock });
    // All processes of a machine read the same from the database, so only one shows these metrics.
    watchBank({ config, database, metrics });
    watchAlerts(alertReaders, metrics);
    watchProcesses({ config, metrics }, options.httpProcesses);
    return {
      ...parts,
      ownerConnectionString,
      alertReaders,
      applied,
      sandboxMerchantId: merchantId,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Options that the primary process gives to an HTTP process. */
export interface HttpProcessOptions extends BootstrapOptions {
  readonly sandboxMerchantId: string;
}

/** Opens the database that another process of this machine has prepared with `bootstrap`. */
export async function joinGateway(options: HttpProcessOptions): Promise<AppContext> {
  const parts = await openParts(options);
  const { sandboxMerchantId } = options;
  return { ...parts, sandboxMerchantId, alertReaders: readersOf(parts) };
}

/**
 * The owners of charges in the order in which they claim: options before their room, the last
 * record first. A line of a batch that another worker has made a charge then claims nothing else.
 */
export async function chargeOwnersOf(rooms: readonly Room[]): Promise<readonly ChargeOwner[]> {
  return (await loadParts(rooms.toReversed(), (room) => room.chargeOwners)).flat();
}

/** Opens the parts that every process of the gateway needs. */
async function openParts({
  config,
  logger,
  clock,
  connectionString,
  passwords = scryptPasswords,
  limits = memoryLimits(),
  scheduler = timers,
  sharing = workAlone(),
  connectionsMax = connectionsOf(config.processes),
  planMode = 'force_custom_plan',
  rooms = ROOMS,
}: BootstrapOptions): Promise<Omit<AppContext, 'alertReaders' | 'sandboxMerchantId'>> {
  const secretBox = createSecretBox(await keysOf(config));
  giveChargeOwners(await chargeOwnersOf(rooms));
  givePayoutOwners((await loadParts(rooms, (room) => room.payoutOwners)).flat());
  giveStandardAnswers((await loadParts(rooms, (room) => room.standardAnswers))[0]);
  giveRecurringRecords((await loadParts(rooms, (room) => room.recurringRecords))[0]);
  giveWaitingBatches((await loadParts(rooms, (room) => room.waitingBatches))[0]);
  giveDefenseFiles((await loadParts(rooms, (room) => room.defenseFiles))[0]);
  giveEventForms((await loadParts(rooms, (room) => room.eventForms)).flat());
  const database = openDatabase({
    connectionString,
    connectionsMax,
    connectionsKept: CONNECTIONS_KEPT,
    planKeepersMax: planMode === 'force_custom_plan' ? keepersOf(config.processes) : 0,
    applicationName: 'pix-gateway',
    planMode,
    onIdleError: (error) => logger.warn({ reason: error.message }, 'a connection was lost'),
    onMissingPartition: (queryable, bucketId) => makePartitions(queryable, bucketId, clock.now()),
  });
  const metrics = createMetrics();
  metrics.watchPool(database);
  database.pool.hosts.onMove(({ host }) => {
    logger.warn({ host }, 'another server of the database is used now');
  });
  database.pool.hosts.onSplit(({ host, primaries }) => {
    if (primaries.length === 0) logger.warn({ host }, 'one server of the database accepts writes');
    else
      logger.fatal({ primaries }, 'several servers of the database accept writes: all is refused');
  });
  metrics.counts({
    name: 'pix_gateway_postings_total',
    help: 'Ledger postings by kind',
    label: 'kind',
    read: countWrittenPostings,
  });
  metrics.counts({
    name: 'pix_gateway_payments_of_other_amount_total',
    help: 'Payments of charges with a due date that paid more or less than the gateway computes',
    label: 'direction',
    read: countTakenAmounts,
  });
  return {
    config,
    database,
    clock,
    scheduler,
    logger,
    metrics,
    secretBox,
    passwords,
    limits,
    sharing,
    rooms,
    mailer: createMailer(secretBox, {
      appUrl: config.appUrl,
      readRecipients,
      readEnglishReaders,
      readNamedMerchants,
    }),
    connectionString,
    renderMetrics: metrics.render,
  };
}

/** Most connections of one process; all processes of a machine share CONNECTIONS_OF_MACHINE. */
function connectionsOf(processes: number): number {
  const fairShare = Math.floor(CONNECTIONS_OF_MACHINE / processes) - keepersOf(processes);
  return Math.min(CONNECTIONS_MAX, Math.max(CONNECTIONS_MIN, fairShare));
}

/** Most connections of one process that keep plans; none where the machine has many processes. */
function keepersOf(processes: number): number {
  const fairShare = Math.floor(CONNECTIONS_OF_MACHINE / processes);
  const spare = Math.max(0, fairShare - CONNECTIONS_MIN);
  return Math.min(KEEPERS_MAX, Math.floor(fairShare / KEEPERS_MAX), spare);
}

/** Registers the metrics of the bank that an operator watches. */
function watchBank({
  config,
  database,
  metrics,
}: Pick<AppContext, 'config' | 'database' | 'metrics'>): void {
  if (!config.bank) return;
  metrics.gauge(
    'pix_gateway_unrequested_refunds',
    'Refunds by the bank that this gateway did not ask for (up to 1000); alert when it grows',
    () => countUnrequestedRefunds(database),
  );
  metrics.gauge(
    'pix_gateway_unreadable_payments',
    'Payments at the bank that can not be read and are set aside; alert above zero',
    () => countUnreadable(database),
  );
}

/** Registers the metrics of the processes that serve HTTP; without them this process may serve. */
function watchProcesses(
  { config, metrics }: Pick<AppContext, 'config' | 'metrics'>,
  httpProcesses: HttpProcesses | undefined,
): void {
  const servingHere = config.roles.has('api') ? 1 : 0;
  metrics.gauge(
    'pix_gateway_http_processes',
    'Processes that serve HTTP now',
    () => httpProcesses?.servingCount() ?? servingHere,
  );
  metrics.counts({
    name: 'pix_gateway_http_process_crashes_total',
    help: 'HTTP processes that ended by themselves and were started again, by exit code or signal',
    label: 'reason',
    read: () => httpProcesses?.crashes() ?? new Map(),
  });
}
