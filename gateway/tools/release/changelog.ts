const HEADING = '## Unreleased\n';
const ENTRY = /^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/gm;

/** The versions of the changelog, the newest first. */
export function releasedVersions(changelog: string): readonly string[] {
  return [...changelog.matchAll(ENTRY)].map(([, version = '']) => version);
}

/** What stands below "Unreleased", trimmed. Throws when there is no such heading. */
export function unreleasedText(changelog: string): string {
  const start = changelog.indexOf(HEADING);
  if (start < 0) throw new Error('CHANGELOG.md has no heading "## Unreleased"');
  const [text = ''] = changelog.slice(start + HEADING.length).split(/^## \[/m);
  return text.trim();
}

/** Gives what is unreleased a version and its day, below an empty "Unreleased". */
export function releaseChangelog(changelog: string, version: string, day: string): string {
  if (unreleasedText(changelog) === '') throw new Error('CHANGELOG.md has nothing unreleased');
  return changelog.replace(HEADING, `${HEADING}\n## [${version}] - ${day}\n`);
}

/** What the changelog says of a version, with its heading. */
export function notesOf(changelog: string, version: string): string {
  const start = changelog.indexOf(`## [${version}] `);
  const end = changelog.indexOf('\n## [', start + 1);
  return changelog.slice(start, end < 0 ? undefined : end).trim();
}
