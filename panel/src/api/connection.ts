import { useSyncExternalStore } from 'react';

const HEALTH_PATH = '/healthz';
const ASK_AGAIN_MS = 2_000;
const ANSWER_TIMEOUT_MS = 5_000;

let isAway = false;
let awaySince = 0;
let hasAnswered = false;
let returning: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

/** Whether the server is unreachable. It is only checked after a request has failed. */
export function useIsServerAway(): boolean {
  return useSyncExternalStore(listen, () => isAway);
}

/**
 * Resolves when the server answers: at once, or as soon as it is back. Returns whether it was
 * unreachable.
 */
export function serverIsBack(): Promise<boolean> {
  returning ??= askUntilItAnswers().finally(() => {
    returning = undefined;
  });
  return returning;
}

/**
 * Checks the server after the browser has gone offline: at once, and again two seconds later,
 * because a request that was already sent may still be answered.
 */
export async function checkAfterGoingOffline(): Promise<void> {
  if (await serverIsBack()) return;
  await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  await serverIsBack();
}

/**
 * Another request was answered, though the check of health was not: the server is back, unless the
 * request was sent before the server was away. `sentAt` is of `performance.now()`.
 */
export function serverHasAnswered(sentAt: number): void {
  if (!isAway || sentAt < awaySince) return;
  hasAnswered = true;
  tell(false);
}

async function askUntilItAnswers(): Promise<boolean> {
  let wasAway = false;
  hasAnswered = false;
  while (!(await doesServerAnswer()) && !hasAnswered) {
    wasAway = true;
    tell(true);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
  tell(false);
  return wasAway;
}

async function doesServerAnswer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    return (await fetch(HEALTH_PATH, { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

function tell(away: boolean): void {
  if (away === isAway) return;
  isAway = away;
  awaySince = performance.now();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
