import openapiTypes, { astToString, type OpenAPITSOptions } from 'openapi-typescript';

/** TypeScript types of an OpenAPI document. The SDK uses the same generator as the panel. */
export async function renderTypes(document: object, options?: OpenAPITSOptions): Promise<string> {
  return astToString(await openapiTypes(JSON.stringify(document), options));
}
