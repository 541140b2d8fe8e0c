import { useSyncExternalStore } from 'react';

const HEALTH_PATH = '/healthz';
const ASK_AGAIN_MS = 2_000;
const ANSWER_TIMEOUT_MS = 5_000;

let isAway = false;
let returning: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

/** Whether the server can't be reached. Watched for only after something failed. */
export function useIsServerAway(): boolean {
  return useSyncExternalStore(listen, () => isAway);
}

/**
 * Resolves when the server answers: at once if it does, else as soon as it is back. Tells whether it
 * was away.
 */
export function serverIsBack(): Promise<boolean> {
  returning ??= askUntilItAnswers().finally(() => {
    returning = undefined;
  });
  return returning;
}

async function askUntilItAnswers(): Promise<boolean> {
  let wasAway = false;
  while (!(await doesServerAnswer())) {
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
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
