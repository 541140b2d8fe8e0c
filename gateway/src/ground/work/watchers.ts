import { type Poller, type PollerOptions, startPoller } from './poller.ts';

/** Those who watch something; a poller looks for all of them, and only while there are any. */
export interface Watchers<Watcher> {
  /** Returns the function that removes the watcher. */
  add(watcher: Watcher): () => void;
  stop(): Promise<void>;
}

export interface WatchersOptions<Watcher> extends Omit<PollerOptions, 'work'> {
  /** One round for all that watch. Must be safe to repeat. */
  readonly look: (watched: ReadonlySet<Watcher>) => Promise<void>;
  /** Called when the first one comes. */
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
