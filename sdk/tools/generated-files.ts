import { renderTypes } from '../../panel/build/render-types.ts';
import { type NamedSchemas, namedSchemas } from './named-schemas.ts';
import { errorCodesOf, type OpenApiDocument } from './openapi.ts';
import { renderGo, renderGoNames } from './render-go.ts';
import { renderPhp, renderPhpNames } from './render-php.ts';
import { renderPython, renderPythonNames } from './render-python.ts';
import { renderGoResources } from './resources/go-resources.ts';
import { renderPhpResources } from './resources/php-resources.ts';
import { renderPythonResources } from './resources/python-resources.ts';
import { resourcesOf } from './resources/resources.ts';
import { renderTypescriptResources } from './resources/typescript-resources.ts';

/** The folder under sdk that has the classes of PHP, and no other files. */
export const PHP_RESOURCES = 'php/src/Resource';

const BY = 'from the OpenAPI document by sdk/tools/generate.ts';
const MADE_BY = `Made ${BY}. Do not edit.`;

/** The files of the SDKs that follow from the gateway's OpenAPI document: path under sdk, text. */
export async function generatedFiles(
  document: OpenApiDocument,
): Promise<Readonly<Record<string, string>>> {
  const named = namedSchemas(document);
  const { schemas } = named;
  const resources = resourcesOf(document, named);
  const phpClasses = Object.entries(
    renderPhpResources(resources, new Set(Object.keys(schemas))),
  ).map(([name, text]) => [`${PHP_RESOURCES}/${name}.php`, phpFile(text, 'PixGateway\\Resource')]);
  const codes = errorCodesOf(document);
  const events = Object.keys(document.webhooks);
  return {
    'typescript/src/generated/types.ts': await typescriptTypes(schemas),
    'typescript/src/generated/names.ts': typescriptNames({ codes, events }),
    'typescript/src/generated/resources.ts': `// ${MADE_BY}\n${renderTypescriptResources(resources)}`,
    'python/src/pix_gateway/types.py': pythonTypes(schemas, { codes, events }),
    'python/src/pix_gateway/_resources.py': `# ${MADE_BY}\n${renderPythonResources(resources)}`,
    'php/src/Types.php': phpFile(renderPhp(schemas)),
    'php/src/ErrorCode.php': phpFile(
      renderPhpNames('ErrorCode', 'Os códigos de erro que a API documenta.', codes),
    ),
    'php/src/EventKind.php': phpFile(
      renderPhpNames('EventKind', 'Os eventos que o gateway envia.', events),
    ),
    ...Object.fromEntries(phpClasses),
    'go/types.go': goFile(['encoding/json'], renderGo(schemas)),
    'go/names.go': goFile(
      [],
      renderGoNames('Code', 'Os códigos de erro que a API documenta.', codes),
      renderGoNames('Event', 'Os eventos que o gateway envia.', events),
    ),
    'go/resources.go': goFile(['context', 'iter'], renderGoResources(resources)),
  };
}

type Schemas = NamedSchemas['schemas'];

interface Names {
  readonly codes: readonly string[];
  readonly events: readonly string[];
}

async function typescriptTypes(schemas: Schemas): Promise<string> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'pix-gateway', version: '1' },
    paths: {},
    components: { schemas },
  };
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, emptyObjectsUnknown: true };
  const types = await renderTypes(document, options);
  // Only the named types are for users of the SDK.
  const named = types
    .replaceAll(/^export type (paths|webhooks|operations|\$defs) = .*\n/gm, '')
    .replace('export interface components', 'interface components');
  return `// ${MADE_BY}\n${named}`;
}

function typescriptNames({ codes, events }: Names): string {
  const list = (values: readonly string[]) => values.map((value) => `  '${value}',\n`).join('');
  return `// ${MADE_BY}
/** Os códigos de erro que a API documenta. */
export const errorCodes = [
${list(codes)}] as const;

/** Os eventos que o gateway envia. */
export const eventKinds = [
${list(events)}] as const;
`;
}

function pythonTypes(schemas: Schemas, { codes, events }: Names): string {
  return `# ${MADE_BY}
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

${renderPythonNames('ErrorCode', codes)}
${renderPythonNames('EventKind', events)}

${renderPython(schemas)}`;
}

function phpFile(text: string, namespace = 'PixGateway'): string {
  return `<?php

// ${MADE_BY}

declare(strict_types=1);

namespace ${namespace};

${text}`;
}

function goFile(imports: readonly string[], ...parts: readonly string[]): string {
  const lines = imports.map((path) => `\t"${path}"\n`).join('');
  const head = lines && `import (\n${lines})\n\n`;
  return `// Code generated ${BY}. DO NOT EDIT.\n\npackage pixgateway\n\n${head}${parts.join('\n')}`;
}
