import { registerHooks } from 'node:module';
import { useFastImports } from '#src/ground/fast-imports.ts';

// Loads what a process of the gateway loads to start (`first` or `http`), and prints the packages,
// with `node:undici` for the one that is a part of Node.
const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const packages = new Set<string>();
useFastImports();
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const [, name] = PACKAGE.exec(resolved.url) ?? [];
    if (name) packages.add(name);
    return resolved;
  },
});
const { loadParts, ROOMS } = await import('#src/rooms.ts');
if (process.argv[2] === 'first') {
  await import('#src/host/run-gateway.ts');
  await import('#src/host/start-parts.ts');
  await import('#src/host/check-database.ts');
  await import('#src/host/compose-worker.ts');
  await loadParts(ROOMS, ({ work }) => work);
} else {
  await import('#src/host/run-http-process.ts');
  await loadParts(ROOMS, ({ api }) => api);
}
const builtins = (process as unknown as { moduleLoadList: readonly string[] }).moduleLoadList;
if (builtins.some((name) => name.endsWith(' internal/deps/undici/undici'))) {
  packages.add('node:undici');
}
process.stdout.write(JSON.stringify([...packages]));
