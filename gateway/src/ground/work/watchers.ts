import { type Poller, type PollerOptions, startPoller } from './poller.ts';

/** A set of watchers with one poller, which runs only while there are watchers. */
export interface Watchers<Watcher> {
  /** Returns the function that removes the watcher. */
  add(watcher: Watcher): () => void;
  stop(): Promise<void>;
}

export interface WatchersOptions<Watcher> extends Omit<PollerOptions, 'work'> {
  /** One round of the poller for all watchers. Must be safe to repeat. */
  readonly look: (watched: ReadonlySet<Watcher>) => Promise<void>;
  /** Called when the first watcher is added. */
  readonly begin?: () => void;
}

export function createWatchers<Watcher>({
  look,
  begin,
  ...options
}: WatchersOptions<Watcher>): Watchers<Watcher> {
  const watched = new Set<Watcher>();
  let poller: Poller | undefined;

  async function work(): Promise<boolean> {
    await look(watched);
    return false;
  }

  async function stop(): Promise<void> {
    const running = poller;
    poller = undefined;
    await running?.stop();
  }

  return {
    add(watcher) {
      watched.add(watcher);
      if (!poller) begin?.();
      poller ??= startPoller({ ...options, work });
      return () => {
        watched.delete(watcher);
        if (watched.size === 0) void stop();
      };
    },
    stop,
  };
}
