import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'yaml';
import {
  ALERT_CAUSES,
  ALERT_RULES,
  alertPage,
  procedurePage,
} from '#src/messages/alerts/operator-alert.ts';
import { renderManualPage } from '../../panel/build/manual.ts';
import { readPages } from '../../panel/build/read-pages.ts';
import { texts as englishTexts } from '../../panel/src/texts/en/alerts.ts';
import { texts as portugueseTexts } from '../../panel/src/texts/pt-BR/alerts.ts';
import { startLiveGateway } from '../test/support/live.ts';
import { anchorsOf } from './markdown.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const RULES = 'docs/operating/prometheus-alerts.yml';
const DASHBOARD = 'docs/operating/grafana-dashboard.json';
const PAGE = 'docs/operating/alerts.md';
const SUFFIXES = /_(count|sum|bucket)$/;
/** The headings of the page that are of no alert: its title, and what all alerts share. */
const OTHER_ANCHORS = ['alerts', 'at-two-in-the-morning'];
const PANEL_LABEL = '{{ $externalLabels.pix_gateway_panel }}';
const RUNBOOK_LINE = /^\| \[(\w+)\]\(#(\w+)\) \| `([^`]+)` \| (.+) \|$/gm;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook' | 'panel', string>>;
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets: readonly { readonly refId: string; readonly expr: string }[];
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { groups }: { groups: { name: string; rules: Rule[] }[] } = parse(read(RULES));
const rules = groups.flatMap((group) => group.rules);
const { panels }: { panels: Panel[] } = JSON.parse(read(DASHBOARD));
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

const { gateway } = await startLiveGateway({ after });
const { text } = await gateway.call('GET', '/metrics');
const types = new Map(
  [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
);

// Measured only on an embedded database with BACKUP_DIR.
const WITH_BACKUPS = [ALERT_RULES.backup_old.metric];

test('every metric of the alert rules and of the dashboard is in /metrics', () => {
  const unknown = expressions.flatMap(([where, expr]) =>
    namesIn(expr)
      .filter((name) => !WITH_BACKUPS.includes(name))
      .filter((name) => !types.has(name) && types.get(name.replace(SUFFIXES, '')) !== 'histogram')
      .map((name) => `${where}: ${name}`),
  );
  assert.deepEqual(unknown, []);
  assert.ok(expressions.every(([, expr]) => namesIn(expr).length > 0 || /^up\{/.test(expr)));
});

test('only counters and histograms are read as a rate', () => {
  const wrong = expressions.flatMap(([where, expr]) =>
    [...expr.matchAll(/rate\((\w+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => types.get(name) === 'gauge')
      .map((name) => `${where}: ${name}`),
  );
  assert.deepEqual(wrong, []);
});

test('every cause that operators are told about has a rule with the same metric and limit', () => {
  const missing = ALERT_CAUSES.filter((cause) => {
    const { metric, above } = ALERT_RULES[cause];
    const rule = rules.find(({ annotations }) => annotations.runbook === `${PAGE}#${cause}`);
    return rule?.expr !== `${metric} > ${above}`;
  });
  assert.deepEqual(missing, []);
});

test('every alert rule names its severity, summary and section, and every section has a rule', () => {
  const anchors = anchorsOf(read(PAGE)).filter((anchor) => !OTHER_ANCHORS.includes(anchor));
  for (const { alert, labels, annotations } of rules) {
    assert.match(alert, /^PixGateway[A-Za-z]+$/);
    assert.ok(['critical', 'warning', 'info'].includes(labels.severity), alert);
    assert.ok(annotations.summary && annotations.description, alert);
  }
  const sections = rules.map(({ annotations }) => annotations.runbook.replace(`${PAGE}#`, ''));
  assert.deepEqual(sections.sort(), [...anchors].sort());
});

/** The address of a page of the panel, with the value of its part that varies. */
const PANEL_ADDRESSES = new Set(
  readPages().flatMap(({ address }) =>
    address.endsWith('/$cause')
      ? ALERT_CAUSES.map((cause) => address.replace('$cause', cause))
      : [address],
  ),
);

test('every alert leads to a page of the panel: in Prometheus, in mails and in the runbook', () => {
  const lines = [...read(PAGE).matchAll(RUNBOOK_LINE)];
  const pages = new Map(lines.map(([, , anchor = '', page = '']) => [anchor, page]));
  assert.ok(lines.every(([, name, anchor]) => name === anchor));
  for (const { alert, annotations } of rules) {
    const section = annotations.runbook.replace(`${PAGE}#`, '');
    const page = annotations.panel.replace(PANEL_LABEL, '');
    assert.ok(annotations.panel.startsWith(PANEL_LABEL), alert);
    assert.equal(pages.get(section), page, `the runbook line of ${section}`);
    assert.ok(PANEL_ADDRESSES.has(page), `${alert}: ${page}`);
  }
  assert.equal(pages.size, rules.length);
  for (const cause of ALERT_CAUSES) {
    assert.equal(pages.get(cause), alertPage(cause));
    assert.ok(PANEL_ADDRESSES.has(ALERT_RULES[cause].page), cause);
  }
});

test('the panel says for each alert what happened and what each choice does, in both languages', () => {
  for (const { causes } of [portugueseTexts, englishTexts]) {
    assert.deepEqual(Object.keys(causes).sort(), [...ALERT_CAUSES].sort());
    for (const { what, choices } of Object.values(causes)) {
      assert.ok(what.length > 0 && choices.length > 0);
      for (const choice of choices) {
        assert.ok(choice.act.length > 0 && choice.effect.length > 0);
        if ('page' in choice) assert.ok(PANEL_ADDRESSES.has(String(choice.page)), choice.act);
      }
    }
  }
});

const MANUAL_LINK = /href="(?:\/operador\/manual\/([\w-]+))?(?:#([^"]+))?"/g;

test('every alert has its procedure in the panel, and every link of the manual leads somewhere', () => {
  const names = globSync('docs/operating/*.md', { cwd: ROOT }).map((path) => basename(path, '.md'));
  const pages = new Map(names.map((name) => [name, renderManualPage(name)]));
  const hasAnchor = (name: string, anchor: string) =>
    pages.get(name)?.markup.includes(`id="${anchor}"`) === true;
  for (const cause of ALERT_CAUSES) {
    const [page = '', anchor = ''] = procedurePage(cause).split('#');
    assert.ok(hasAnchor(page.replace('/operador/manual/', ''), anchor), cause);
  }
  for (const [name, { markup }] of pages) {
    const links = [...markup.matchAll(MANUAL_LINK)];
    for (const [, page = name, anchor] of links) {
      const isThere = anchor === undefined ? pages.has(page) : hasAnchor(page, anchor);
      assert.ok(isThere, `${name}: ${page} ${anchor}`);
    }
  }
});

test('the panels of the dashboard have different ids and don’t overlap', () => {
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  );
  assert.equal(new Set(cells).size, cells.length);
});

test('promtool accepts the rules, where it is installed', (context) => {
  const isInstalled = spawnSync('promtool', ['--version']).status === 0;
  if (!isInstalled) return context.skip('promtool is not installed');
  execFileSync('promtool', ['check', 'rules', join(ROOT, RULES)]);
});

function namesIn(expr: string): string[] {
  return expr.match(/\bpix_gateway_\w+/g) ?? [];
}
