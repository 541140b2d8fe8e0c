import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#src/ground/clock.ts';
import type { Config } from '#src/ground/config/config.ts';
import { type ProcessLog, writeLines } from '#src/ground/log.ts';
import type { HttpProcesses } from '#src/ground/processes/http-processes.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { loadParts, ROOMS } from '#src/rooms.ts';
import type { AppContext } from './context.ts';
import { startDatabase } from './start-database.ts';
import { startTelemetry } from './start-telemetry.ts';

const WITHOUT_HTTPS = `
  Atenção: outras máquinas alcançam esta porta sem https, e por ela passam senhas e chaves.
  Ponha um proxy com https à frente e defina BASE_URL com o endereço dele.
`;

/** The parts of the first process. */
export interface Gateway {
  readonly config: Config;
  readonly log: ProcessLog;
  /** The parts that were started, in order; they are stopped in reverse order. */
  readonly running: RunningWork[];
  /** Undefined when this process serves HTTP itself. */
  readonly httpProcesses: HttpProcesses | undefined;
}

/** Starts the database and the roles of the configuration. Throws when one can't be started. */
export async function startParts({ config, log, running, httpProcesses }: Gateway): Promise<void> {
  const { logger } = log;
  // HTTP ends first, and the database last.
  if (httpProcesses) running.push({ stop: () => httpProcesses.stop() });
  const server = await startDatabase(config, logger, () => loadAhead(config));
  running.unshift(server);
  const { bootstrap, checkDatabase } = await partsOfDatabase();
  const { connectionString, ownerConnectionString } = server;
  const addresses = { connectionString, ownerConnectionString };
  const sharing = httpProcesses?.sharing;
  const options = { config, logger, clock: systemClock, httpProcesses, sharing, ...addresses };
  const prepared = await bootstrap(options);
  running.splice(1, 0, { stop: () => prepared.database.close() });
  const telemetry = await startTelemetry(prepared, 'primary');
  // It stops after all traced parts, and before the database, from which metrics are read.
  if (telemetry) running.splice(2, 0, telemetry);
  const appContext = { ...prepared, telemetry };
  await checkDatabase(appContext);
  const health = await startHealth(appContext, httpProcesses);
  const worker = config.roles.has('worker') ? [await startWorker(appContext)] : [];
  // Like telemetry it ends after the work that it tells of.
  running.splice(telemetry ? 3 : 2, 0, ...health, ...worker);
  if (httpProcesses) await serveInProcesses(httpProcesses, appContext);
  else if (config.roles.has('api')) running.push(await serveHere(appContext));
  logger.info({ roles: [...config.roles], processes: config.processes }, 'started');
  // Printed after the lines of the start, because people look at the end.
  await writeLines(logger);
  if (config.roles.has('api')) process.stderr.write(startBanner(config));
}

/** Loads the next modules while the process of the database becomes ready. */
function loadAhead({ roles, processes }: Config): void {
  const isServing = roles.has('api') && processes === 1;
  const parts: Promise<unknown>[] = [
    partsOfDatabase(),
    ...(roles.has('worker')
      ? [import('./compose-worker.ts'), loadParts(ROOMS, ({ work }) => work)]
      : []),
    ...(isServing
      ? [import('./compose-api.ts'), import('./http/drain.ts'), loadParts(ROOMS, ({ api }) => api)]
      : []),
  ];
  // The same import fails again where the part is used, and is reported there.
  Promise.all(parts).catch(() => {});
}

async function partsOfDatabase() {
  const [{ bootstrap }, { checkDatabase }] = await Promise.all([
    import('./bootstrap.ts'),
    import('./check-database.ts'),
  ]);
  return { bootstrap, checkDatabase };
}

/** Serves HEALTH_PORT, if it is set. The metrics are those of all processes of this gateway. */
async function startHealth(
  appContext: AppContext,
  httpProcesses: HttpProcesses | undefined,
): Promise<RunningWork[]> {
  const { healthPort } = appContext.config;
  if (healthPort === undefined) return [];
  const { startHealthServer } = await import('./http/health-server.ts');
  const renderMetrics = httpProcesses?.renderMetrics ?? appContext.renderMetrics;
  return [await startHealthServer(appContext, healthPort, renderMetrics)];
}

async function startWorker(appContext: AppContext): Promise<RunningWork> {
  const { composeWorker } = await import('./compose-worker.ts');
  return composeWorker(appContext);
}

async function serveHere(appContext: AppContext): Promise<RunningWork> {
  const [{ composeApi }, { drainConnections, STOP_DRAIN_MS }] = await Promise.all([
    import('./compose-api.ts'),
    import('./http/drain.ts'),
  ]);
  const app = await composeApi(appContext);
  const { port, host } = appContext.config;
  try {
    await app.listen({ port, host });
  } catch (error) {
    await app.stop();
    throw error;
  }
  return {
    stop: async () => {
      await drainConnections(app, STOP_DRAIN_MS);
      await app.stop();
    },
  };
}

async function serveInProcesses(
  httpProcesses: HttpProcesses,
  { connectionString, sandboxMerchantId, sharing, metrics }: AppContext,
): Promise<void> {
  const { processCount } = sharing;
  const order = { connectionString, sandboxMerchantId, processCount };
  await httpProcesses.start(order, metrics.values);
}

/** The text for a terminal after the start: addresses, sandbox keys, and a first call to try. */
function startBanner(config: Config): string {
  const { baseUrl, sandbox } = config;
  const isOpenWithoutHttps = config.isExposed && baseUrl.startsWith('http:');
  return `
  pix-gateway está no ar

    Painel         ${config.appUrl}
    API            ${baseUrl}/v1
    Guia           ${baseUrl}/guia
    Documentação   ${baseUrl}/docs
${isOpenWithoutHttps ? WITHOUT_HTTPS : ''}${sandbox.isOpen ? sandboxText(config) : ''}${OWN_ACCOUNT}
`;
}

/** The program of a release archive, which has no npm. */
const LAUNCHER = join(import.meta.dirname, '../../../pix-gateway');
const COMMAND = existsSync(LAUNCHER) ? LAUNCHER : 'npm run -s cli --';

const OWN_ACCOUNT = `
  Abra uma conta de teste só sua, com links, assinaturas, lotes e webhooks:

    ${COMMAND} merchant create --with-test-key \\
      --username minha-loja --name 'Minha Loja' --document 11222333000181
`;

function sandboxText({ baseUrl, sandbox }: Config): string {
  return `
  Conta sandbox (pública, não move dinheiro):

    client-id      ${sandbox.clientId}
    client-secret  ${sandbox.clientSecret}
    painel         ${sandbox.email} / ${sandbox.password}

  Crie uma cobrança; ela é paga sozinha em ${sandbox.paymentDelaySeconds} s:

    curl ${baseUrl}/v1/pix/qrcode \\
      -H 'client-id: ${sandbox.clientId}' \\
      -H 'client-secret: ${sandbox.clientSecret}' \\
      -H 'Content-Type: application/json' \\
      -d '{"amount": 9990, "payer": {"name": "Maria Silva", "document": "12345678909"}}'
`;
}
