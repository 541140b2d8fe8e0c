import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '#src/ground/config/config.ts';
import { misspeltIn, proxyFindings } from '#src/host/cli/doctor/check-configuration.ts';
import { makeCertificates } from '../../bank-simulator/src/certificates/make-certificates.ts';
import { codeBlocksOf } from './code-blocks.ts';
import { codesOf, tablesOf } from './markdown.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CHART = join(ROOT, 'deploy/helm');
const PAGE = 'docs/operating/kubernetes.md';
const ROLES = ['web', 'worker'] as const;
/** Helm may be built without the version of Kubernetes that it was made for. */
const KUBERNETES = ['--kube-version', '1.29.0'];
/** What a bank gives, beside the values of the page. */
const SECRETS_OF_BANK = {
  PROVIDER_CLIENT_ID: 'client',
  PROVIDER_CLIENT_SECRET: 'secret',
  PROVIDER_CALLBACK_SECRET: 'x'.repeat(32),
};

type Variables = Readonly<Record<string, string>>;
type Role = (typeof ROLES)[number];

const folder = mkdtempSync(join(tmpdir(), 'pix-gateway-chart-'));
after(() => rmSync(folder, { recursive: true }));
const blocks = codeBlocksOf(PAGE, read(PAGE));
/** The example of the page, which tests render. */
const example = parse(blocks.find(({ language }) => language === 'yaml')?.code ?? '');
const EXAMPLE = join(folder, 'values.yaml');
writeFileSync(EXAMPLE, JSON.stringify(example));

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function template(name: string): string {
  return readFileSync(join(CHART, 'templates', name), 'utf8');
}

/** The variables that the page puts into Secrets, by its commands. */
function secretsOfPage(): Variables {
  const commands = blocks.map(({ code }) => code).join('');
  const literals = [...commands.matchAll(/--from-literal=([A-Z_]+)=("\$[^"]*"|\S+)/g)];
  const key = Buffer.alloc(32).toString('base64');
  return Object.fromEntries(
    literals.map(([, name = '', value = '']) => [name, value.startsWith('"') ? key : value]),
  );
}

/** The variables that the template of the Deployments sets to a fixed text, for a role. */
function fixedVariables(role: Role): Variables {
  const text = template('_helpers.tpl') + template('deployments.yaml');
  const pairs = [...text.matchAll(/- name: ([A-Z_]+)\n\s+value: '?([\w.,]+)'?\n/g)];
  const roles = { web: 'api', worker: 'worker' };
  return Object.fromEntries(
    pairs
      .map(([, name = '', value = '']) => [name, value] as const)
      .filter(([name, value]) => name !== 'ROLES' || value === roles[role])
      .filter(([name]) => name !== 'PORT' || role === 'web'),
  );
}

/** The names that the templates set, from a text, a Secret or the pod. */
function namesOfTemplates(): readonly string[] {
  const text = ['_helpers.tpl', 'deployments.yaml', 'migrate.yaml', 'service-monitor.yaml']
    .map(template)
    .join('');
  return [...text.matchAll(/(?:- name|key): ([A-Z_]{3,})\n/g)].map(([, name = '']) => name);
}

function helm(...words: string[]) {
  return spawnSync('helm', words, { encoding: 'utf8' });
}
const NO_HELM = helm('version').error ? 'helm is not on this machine' : false;

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Variables };
  readonly spec: Spec;
}

interface Spec {
  readonly replicas?: number;
  readonly strategy?: { readonly type: string };
  readonly rules?: readonly { readonly host: string; readonly http: object }[];
  readonly template: { readonly spec: { readonly containers: readonly Container[] } };
}

interface Container {
  readonly args?: readonly string[];
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: object;
  }[];
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string } };
}

/** The manifests of the example as a text; `words` are more options of Helm. */
function renderText(...words: string[]): string {
  const options = ['-f', EXAMPLE, ...KUBERNETES, ...words];
  const { stdout, stderr, status } = helm('template', 'pix', CHART, ...options);
  assert.equal(status, 0, stderr);
  return stdout;
}

function render(...words: string[]): readonly Manifest[] {
  return parseAllDocuments(renderText(...words))
    .map((document) => document.toJS())
    .filter((manifest) => manifest !== null);
}

