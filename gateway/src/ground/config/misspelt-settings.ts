import { nearestName } from '../nearest-name.ts';
import { ConfigError, loadConfig } from './config.ts';
import type { Environment } from './config-reader.ts';

/** Shorter names of other programs, as HOME, are near to ours. */
const SETTING = /^[A-Z][A-Z0-9_]{5,}$/;

export interface MisspeltSetting {
  readonly name: string;
  /** The variable that was probably meant. */
  readonly nearest: string;
}

/** Variables of the environment that nothing reads and whose names are near to one that is read. */
export function misspeltSettings(environment: Environment): readonly MisspeltSetting[] {
  const known = namesRead(environment);
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || known.has(name) || !SETTING.test(name)) return [];
    const nearest = nearestName(name, known);
    return nearest === undefined ? [] : [{ name, nearest }];
  });
}

/** The variables that the configuration reads, up to the first wrong one. */
function namesRead(environment: Environment): ReadonlySet<string> {
  const names = new Set<string>();
  const watched = new Proxy(environment, {
    get(target, name) {
      names.add(String(name));
      return Reflect.get(target, name);
    },
  });
  try {
    loadConfig(watched);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
  return names;
}
