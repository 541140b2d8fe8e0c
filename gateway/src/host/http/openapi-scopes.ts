import type { FastifySchema } from 'fastify';
import type { KeyScope } from '#src/ground/access/key-rights.ts';

/**
 * Adds the scope of a route to the schema of its operation: as a security requirement, with one
 * alternative for each scope, and in words. A route without a scope stays as it is.
 */
export function describeScope(
  schema: FastifySchema,
  scope: KeyScope | readonly KeyScope[] | undefined,
): FastifySchema {
  if (scope === undefined) return schema;
  const scopes = [scope].flat();
  const words = scopes.map((one) => `\`${one}\``).join(' ou ');
  const description = `${schema.description ?? ''}\n\nEscopo da chave: ${words}.`.trim();
  const security = scopes.map((one) => ({ clientId: [one], clientSecret: [] }));
  return { ...schema, description, security };
}
