import type { Environment } from '#src/ground/config/config-reader.ts';

/** Variables that only HTTP processes read, so that new processes may have other values. */
const RELOADED = new Set([
  'DEFAULT_RATE_LIMIT_PER_MINUTE',
  'IDEMPOTENCY_REQUIRED',
  'LOG_LEVEL',
  'METRICS_TOKEN',
  'SANDBOX_RATE_LIMIT_PER_MINUTE',
  'TRUST_PROXY',
]);

/**
 * The environment for new HTTP processes after `.env` was changed, and the names of changed
 * variables that need a restart of the gateway.
 */
export function reloadedEnvironment(
  current: Environment,
  wanted: Environment,
): { readonly environment: Environment; readonly needRestart: readonly string[] } {
  const names = new Set([...Object.keys(current), ...Object.keys(wanted)]);
  const changed = [...names].filter((name) => current[name] !== wanted[name]);
  const taken = changed.filter((name) => RELOADED.has(name));
  const environment = {
    ...current,
    ...Object.fromEntries(taken.map((name) => [name, wanted[name]])),
  };
  return { environment, needRestart: changed.filter((name) => !RELOADED.has(name)) };
}
