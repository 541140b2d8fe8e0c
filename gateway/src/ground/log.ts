import {
  type DestinationStream,
  destination,
  type Logger,
  pino,
  stdSerializers,
  symbols,
} from 'pino';
import { codeOf, isWaiting } from './database/outage.ts';

export type { Logger } from 'pino';

// Linux writes up to 4096 bytes to a pipe at once, so the lines of several processes don't mix.
const WRITE_BYTES_MAX = 4096;
const BUFFER_BYTES = 3072;
const FLUSH_INTERVAL_MS = 500;

/**
 * The log of a process: one JSON line an event on standard output, and a way to write out the rest.
 */
export interface ProcessLog {
  readonly logger: Logger;
  /** Writes the buffered lines. Called last, before the process ends. */
  flush(): void;
}

function openOutput() {
  return destination({ minLength: BUFFER_BYTES, maxWrite: WRITE_BYTES_MAX, sync: false });
}

/** Writes nothing, and needs no closing. */
export const silentLogger: Logger = pino({ level: 'silent' }, { write: () => {} });

/** An error as the log writes it: with its stack, unless it only means waiting (`isWaiting`). */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!isWaiting(error)) return stdSerializers.err(error);
  return { type: error.name, code: codeOf(error) || undefined, message: error.message };
}

/**
 * Opens the log. Lines are buffered for up to half a second, because a write for each request would
 * cost more than the request. Secrets and payers' data are never passed to it. There is no
 * redaction, because it would cost time on every line; tests look for planted secrets instead.
 */
export function openLog(level: string, stream?: DestinationStream): ProcessLog {
  const buffered = stream ? undefined : openOutput();
  const options = { level, base: null, serializers: { err: errorFields } };
  const logger = pino(options, stream ?? buffered ?? destination(1));
  if (!buffered) return { logger, flush: () => {} };
  // The timer runs only behind a line: an idle process doesn't wake for it.
  let timer: NodeJS.Timeout | undefined;
  const write = buffered.write.bind(buffered);
  buffered.write = (line) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      buffered.flush();
    }, FLUSH_INTERVAL_MS).unref();
    return write(line);
  };
  return {
    logger,
    flush: () => {
      clearTimeout(timer);
      try {
        buffered.flushSync();
      } catch {
        // The reader has closed the output.
      }
    },
  };
}

/** Resolves when all lines so far are written, so that a text can follow them. */
export function writeLines(logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    logger.flush(() => resolve());
  });
}

/** The fields of a request's line; undefined fields are omitted. */
export interface RequestFields {
  readonly reqId: string;
  readonly address: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly merchant: string | undefined;
  readonly clientId: string | undefined;
  readonly environment: string | undefined;
  /** While telemetry is on: the trace of the request. */
  readonly traceId?: string | undefined;
}

/**
 * Returns a function that logs the line of a request, byte for byte as the logger would. It makes
 * the text itself, because the logger looks at each field for errors and serializers.
 */
export function requestLog(logger: Logger): (fields: RequestFields) => void {
  const stream = (logger as unknown as Record<symbol, DestinationStream>)[symbols.streamSym];
  const level = pino.levels.values.info;
  return (fields) => {
    if (!logger.isLevelEnabled('info')) return;
    const text = JSON.stringify(fields).slice(1, -1);
    stream?.write(`{"level":${level},"time":${Date.now()},${text},"msg":"request"}\n`);
  };
}
