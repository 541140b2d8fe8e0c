import { randomUUID } from 'node:crypto';

/**
 * How the processes of one machine share the work on due queues. Each of them claims rows in the
 * database, so two never work on the same row.
 */
export interface WorkSharing {
  /** The id under which this process leases rows. */
  readonly processId: string;
  /**
   * How many processes share the work. Each allows itself an equal part of a limit, so together
   * they never exceed it, without a message for each count.
   */
  readonly processCount: number;
  /**
   * Whether this process makes due checks. Only the primary does; it calls the others when it finds
   * more than it can do at once, so an idle machine checks once.
   */
  readonly isChecking: boolean;
  /** Calls the other processes to the work of this name. */
  call(work: string): void;
  /** Runs `listener` with the name of the work to which another process calls this one. */
  onCall(listener: (work: string) => void): () => void;
  /** Runs `listener` in the primary with the id of each other process that has ended. */
  onEnd(listener: (processId: string) => void): () => void;
}

/** The sharing of a process that is alone on its machine. */
export function workAlone(): WorkSharing {
  return {
    processId: randomUUID(),
    processCount: 1,
    isChecking: true,
    call: () => {},
    onCall: () => () => {},
    onEnd: () => () => {},
  };
}

/** This process's part of a limit; at least 1, also when there are more processes than that. */
export function partOf(limit: number, { processCount }: Pick<WorkSharing, 'processCount'>): number {
  return Math.max(1, Math.floor(limit / processCount));
}

/** Listeners of one kind of news. */
export interface Listeners<News> {
  tell(news: News): void;
  /** Adds a listener; returns the function that removes it. */
  add(listener: (news: News) => void): () => void;
}

export function createListeners<News>(): Listeners<News> {
  const listeners = new Set<(news: News) => void>();
  return {
    tell(news) {
      for (const listener of listeners) listener(news);
    },
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
