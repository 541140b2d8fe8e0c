import { systemClock } from '#src/ground/clock.ts';
import { loadConfig } from '#src/ground/config/config.ts';
import { openLog } from '#src/ground/log.ts';
import { joinGateway } from '#src/host/bootstrap.ts';
import { composeApi } from '#src/host/compose-api.ts';
import { expandReferences } from '#src/host/reference/expand-references.ts';

const NOWHERE = 'postgres://localhost/none';

/** The panel's OpenAPI document, from the routes as they are registered. Needs no database. */
export function panelDocument(): Promise<object> {
  return documentAt('/api/panel-openapi.json');
}

/**
 * The OpenAPI document of the API for merchants, with whole schemas, whose titles are their names
 * in the document. Needs no database.
 */
export async function merchantDocument(): Promise<object> {
  const document = await documentAt<{ components: { schemas: object } }>('/openapi.json');
  for (const [title, schema] of Object.entries(document.components.schemas)) {
    Object.assign(schema, { title });
  }
  return expandReferences(document);
}

async function documentAt<Document extends object>(path: string): Promise<Document> {
  const key = Buffer.alloc(32);
  const config = loadConfig({ DATABASE_URL: NOWHERE, ENCRYPTION_KEY: key.toString('base64') });
  const context = await joinGateway({
    config,
    clock: systemClock,
    logger: openLog('silent').logger,
    connectionString: NOWHERE,
    sandboxMerchantId: '',
  });
  const app = await composeApi(context);
  const answer = await app.inject(path);
  await app.stop();
  await context.database.close();
  return answer.json<Document>();
}
