import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { Logger } from '../log.ts';
import type { MetricValues } from '../metrics.ts';
import type {
  PrimaryCall,
  PrimaryCalls,
  StartFailure,
  StartOrder,
  ToHttpProcess,
  ToPrimary,
} from './messages.ts';

/** On a busy machine a first start takes minutes: the process is killed only if it hangs. */
const START_MS_MAX = 10 * MINUTE_MS;
const START_NOTICE_MS = MINUTE_MS;
/** More than a process needs to finish its requests. */
const END_TIMEOUT_MS = 25_000;
const COLLECT_TIMEOUT_MS = 1_000;
/** The call under which a process that ends sends its last metrics. */
export const LAST_METRICS = 0;

/** The environment of a process; undefined removes a variable. */
export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** How the primary answers calls; the process is named by its number. */
export type CallAnswers = {
  readonly [Name in PrimaryCall]: (
    question: PrimaryCalls[Name]['ask'],
    processId: number,
  ) => Promise<PrimaryCalls[Name]['answer']> | PrimaryCalls[Name]['answer'];
} & {
  /** Frees a slot that was taken. */
  readonly free: (processId: number, slot: number) => void;
  /** Calls the other processes to work. */
  readonly call: (processId: number, work: string) => void;
};

/** A process ended before it served. */
export class ProcessFailure extends Error {
  override readonly name = 'ProcessFailure';
  readonly failure: StartFailure;

  constructor(failure: StartFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The primary's side of one HTTP process. */
export interface HttpProcess {
  readonly id: number;
  /** The id under which it leases rows. */
  readonly leaseId: string;
  /** Resolves when it listens. Rejects with ProcessFailure when it ends before that. */
  readonly serving: Promise<void>;
  /** Resolves with its exit code or the signal that ended it. */
  readonly ended: Promise<string>;
  state(): 'starting' | 'serving' | 'ended';
  /** Whether the primary has asked it to end. */
  isLeaving(): boolean;
  start(order: StartOrder): void;
  /** Calls it to work, if it serves. */
  call(work: string): void;
  /** The last metrics that it sent. */
  metrics(): MetricValues;
  /** Its current metrics, or the last ones when it doesn't answer within a second. */
  collect(): Promise<MetricValues>;
  /** Ends it after its requests; kills it when that takes longer than 25 s. */
  end(isReload: boolean): Promise<void>;
}

export interface ForkOptions {
  readonly environment: ProcessEnvironment;
  readonly answers: CallAnswers;
  readonly logger: Logger;
  /** How long it may take from its order until it serves. Default 10 minutes. */
  readonly startMsMax?: number | undefined;
  /** How often the log says that it is still starting. Default each minute. */
  readonly startNoticeMs?: number | undefined;
}

/** Starts a process that runs the same file with another environment. */
export function forkHttpProcess(options: ForkOptions): HttpProcess {
  const { environment, answers } = options;
  const worker = cluster.fork(environment);
  const [id, leaseId] = [worker.id, randomUUID()];
  const serving = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  const metrics = openMetrics(worker);
  let state: ReturnType<HttpProcess['state']> = 'starting';
  let failure: StartFailure | undefined;
  let isLeaving = false;
  let isStopping = false;
  closeLostConnection(worker, () => isStopping);
  const watchStart = startWatch(worker, options, (message) => {
    failure = { message };
  });
  // No caller awaits `serving` of a process that is started again: the rejection is handled here.
  serving.promise.catch(() => {});

  worker.on('message', (message: ToPrimary) => {
    if (message.type === 'failed') failure = message.failure;
    else if (message.type === 'free') answers.free(id, message.slot);
    else if (message.type === 'call') answers.call(id, message.work);
    else if (message.type === 'collected') metrics.take(message.call, message.metrics);
    else void answerCall(worker, answers, message);
  });
  // A message to a process that has ended; the event `exit` follows.
  worker.on('error', () => {});
  worker.once('listening', () => {
    state = 'serving';
    serving.resolve();
  });
  worker.once('exit', (code: number | null, signal: string | null) => {
    state = 'ended';
    const reason = signal ?? `code ${code}`;
    serving.reject(new ProcessFailure(failure ?? { message: `an HTTP process ended: ${reason}` }));
    ended.resolve(reason);
    metrics.stop();
  });

  return {
    ...{ id, leaseId, serving: serving.promise, ended: ended.promise },
    state: () => state,
    isLeaving: () => isLeaving,
    metrics: metrics.last,
    collect: async () => (state === 'serving' ? metrics.collect() : metrics.last()),
    start(order) {
      // Before its order it waits for the first process, which may migrate for hours.
      watchStart();
      send(worker, { type: 'start', start: { ...order, processId: leaseId } });
    },
    call(work) {
      if (state === 'serving') send(worker, { type: 'call', work });
    },
    async end(isReload) {
      if (state === 'ended') return;
      isLeaving = true;
      isStopping = !isReload;
      // A process that doesn't serve yet has nothing to finish.
      if (state === 'starting') worker.process.kill('SIGKILL');
      else send(worker, { type: 'end', isReload });
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), END_TIMEOUT_MS);
      await ended.promise;
      clearTimeout(timer);
    },
  };
}

