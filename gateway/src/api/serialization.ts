import SerializerSelector from '@fastify/fast-json-stringify-compiler';

const build = SerializerSelector();
const compiled = new Map<string, SerializerSelector.Serializer>();

/**
 * Builds Fastify's compiler of answers. Each schema is compiled once a process: a thousand answers
 * have little over a hundred different schemas, because all routes share those of the errors.
 */
export function buildSerializer(
  ...[shared, options]: Parameters<typeof build>
): SerializerSelector.SerializerCompiler {
  const compile = build(shared, options);
  const context = JSON.stringify([shared, options]);
  return (route) => {
    const key = context + JSON.stringify(route.schema);
    let serialize = compiled.get(key);
    if (!serialize) {
      serialize = compile(route);
      compiled.set(key, serialize);
    }
    return serialize;
  };
}
