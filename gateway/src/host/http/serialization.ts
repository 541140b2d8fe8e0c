import SerializerSelector from '@fastify/fast-json-stringify-compiler';

const build = SerializerSelector();
const compiled = new Map<string, SerializerSelector.Serializer>();

/**
 * Builds Fastify's compiler of answers. Each schema is compiled once in a process, for the first
 * answer that needs it, because compiling all would delay every start. A thousand answers have
 * little over a hundred different schemas, because all routes share the schemas of errors.
 */
export function buildSerializer(
  ...[shared, options]: Parameters<typeof build>
): SerializerSelector.SerializerCompiler {
  const compile = build(shared, options);
  const context = JSON.stringify([shared, options]);
  return (route) => {
    const key = context + JSON.stringify(route.schema);
    const cached = compiled.get(key);
    if (cached) return cached;
    let serialize: SerializerSelector.Serializer | undefined;
    const compileOnce: SerializerSelector.Serializer = (data) => {
      serialize ??= compile(route);
      return serialize(data);
    };
    compiled.set(key, compileOnce);
    return compileOnce;
  };
}
