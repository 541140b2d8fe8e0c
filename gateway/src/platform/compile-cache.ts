import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Only who may change the installation may write there; a shared folder would not be safe. */
export const COMPILE_CACHE = join(
  import.meta.dirname,
  '../../../node_modules/.cache/node-compile-cache',
);

/**
 * Keeps the compiled modules on disk for the next start. Without a writable folder the modules are
 * compiled at each start. NODE_COMPILE_CACHE names another folder, which Node uses by itself.
 */
export function useCompileCache(): void {
  enableCompileCache(COMPILE_CACHE);
}