/**
 * Makes the function that begins to watch a start: the log says each minute that it lasts, and a
 * process that doesn't serve for a long time is killed.
 */
function startWatch(worker: Worker, options: ForkOptions, onKill: (reason: string) => void) {
  const { logger, startMsMax = START_MS_MAX, startNoticeMs = START_NOTICE_MS } = options;
  const timers: NodeJS.Timeout[] = [];
  let isOver = false;
  for (const event of ['listening', 'exit'] as const) {
    worker.once(event, () => {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
    });
  }
  return () => {
    if (isOver) return;
    let waitedMs = 0;
    const notice = (): void => {
      waitedMs += startNoticeMs;
      const seconds = waitedMs / SECOND_MS;
      logger.warn({ seconds }, 'an HTTP process is still starting: the machine is busy');
    };
    const kill = (): void => {
      onKill(`um processo HTTP não começou a atender em ${startMsMax / SECOND_MS} s; veja o log`);
      worker.process.kill('SIGKILL');
    };
    timers.push(setInterval(notice, startNoticeMs), setTimeout(kill, startMsMax));
  };
}

/**
 * Closes connections that the primary accepted and no process takes, so that their clients notice
 * at once: a connection that was being handed over when the process exited (nodejs/node 6117), and
 * one that the last process refuses because it stops listening.
 */
function closeLostConnection(worker: Worker, isEnding: () => boolean): void {
  const child = worker.process;
  const send = child.send.bind(child);
  let onItsWay: unknown;
  const close = (): void => {
    // Closing a connection that was handed over closes nothing: the primary's side is closed.
    if (onItsWay instanceof Object && 'close' in onItsWay) (onItsWay.close as () => void)();
  };
  const watched = (...words: Parameters<typeof send>): boolean => {
    const [, handle] = words;
    if (typeof handle === 'object') onItsWay = handle;
    return send(...words);
  };
  Object.assign(child, { send: watched });
  child.on('internalMessage', (message: { accepted?: boolean }) => {
    // Unless all processes end, the primary hands a refused connection to another.
    if (message.accepted === false && isEnding()) close();
  });
  worker.once('exit', close);
}

/** The last metrics of a process, and a function that requests new ones. */
function openMetrics(worker: Worker) {
  const waiting = new Map<number, () => void>();
  let last: MetricValues = [];
  let lastCall = LAST_METRICS;
  return {
    last: () => last,
    take(call: number, values: MetricValues): void {
      last = values;
      waiting.get(call)?.();
    },
    async collect(): Promise<MetricValues> {
      lastCall += 1;
      const call = lastCall;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, COLLECT_TIMEOUT_MS);
      waiting.set(call, resolve);
      send(worker, { type: 'collect', call });
      await promise;
      clearTimeout(timer);
      waiting.delete(call);
      return last;
    },
    stop(): void {
      for (const resolve of waiting.values()) resolve();
    },
  };
}

type Call = Extract<ToPrimary, { readonly call: number; readonly type: PrimaryCall }>;

async function answerCall(worker: Worker, answers: CallAnswers, message: Call): Promise<void> {
  const { call } = message;
  const answer = await answerOf(answers, message, worker.id);
  send(worker, { type: 'answer', call, answer });
}

function answerOf(answers: CallAnswers, message: Call, processId: number): unknown {
  if (message.type === 'count') return answers.count(message, processId);
  if (message.type === 'take') return answers.take(message, processId);
  return answers.metrics(message, processId);
}

/** Sends a message. A failure is ignored, because it means that the process has ended. */
function send(worker: Worker, message: ToHttpProcess): void {
  if (worker.isConnected()) worker.send(message, undefined, () => {});
}
