import { randomUUID } from 'node:crypto';
import type { Logger } from '../log.ts';
import type { MetricValues, RenderedMetrics } from '../metrics.ts';
import { createListeners, type Listeners, type WorkSharing } from '../work/work-sharing.ts';
import {
  type CallAnswers,
  forkHttpProcess,
  type HttpProcess,
  type ProcessEnvironment,
} from './http-process.ts';
import { createMachineLimits } from './machine-limits.ts';
import type { StartOrder } from './messages.ts';

const BACK_OFF_MS = 100;
const BACK_OFF_MS_MAX = 10_000;
/** A process that ends after serving this long is started again at once. */
const STABLE_MS = 10_000;
/** How long connections wait for the next process when none serves; then they are refused. */
const PORT_WAIT_MS = 30_000;

export interface HttpProcessesOptions {
  readonly count: number;
  readonly environment: ProcessEnvironment;
  readonly logger: Logger;
  readonly now: () => number;
  /** How long a process that serves may be silent before it is replaced. */
  readonly silenceMsMax: number;
}

/** The processes that serve HTTP on one port. The primary starts them, and starts them again. */
export interface HttpProcesses {
  /** Lets the processes open the database. Throws ProcessFailure when one can't serve. */
  start(order: StartOrder, ownMetrics: () => Promise<MetricValues>): Promise<void>;
  /**
   * Replaces the processes one after another: the new one listens before the old one ends. Throws
   * ProcessFailure when a new process can't serve; the old ones then go on.
   */
  reload(environment: ProcessEnvironment): Promise<void>;
  /** The metrics of the primary and of all processes. */
  renderMetrics(): Promise<RenderedMetrics>;
  /** Ends all processes after their requests. */
  stop(): Promise<void>;
  /** How the primary shares work with the processes. */
  readonly sharing: WorkSharing;
  /** How many processes serve now. */
  servingCount(): number;
  /** How many processes ended without being asked to, by exit code or signal. */
  crashes(): ReadonlyMap<string, number>;
}

interface Pool {
  readonly options: HttpProcessesOptions;
  readonly answers: CallAnswers;
  readonly freeAll: (processId: number) => void;
  readonly processes: Set<HttpProcess>;
  /** Processes that crashed and whose ports are kept open until another listens on them. */
  readonly crashed: Set<HttpProcess>;
  readonly calls: Listeners<string>;
  readonly ends: Listeners<string>;
  environment: ProcessEnvironment;
  order: StartOrder | undefined;
  ownMetrics: () => Promise<MetricValues>;
  endedMetrics: Promise<MetricValues>;
  readonly crashes: Map<string, number>;
  /** Crashes since a process was stable. */
  crashesInRow: number;
  isStopping: boolean;
}

/** Starts the processes at once, so that they load their code while the database starts. */
export function openHttpProcesses(options: HttpProcessesOptions): HttpProcesses {
  const limits = createMachineLimits();
  const pool: Pool = {
    options,
    answers: {
      count: ({ steps }) => limits.count(steps),
      take: (request, processId) => limits.take(processId, request),
      free: limits.free,
      call(processId, work) {
        pool.calls.tell(work);
        callAll(pool, work, processId);
      },
      metrics: shared(() => renderAll(pool)),
    },
    freeAll: limits.freeAll,
    processes: new Set(),
    crashed: new Set(),
    calls: createListeners(),
    ends: createListeners(),
    environment: options.environment,
    order: undefined,
    ownMetrics: async () => [],
    endedMetrics: Promise.resolve([]),
    crashes: new Map(),
    crashesInRow: 0,
    isStopping: false,
  };
  const first = Array.from({ length: options.count }, () => launch(pool));
  let reloading = Promise.resolve();
  return {
    async start(order, ownMetrics) {
      Object.assign(pool, { order, ownMetrics });
      for (const child of first) child.start(order);
      await Promise.all(first.map((child) => child.serving));
    },
    reload(environment) {
      const next = reloading.then(() => replaceAll(pool, environment));
      reloading = next.catch(() => {});
      return next;
    },
    renderMetrics: () => renderAll(pool),
    async stop() {
      pool.isStopping = true;
      releasePorts(pool);
      await Promise.all([...pool.processes].map((child) => child.end(false)));
    },
    sharing: {
      processId: randomUUID(),
      processCount: options.count + 1,
      isChecking: true,
      call: (work) => callAll(pool, work),
      onCall: pool.calls.add,
      onEnd: pool.ends.add,
    },
    servingCount: () => [...pool.processes].filter((child) => child.state() === 'serving').length,
    crashes: () => pool.crashes,
  };
}