function containerOf(manifests: readonly Manifest[], name: string): Container {
  const found = manifests.find(({ kind, metadata }) => `${kind}/${metadata.name}` === name);
  const [container] = found?.spec.template.spec.containers ?? [];
  assert.ok(container, name);
  return container;
}

test('every variable that the chart, its example and its Secrets set is one that the gateway reads', () => {
  const pages = ['docs/operating/configuration.md', 'docs/operating/going-live.md'];
  const documented = new Set(
    pages
      .flatMap((page) => tablesOf(read(page)))
      .filter(({ head }) => head[0] === 'variable')
      .flatMap(({ rows }) => rows.flatMap(([cell = '']) => codesOf(cell))),
  );
  const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
  const names = [
    ...namesOfTemplates(),
    ...Object.keys({ ...values.config, ...example.config, ...secretsOfPage() }),
    ...codesOf(read(PAGE)).filter((code) => /^[A-Z]+_[A-Z_]+$/.test(code)),
  ];
  assert.ok(names.includes('MIGRATION_DATABASE_URL') && names.includes('METRICS_TOKEN'));
  assert.deepEqual(
    names.filter((name) => !documented.has(name)),
    [],
  );
});

test('with the values of the page each role has all that it needs, and doctor has no warning', async () => {
  const { clientPkcs12 } = await makeCertificates();
  const certificate = join(folder, 'bank.p12');
  writeFileSync(certificate, clientPkcs12);
  for (const role of ROLES) {
    const env: Variables = {
      ...secretsOfPage(),
      ...SECRETS_OF_BANK,
      ...example.config,
      ...fixedVariables(role),
      PROVIDER_CERTIFICATE: certificate,
    };
    const config = loadConfig(env);
    assert.deepEqual([...config.roles], role === 'web' ? ['api'] : ['worker']);
    assert.deepEqual(
      [config.host, config.healthPort, config.isProduction],
      ['0.0.0.0', 3001, true],
    );
    assert.deepEqual([...proxyFindings(config), ...misspeltIn(env)], []);
    assert.ok(config.metricsToken && config.smtp && config.bank?.accountHolder);
  }
});

test('the rendered manifests set what the templates say, with probes for each role', {
  skip: NO_HELM,
}, () => {
  const lint = helm('lint', '--strict', CHART, '-f', EXAMPLE);
  assert.equal(lint.status, 0, lint.stdout + lint.stderr);
  const manifests = render();
  for (const role of ROLES) {
    const container = containerOf(manifests, `Deployment/pix-${role}`);
    const set = container.env.filter(({ valueFrom }) => valueFrom === undefined);
    assert.deepEqual(Object.fromEntries(set.map(({ name, value }) => [name, value])), {
      ...example.config,
      ...fixedVariables(role),
    });
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    assert.deepEqual(
      probes.map((probe) => probe?.httpGet.path),
      ['/healthz', '/healthz', '/readyz'],
    );
  }
  const processes = containerOf(manifests, 'Deployment/pix-web').env.at(-1);
  assert.equal(processes?.name, 'PROCESSES');
  assert.deepEqual(processes.valueFrom, {
    resourceFieldRef: { resource: 'limits.cpu', divisor: '1' },
  });
  const job = containerOf(manifests, 'Job/pix-migrate');
  assert.deepEqual(job.args, ['pix-gateway', 'migrate']);
  assert.ok(job.env.some(({ name }) => name === 'MIGRATION_DATABASE_URL'));
  const hosts = manifests.flatMap(({ kind, spec }) => (kind === 'Ingress' ? spec.rules : []));
  assert.deepEqual(
    hosts.map((rule) => rule?.host),
    ['pix.example.com', 'painel.example.com', 'bank.pix.example.com'],
  );
  assert.deepEqual(
    manifests.filter(({ kind }) => kind === 'PodDisruptionBudget').map((one) => one.metadata.name),
    ['pix-web'],
  );
});

test('a stopped release has no pod and no Job', { skip: NO_HELM }, () => {
  const manifests = render('--set', 'stopped=true');
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  assert.deepEqual(
    deployments.map(({ spec }) => [spec.replicas, spec.strategy?.type]),
    [
      [0, 'Recreate'],
      [0, 'Recreate'],
    ],
  );
  assert.ok(!manifests.some(({ kind }) => kind === 'Job'));
});

