import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { notesOf, releasedVersions, unreleasedText } from './release/changelog.ts';
import {
  beginNext,
  followsRelease,
  refusalOfRelease,
  refusalOfTag,
  writeRelease,
} from './release/steps.ts';
import {
  otherVersions,
  ROOT,
  versionedFiles,
  versionOf,
  writeVersion,
} from './release/versions.ts';

const DAY = '2031-05-06';

/** The files that a release changes. Right after one there is news in the copy alone. */
function copyOfVersionedFiles(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'pix-gateway-release-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const file of ['CHANGELOG.md', '.github/ISSUE_TEMPLATE/bug.yml', ...versionedFiles()]) {
    cpSync(join(ROOT, file), join(folder, file));
  }
  const changelog = join(folder, 'CHANGELOG.md');
  const text = readFileSync(changelog, 'utf8');
  const news = '## Unreleased\n\n- A change.\n';
  if (unreleasedText(text) === '') writeFileSync(changelog, text.replace('## Unreleased\n', news));
  return folder;
}

test('every package, SDK, plug-in and page says the version, which follows the newest release', () => {
  assert.deepEqual(otherVersions(), []);
  const [newest = ''] = releasedVersions(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'));
  assert.ok(followsRelease(versionOf(), newest), `${versionOf()} after ${newest}`);
  assert.ok(followsRelease('0.5.0-dev', '0.4.0') && followsRelease('0.4.0', '0.4.0'));
  assert.ok(!followsRelease('0.4.0-dev', '0.4.0') && !followsRelease('0.5.0', '0.4.0'));
});

test('a release writes its version everywhere, in the form of each language, and begins the next', (t) => {
  const root = copyOfVersionedFiles(t);
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const unreleased = unreleasedText(read('CHANGELOG.md'));
  writeRelease('91.2.0', DAY, root);
  assert.equal(versionOf(root), '91.2.0');
  assert.deepEqual(otherVersions(root), []);
  assert.equal(refusalOfTag('v91.2.0', root), undefined);
  assert.match(refusalOfTag('v91.2.1', root) ?? '', /has 91\.2\.0/);
  assert.ok(
    read('CHANGELOG.md').includes(`## Unreleased\n\n## [91.2.0] - ${DAY}\n\n${unreleased}`),
  );
  assert.equal(unreleasedText(read('CHANGELOG.md')), '');
  assert.equal(notesOf(read('CHANGELOG.md'), '91.2.0'), `## [91.2.0] - ${DAY}\n\n${unreleased}`);
  assert.ok(read('.github/ISSUE_TEMPLATE/bug.yml').includes('placeholder: 91.2.0'));
  assert.equal(beginNext('91.2.0', root), '91.3.0-dev');
  assert.deepEqual(otherVersions(root), []);
  assert.ok(read('sdk/python/pyproject.toml').includes('version = "91.3.0.dev0"'));
  assert.ok(read('sdk/typescript/package.json').includes('"version": "91.3.0-dev"'));
  assert.match(
    refusalOfTag('v91.3.0-dev', root) ?? '',
    /newest entry of CHANGELOG\.md is 91\.2\.0/,
  );
});

test('a release is refused with the reason: its number, open changes, its tag, nothing new', (t) => {
  const root = copyOfVersionedFiles(t);
  const repository = { version: '91.2.0', isClean: true, tags: ['v0.1.0'] };
  const refusal = (change: object) => refusalOfRelease({ ...repository, ...change }, root);
  assert.match(refusal({ version: 'v91.2.0' }) ?? '', /name a version/);
  assert.match(refusal({ version: '0.2.9' }) ?? '', /0\.2\.9 is not newer than \d/);
  assert.match(refusal({ isClean: false }) ?? '', /commit everything/);
  assert.match(refusal({ tags: ['v91.2.0'] }) ?? '', /the tag v91\.2\.0 exists/);
  assert.equal(refusal({}), undefined);
  writeRelease('91.2.0', DAY, root);
  assert.match(refusal({ version: '91.2.1' }) ?? '', /nothing unreleased/);
  writeVersion('91.2.2', root);
  assert.deepEqual(otherVersions(root), []);
});
