// What the browser stores, read without a library: for the page's first script and the panel.

export type Environment = 'test' | 'live';

export const ENVIRONMENT_KEY = 'panel-environment';
export const OVERVIEW_PERIOD_KEY = 'panel-overview-period';

/** The environment in addresses, so that a link shows the same page to every user. */
export const IN_ADDRESS = { test: 'teste', live: 'producao' } as const;

/** The environment of a value of the address; undefined for any other value. */
export function environmentOfAddress(text: unknown): Environment | undefined {
  if (text === IN_ADDRESS.live) return 'live';
  return text === IN_ADDRESS.test ? 'test' : undefined;
}

/** The environment of the address, otherwise the last one. */
export function currentEnvironment(): Environment {
  const named = environmentOfAddress(new URLSearchParams(location.search).get('ambiente'));
  return named ?? (kept(ENVIRONMENT_KEY) === 'live' ? 'live' : 'test');
}

/** A stored choice; null without one, also where the browser stores nothing. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a choice; in a browser that stores nothing it lasts until the page is left. */
export function keep(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // The choice is only a convenience.
  }
}

/** Removes what was stored. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