/** An API of Kubernetes that knows these pods and nothing else, as a file for kubectl and Helm. */
async function clusterWith(t: TestContext, ...pods: readonly object[]): Promise<string> {
  const list = (kind: string, rest: object) => ({ kind, apiVersion: 'v1', ...rest });
  const names = { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod' };
  const answers: Readonly<Record<string, object>> = {
    '/version': { major: '1', minor: '34', gitVersion: 'v1.34.0' },
    '/api': list('APIVersions', { versions: ['v1'] }),
    '/apis': list('APIGroupList', { groups: [] }),
    '/api/v1': list('APIResourceList', {
      groupVersion: 'v1',
      resources: [{ ...names, verbs: ['get', 'list'] }],
    }),
    '/api/v1/namespaces/default/pods': list('PodList', { metadata: {}, items: pods }),
  };
  const server = createServer((request, response) => {
    const answer = answers[new URL(request.url ?? '', 'http://localhost').pathname];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? list('Status', { status: 'Failure', code: 404 })));
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(folder, 'kubeconfig');
  const context = { name: 'only', context: { cluster: 'only', namespace: 'default' } };
  const clusters = [{ name: 'only', cluster: { server: url } }];
  const config = { clusters, contexts: [context], 'current-context': 'only' };
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...config }));
  return file;
}

test('an upgrade is refused while a pod of the release runs another image', {
  skip: NO_HELM,
}, async (t) => {
  const pod = (instance: string, component: string, image: string) => ({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: `${instance}-${component}`,
      labels: { 'app.kubernetes.io/instance': instance, 'app.kubernetes.io/component': component },
    },
    spec: { containers: [{ name: 'gateway', image }] },
  });
  const [name, old] = ['registry.example.com/pix-gateway:9.1.0', 'pix-gateway:9.0.0'];
  const bare = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'bare' }, spec: {} };
  const others = [bare, pod('other', 'web', old), pod('pix', 'migrate', old)];
  const upgrade = async (...pods: readonly object[]) => {
    const file = await clusterWith(t, ...pods, ...others);
    const words = ['template', 'pix', CHART, '-f', EXAMPLE, ...KUBERNETES];
    const more = ['--set', 'image.tag=9.1.0', '--dry-run=server', '--kubeconfig', file];
    return promisify(execFile)('helm', [...words, ...more]);
  };
  await assert.rejects(upgrade(pod('pix', 'worker', old)), /pix-worker runs pix-gateway:9\.0\.0/);
  assert.match((await upgrade(pod('pix', 'worker', name))).stdout, /kind: Job/);
});

test('values that a release needs are asked for, and those that the chart sets are refused', {
  skip: NO_HELM,
}, () => {
  const refused = {
    'image.repository=': /repository/,
    'config.BASE_URL=': /BASE_URL/,
    'config.ROLES=api': /ROLES/,
    'web.resources.limits.cpu=null': /cpu/,
    'webb.replicas=3': /webb/,
  };
  for (const [value, expected] of Object.entries(refused)) {
    const { status, stderr } = helm('template', 'pix', CHART, '-f', EXAMPLE, '--set', value);
    assert.notEqual(status, 0, value);
    assert.match(stderr, expected);
  }
});

test('the rendered manifests fit the schemas of Kubernetes', { skip: NO_HELM }, (t) => {
  if (spawnSync('kubeconform', ['-v']).error) return t.skip('kubeconform is not on this machine');
  // A folder of schemas, for a machine that can't fetch them.
  const location = process.env.KUBERNETES_SCHEMAS ?? 'default';
  const input = renderText();
  const words = ['-strict', '-summary', '-skip', 'ServiceMonitor', '-schema-location', location];
  const { status, stdout } = spawnSync('kubeconform', words, { input, encoding: 'utf8' });
  if (/failed downloading|could not find schema/.test(stdout)) {
    return t.skip('the schemas of Kubernetes are not on this machine (KUBERNETES_SCHEMAS)');
  }
  assert.equal(status, 0, stdout);
});
