import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { outputOf } from '../../../sdk/test/support/languages.ts';
import { textsOf } from '../tools/messages.ts';
import { packedFiles } from '../tools/pack.ts';
import { zip } from '../tools/zip.ts';
import { startShop } from './support/shop.ts';

const OPTIONS = { stdio: 'pipe' } as const;

/** The archive that shops install works, and says the right version. */
export function testPacking(noPhp: string | undefined): void {
  const noUnzip = outputOf('unzip', '-v') === undefined ? 'unzip is not installed' : undefined;
  const skip = noPhp ?? noUnzip ?? false;
  test('WooCommerce: the packed plug-in works without the repository', {
    skip,
  }, async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'pix-gateway-plugin-'));
    context.after(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'plugin.zip'), zip(packedFiles()));
    execFileSync('unzip', ['-q', 'plugin.zip'], { ...OPTIONS, cwd: folder });
    const plugin = join(folder, 'pix-gateway');
    const shop = await startShop(context, { name: 'packed', wordpress: undefined, plugin });
    assert.equal(await shop.call('centavos', '1.23'), 123);
    assert.equal(await shop.call('sdk_file'), join(plugin, 'sdk/PixGateway.php'));
  });
  test('WooCommerce: every text can be translated', () => {
    const sources = packedFiles().filter(({ path }) => /^(?!.*\/sdk\/).*\.php$/.test(path));
    assert.ok(sources.length > 30);
    for (const { path, content } of sources) {
      const source = content.toString('utf8');
      const calls = source.match(/\b(?:__|esc_html__|esc_html_e|esc_attr__|esc_attr_e)\(/g) ?? [];
      assert.equal(textsOf(source).length, calls.length, path);
    }
  });
}
