import { createHash } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postcss, { type Rule } from 'postcss';

/** Mantine's classes have a name of their own for each part of each component. */
const CLASS = /\bm_[0-9a-f]+\b/g;
const HASH_LENGTH = 10;

/**
 * Removes the styles of Mantine's components that no script of a build names, which are most. The
 * style sheet gets a new name for its new content.
 */
export async function shrinkStyles(outDir: string): Promise<void> {
  const assets = join(outDir, 'assets');
  const names = await readdir(assets);
  const used = new Set<string>();
  for (const name of names.filter((one) => one.endsWith('.js'))) {
    const code = await readFile(join(assets, name), 'utf8');
    for (const found of code.match(CLASS) ?? []) used.add(found);
  }
  const [sheet, ...others] = names.filter((one) => one.endsWith('.css'));
  if (sheet === undefined || others.length > 0) throw new Error('expected one style sheet');
  const css = withoutUnused(await readFile(join(assets, sheet), 'utf8'), used);
  const hash = createHash('sha256').update(css).digest('hex').slice(0, HASH_LENGTH);
  const shrunk = `panel-${hash}.css`;
  await writeFile(join(assets, sheet), css);
  await rename(join(assets, sheet), join(assets, shrunk));
  const page = join(outDir, 'index.html');
  await writeFile(page, (await readFile(page, 'utf8')).replaceAll(sheet, shrunk));
}

function withoutUnused(css: string, used: ReadonlySet<string>): string {
  const root = postcss.parse(css);
  root.walkRules((rule: Rule) => {
    const selectors = rule.selectors.filter((selector) =>
      (selector.match(CLASS) ?? []).every((name) => used.has(name)),
    );
    if (selectors.length === 0) rule.remove();
    else if (selectors.length < rule.selectors.length) rule.selectors = selectors;
  });
  root.walkAtRules(/^(?:media|supports|layer|container)$/, (rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return root.toString();
}
