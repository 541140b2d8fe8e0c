import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseChangelog, releasedVersions, unreleasedText } from './changelog.ts';
import { otherVersions, ROOT, versionOf, writeVersion } from './versions.ts';

const CHANGELOG = 'CHANGELOG.md';
/** A file that people fill in names the newest release as its example. */
const EXAMPLE = {
  file: '.github/ISSUE_TEMPLATE/bug.yml',
  pattern: /(?<=placeholder: )\d+\.\d+\.\d+/,
};
const VERSION = /^\d+\.\d+\.\d+$/;

/** What is known of the repository before a release. */
export interface Repository {
  readonly version: string;
  /** Whether everything is committed. */
  readonly isClean: boolean;
  readonly tags: readonly string[];
}

/** Why `version` can't be released now; undefined when it can. */
export function refusalOfRelease(
  { version, isClean, tags }: Repository,
  root = ROOT,
): string | undefined {
  const changelog = readFileSync(join(root, CHANGELOG), 'utf8');
  const [newest = '0.0.0'] = releasedVersions(changelog);
  if (!VERSION.test(version)) return `name a version like 0.4.0, not "${version}"`;
  if (!isNewer(version, newest)) return `${version} is not newer than ${newest}`;
  if (!isClean) return 'commit everything first';
  if (tags.includes(`v${version}`)) return `the tag v${version} exists`;
  if (unreleasedText(changelog) === '') return `${CHANGELOG} has nothing unreleased`;
  return otherVersions(root).join('\n') || undefined;
}

/** Writes the version of a release into every place, and its day into the changelog. */
export function writeRelease(version: string, day: string, root = ROOT): void {
  edit(root, CHANGELOG, (text) => releaseChangelog(text, version, day));
  edit(root, EXAMPLE.file, (text) => text.replace(EXAMPLE.pattern, version));
  writeVersion(version, root);
}

/** Writes the version that follows a release, `0.5.0-dev` after 0.4.0, and returns it. */
export function beginNext(version: string, root = ROOT): string {
  const [major, minor] = version.split('.').map(Number);
  const next = `${major}.${Number(minor) + 1}.0-dev`;
  writeVersion(next, root);
  return next;
}

/** Why the files of a tag can't be made of this commit; undefined when they can. */
export function refusalOfTag(tag: string, root = ROOT): string | undefined {
  const [newest] = releasedVersions(readFileSync(join(root, CHANGELOG), 'utf8'));
  if (tag !== `v${versionOf(root)}`) return `this commit has ${versionOf(root)}, not ${tag}`;
  if (tag !== `v${newest}`) return `the newest entry of ${CHANGELOG} is ${newest}, not ${tag}`;
  return otherVersions(root).join('\n') || undefined;
}

/** Whether a version follows the newest release: that release itself, or a later one in work. */
export function followsRelease(version: string, released: string): boolean {
  return version === released || (version.endsWith('-dev') && isNewer(version, released));
}

function isNewer(version: string, other: string): boolean {
  const numbers = (text: string) => text.replace(/-dev$/, '').split('.').map(Number);
  const [others, own] = [numbers(other), numbers(version)];
  const first = own.findIndex((number, index) => number !== others[index]);
  return first >= 0 && (own[first] ?? 0) > (others[first] ?? 0);
}

function edit(root: string, file: string, change: (text: string) => string): void {
  const path = join(root, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
