import type { Worker } from 'node:cluster';
import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { Logger } from '../log.ts';
import type { ToHttpProcess } from './messages.ts';

/** On a busy machine a first start takes minutes: the process is killed only if it hangs. */
const START_MS_MAX = 10 * MINUTE_MS;
const START_NOTICE_MS = MINUTE_MS;
/** The checks in the time for which a process may be silent. */
const SILENCE_CHECKS = 10;
const CHECK: ToHttpProcess = { type: 'check' };

export interface WatchOptions {
  readonly logger: Logger;
  /** How long it may take from its order until it serves. Default 10 minutes. */
  readonly startMsMax?: number | undefined;
  /** How often the log says that it is still starting. Default each minute. */
  readonly startNoticeMs?: number | undefined;
  /** How long it may be silent while it serves. */
  readonly silenceMsMax: number;
}

/**
 * Kills a process that doesn't serve long after its order, and one whose event loop hangs. The log
 * says why, and for each minute that a start lasts. `onFailedStart` gets the reason for operators.
 */
export function watchProcess(
  worker: Worker,
  options: WatchOptions,
  onFailedStart: (reason: string) => void,
) {
  const { logger, startMsMax = START_MS_MAX, startNoticeMs = START_NOTICE_MS } = options;
  const { silenceMsMax } = options;
  let timers: NodeJS.Timeout[] = [];
  let unanswered = 0;
  const end = (): void => {
    for (const timer of timers) clearTimeout(timer);
  };
  const notice = (waitedMs: number): void => {
    const seconds = waitedMs / SECOND_MS;
    logger.warn({ seconds }, 'an HTTP process is still starting: the machine is busy');
  };
  const failStart = (): void => {
    const seconds = startMsMax / SECOND_MS;
    onFailedStart(`um processo HTTP não começou a atender em ${seconds} s; veja o log`);
    worker.process.kill('SIGKILL');
  };
  // Checks are counted, not time: on a machine that slept, or stopped all processes, none ran.
  const check = (): void => {
    if (unanswered < SILENCE_CHECKS) {
      unanswered += 1;
      if (worker.isConnected()) worker.send(CHECK, undefined, () => {});
      return;
    }
    end();
    const seconds = silenceMsMax / SECOND_MS;
    logger.error({ pid: worker.process.pid, seconds }, 'an HTTP process hangs and is killed');
    worker.process.kill('SIGKILL');
  };
  worker.once('exit', end);
  return {
    /** It got its order. */
    starts(): void {
      if (worker.isDead()) return;
      let notices = 0;
      const noticeNext = () => notice(++notices * startNoticeMs);
      timers = [setInterval(noticeNext, startNoticeMs), setTimeout(failStart, startMsMax)];
    },
    serves(): void {
      end();
      timers = [setInterval(check, silenceMsMax / SILENCE_CHECKS)];
    },
    /** It answered a check. */
    answered(): void {
      unanswered = 0;
    },
  };
}
