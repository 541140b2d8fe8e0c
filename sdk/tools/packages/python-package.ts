import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { ARCHIVE_TIME, type Package, readFiles } from './package-files.ts';

const FOLDER = join(import.meta.dirname, '../../python');

const WHEEL = `Wheel-Version: 1.0
Generator: pix-gateway
Root-Is-Purelib: true
Tag: py3-none-any
`;

/** Writes the wheel of the SDK for Python: a zip in the form of PEP 427. It needs no Python. */
export function pythonPackage(): Package {
  const project = readFileSync(join(FOLDER, 'pyproject.toml'), 'utf8');
  const base = `${textOf(project, 'name').replaceAll('-', '_')}-${textOf(project, 'version')}`;
  const info = `${base}.dist-info`;
  const files = new Map<string, Buffer>([
    ...readFiles(join(FOLDER, 'src'), ['pix_gateway/*.py', 'pix_gateway/py.typed']),
    ...readFiles(FOLDER, ['LICENSE'], `${info}/`),
    [`${info}/METADATA`, Buffer.from(metadataOf(project))],
    [`${info}/WHEEL`, Buffer.from(WHEEL)],
  ]);
  const records = [...files].map(([path, content]) => {
    const hash = createHash('sha256').update(content).digest('base64url');
    return `${path},sha256=${hash},${content.length}\n`;
  });
  files.set(`${info}/RECORD`, Buffer.from(`${records.join('')}${info}/RECORD,,\n`));
  const content = zipSync(Object.fromEntries(files), { mtime: ARCHIVE_TIME });
  return { file: `${base}-py3-none-any.whl`, content: Buffer.from(content) };
}

function metadataOf(project: string): string {
  const lines = [
    'Metadata-Version: 2.1',
    `Name: ${textOf(project, 'name')}`,
    `Version: ${textOf(project, 'version')}`,
    `Summary: ${textOf(project, 'description')}`,
    `Keywords: ${listOf(project, 'keywords').join(',')}`,
    'License: MIT',
    ...listOf(project, 'classifiers').map((one) => `Classifier: ${one}`),
    `Requires-Python: ${textOf(project, 'requires-python')}`,
    'Description-Content-Type: text/markdown',
    'License-File: LICENSE',
  ];
  return `${lines.join('\n')}\n\n${readFileSync(join(FOLDER, 'README.md'), 'utf8')}`;
}

/** A text of pyproject.toml. Throws when it is not there in the simple form. */
function textOf(project: string, name: string): string {
  const [, text] = new RegExp(`^${name} = "([^"]+)"$`, 'm').exec(project) ?? [];
  if (text === undefined) throw new Error(`pyproject.toml has no ${name}`);
  return text;
}

function listOf(project: string, name: string): readonly string[] {
  const [, list = ''] = new RegExp(`^${name} = \\[([^\\]]*)\\]`, 'm').exec(project) ?? [];
  const found = [...list.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
  if (found.length === 0) throw new Error(`pyproject.toml has no ${name}`);
  return found;
}
