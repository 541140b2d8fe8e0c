import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import {
  GATEWAY_FOR_PANEL,
  PANEL_FEATURE_IMPORTS,
  PANEL_LAYERS,
  ROUTING_IMPORTS,
} from './panel-layers.ts';
import { ROOMS } from './rooms.ts';

const PANEL = resolve(import.meta.dirname, '../../panel/src');
const GATEWAY = resolve(import.meta.dirname, '../src');
const IMPORT = /(?:from|import)\s*\(?\s*'(#panel\/|#texts\/|\.{1,2}\/)([^']+)'/g;

interface PanelFile {
  readonly path: string;
  /** The files that it imports, at once or when needed, relative to `panel/src`. */
  readonly imports: readonly string[];
}

const files: PanelFile[] = readdirSync(PANEL, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => {
    const text = readFileSync(join(PANEL, path), 'utf8');
    const imports = [...text.matchAll(IMPORT)].map(([, prefix = '', rest = '']) => {
      if (prefix === '#panel/') return rest;
      if (prefix === '#texts/') return `texts/pt-BR/${rest}`;
      return relative(PANEL, resolve(PANEL, dirname(path), prefix + rest));
    });
    return { path, imports: imports.filter((target) => /\.tsx?$/.test(target)) };
  });

const layerOf = (path: string): string => path.split('/')[0] ?? '';
const featureOf = (path: string): string | undefined => {
  const [layer, ...folders] = path.split('/').slice(0, -1);
  return layer === 'features' ? folders.slice(0, 2).join('/') : undefined;
};

function faultsOf(isAllowed: (file: PanelFile, target: string) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file.path} imports ${target}`),
  );
}

test('a folder of the panel imports only the layers below it', () => {
  const faults = faultsOf(({ path }, target) => {
    const layer = layerOf(path);
    if (target.startsWith('../')) return true;
    return layerOf(target) === layer || (PANEL_LAYERS[layer] ?? []).includes(layerOf(target));
  });
  assert.deepEqual(faults, []);
});

test('a feature of the panel imports another feature only where the table says so', () => {
  const faults = faultsOf(({ path }, target) => {
    const feature = featureOf(path);
    const other = featureOf(target);
    if (feature === undefined || other === undefined || feature === other) return true;
    return (PANEL_FEATURE_IMPORTS[feature] ?? []).includes(target);
  });
  assert.deepEqual(faults, []);
});

test('the features of the panel are in folders that have the names of rooms', () => {
  const rooms: readonly string[] = ROOMS;
  const faults = files.filter(
    ({ path }) => layerOf(path) === 'features' && !rooms.includes(path.split('/')[1] ?? ''),
  );
  assert.deepEqual(faults, []);
});

test('routing imports only the pages of features', () => {
  const faults = faultsOf(({ path }, target) => {
    if (layerOf(path) === 'routing' && layerOf(target) === 'features')
      return target.endsWith('-page.tsx') || ROUTING_IMPORTS.includes(target);
    return true;
  });
  assert.deepEqual(faults, []);
});

test('the panel imports only shared rules of the gateway', () => {
  const allowed = GATEWAY_FOR_PANEL.map((folder) => `${join(GATEWAY, folder)}/`);
  const faults = faultsOf(
    (_file, target) =>
      !target.startsWith('../') ||
      allowed.some((folder) => resolve(PANEL, target).startsWith(folder)),
  );
  assert.deepEqual(faults, []);
});

test('the tables name only files and folders that exist and are used', () => {
  const used = new Set(files.flatMap(({ imports }) => imports));
  const layers = new Set(files.map(({ path }) => layerOf(path)));
  const stale = [
    ...Object.keys(PANEL_LAYERS).filter((layer) => !layers.has(layer)),
    ...Object.values(PANEL_FEATURE_IMPORTS)
      .flat()
      .filter((path) => !used.has(path)),
  ];
  assert.deepEqual(stale, []);
});

test('no file of the panel imports itself by a circle', () => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const circles: string[] = [];
  const done = new Set<string>();
  function visit(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path) || trail.includes(path)) return;
    for (const target of byPath.get(path)?.imports ?? []) visit(target, [...trail, path]);
    done.add(path);
  }
  for (const { path } of files) visit(path, []);
  assert.deepEqual(circles, []);
});