/** Calls all processes to work, except the one that calls. */
function callAll({ processes }: Pool, work: string, caller?: number): void {
  for (const child of processes) if (child.id !== caller) child.call(work);
}

/** Starts one process; it is replaced when it ends without being asked to. */
function launch(pool: Pool): HttpProcess {
  const { environment, answers, options } = pool;
  const { logger, silenceMsMax } = options;
  const isOther = (child: HttpProcess): boolean =>
    child !== launched && child.state() === 'serving' && !child.isLeaving();
  const isOnlyServing = (): boolean => ![...pool.processes].some(isOther);
  const watched = { logger, silenceMsMax, isOnlyServing };
  const launched: HttpProcess = forkHttpProcess({ environment, answers, ...watched });
  pool.processes.add(launched);
  launched.serving.then(() => releasePorts(pool)).catch(() => {});
  if (pool.order) launched.start(pool.order);
  const startedAt = options.now();
  void launched.ended.then((reason) => {
    pool.freeAll(launched.id);
    pool.ends.tell(launched.leaseId);
    pool.endedMetrics = addEnded(pool.endedMetrics, launched.metrics());
    pool.processes.delete(launched);
    keepPort(pool, launched);
    if (launched.isLeaving() || pool.isStopping || pool.order === undefined) return;
    pool.crashes.set(reason, (pool.crashes.get(reason) ?? 0) + 1);
    pool.options.logger.error({ reason }, 'an HTTP process ended');
    const isStable = pool.options.now() - startedAt >= STABLE_MS;
    pool.crashesInRow = isStable ? 0 : pool.crashesInRow + 1;
    const pauseMs = isStable ? 0 : Math.min(BACK_OFF_MS_MAX, BACK_OFF_MS * 2 ** pool.crashesInRow);
    setTimeout(() => launchMissing(pool), pauseMs);
  });
  return launched;
}

/** Lets connections wait for the next process, but not for ever. */
function keepPort(pool: Pool, ended: HttpProcess): void {
  pool.crashed.add(ended);
  if (pool.isStopping) releasePorts(pool);
  else setTimeout(() => ended.releasePort(), PORT_WAIT_MS).unref();
}

function releasePorts({ crashed }: Pool): void {
  for (const ended of crashed) ended.releasePort();
  crashed.clear();
}

/** Starts a process if there are fewer than there should be: a reload may have started one. */
function launchMissing(pool: Pool): void {
  const active = [...pool.processes].filter((child) => !child.isLeaving()).length;
  if (pool.isStopping || active >= pool.options.count) return;
  launch(pool).serving.catch((error: unknown) =>
    pool.options.logger.error({ err: error }, 'an HTTP process could not start'),
  );
}

async function replaceAll(pool: Pool, environment: ProcessEnvironment): Promise<void> {
  const previous = pool.environment;
  pool.environment = environment;
  for (const old of [...pool.processes]) {
    if (pool.isStopping || old.state() === 'ended') continue;
    const next = launch(pool);
    try {
      await next.serving;
    } catch (error) {
      pool.environment = previous;
      throw error;
    }
    await old.end(true);
  }
}

/** Who asks while `run` is under way gets its result: many scrapes at once cost what one does. */
function shared<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** The metrics of the primary and of all processes, also of ended ones. */
async function renderAll(pool: Pool): Promise<RenderedMetrics> {
  const [own, ended, ...others] = await Promise.all([
    pool.ownMetrics(),
    pool.endedMetrics,
    ...[...pool.processes].map((child) => child.collect()),
  ]);
  const { renderMerged } = await metricsLibrary();
  return renderMerged([own, ended, ...others]);
}

async function addEnded(before: Promise<MetricValues>, last: MetricValues): Promise<MetricValues> {
  return (await metricsLibrary()).addEnded(before, last);
}

/** Loaded when it is needed: the processes are started before anything else is loaded. */
function metricsLibrary(): Promise<typeof import('./merge-metrics.ts')> {
  return import('./merge-metrics.ts');
}
