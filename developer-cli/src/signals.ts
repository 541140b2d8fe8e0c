const INTERRUPTED = 130;
const LOOK_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * A signal that is aborted by Ctrl-C or SIGTERM, so that a command ends what it has begun. The
 * second one ends the process at once.
 */
export function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(INTERRUPTED);
      controller.abort();
    });
  }
  if (process.env.npm_execpath !== undefined) whenOrphaned(() => controller.abort());
  return controller.signal;
}

/** Runs a short work to its end, also when the user interrupts: the process ends after it. */
export async function uninterrupted<Result>(work: () => Promise<Result>): Promise<Result> {
  let isInterrupted = false;
  const interrupt = (): void => {
    isInterrupted = true;
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  try {
    return await work();
  } finally {
    for (const name of SIGNALS) process.off(name, interrupt);
    if (isInterrupted) process.exit(INTERRUPTED);
  }
}

/** SIGTERM ends `npx` and `npm run`, but they don't pass it on to the command that they run. */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, LOOK_MS);
  timer.unref();
}
