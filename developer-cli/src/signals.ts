const INTERRUPTED = 130;

/**
 * A signal that is aborted by Ctrl-C or SIGTERM, so that a command ends what it has begun. The
 * second one ends the process at once.
 */
export function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(INTERRUPTED);
      controller.abort();
    });
  }
  return controller.signal;
}
