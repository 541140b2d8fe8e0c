import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { MetricValues } from '../metrics.ts';
import { keepConnections, keepPortOpen } from './cluster-connections.ts';
import type {
  PrimaryCall,
  PrimaryCalls,
  StartFailure,
  StartOrder,
  ToHttpProcess,
  ToPrimary,
} from './messages.ts';
import { type WatchOptions, watchProcess } from './watch-process.ts';

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
    request: PrimaryCalls[Name]['ask'],
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
  /** Closes the port of a process that crashed, unless another listens on it. */
  releasePort(): void;
  /** Ends it after its requests; kills it when that takes longer than 25 s. */
  end(isReload: boolean): Promise<void>;
}

export interface ForkOptions extends WatchOptions {
  readonly environment: ProcessEnvironment;
  readonly answers: CallAnswers;
  /** Whether no other process serves that goes on. */
  readonly isOnlyServing: () => boolean;
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
  let leaving: 'reload' | 'stop' | undefined;
  keepConnections(worker, () => leaving === 'stop');
  const releasePort = keepPortOpen(worker, () => !leaving && options.isOnlyServing());
  const watch = watchProcess(worker, options, (message) => {
    failure = { message };
  });
  const beginToServe = (): void => {
    state = 'serving';
    watch.serves();
  };
  // No caller awaits `serving` of a process that is started again: the rejection is handled here.
  serving.promise.then(beginToServe, () => {});

  worker.on('message', (message: ToPrimary) => {
    if (message.type === 'serving') serving.resolve();
    else if (message.type === 'checked') watch.answered();
    else if (message.type === 'failed') failure = message.failure;
    else if (message.type === 'collected') metrics.take(message.call, message.metrics);
    else void answerProcess(worker, id, answers, message);
  });
  // A message to a process that has ended; the event `exit` follows.
  worker.on('error', () => {});
  worker.once('exit', (code: number | null, signal: string | null) => {
    state = 'ended';
    const reason = signal ?? `code ${code}`;
    serving.reject(new ProcessFailure(failure ?? { message: `an HTTP process ended: ${reason}` }));
    ended.resolve(reason);
    metrics.stop();
  });

  return {
    id,
    leaseId,
    serving: serving.promise,
    ended: ended.promise,
    state: () => state,
    isLeaving: () => leaving !== undefined,
    metrics: metrics.last,
    releasePort,
    collect: async () => (state === 'serving' ? metrics.collect() : metrics.last()),
    start(order) {
      // Before its order it waits for the first process, which may migrate for hours.
      watch.starts();
      send(worker, { type: 'start', start: { ...order, processId: leaseId } });
    },
    call(work) {
      if (state === 'serving') send(worker, { type: 'call', work });
    },
    async end(isReload) {
      if (state === 'ended') return;
      leaving = isReload ? 'reload' : 'stop';
      // A process that doesn't serve yet has nothing to finish.
      if (state === 'starting') worker.process.kill('SIGKILL');
      else send(worker, { type: 'end', isReload });
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), END_TIMEOUT_MS);
      await ended.promise;
      clearTimeout(timer);
    },
  };
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
type Request = Call | Extract<ToPrimary, { readonly type: 'free' | 'call' }>;

async function answerProcess(
  worker: Worker,
  processId: number,
  answers: CallAnswers,
  message: Request,
): Promise<void> {
  if (message.type === 'free') return answers.free(processId, message.slot);
  if (message.type === 'call') return answers.call(processId, message.work);
  const { call } = message;
  const answer = await answerOf(answers, message, processId);
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
