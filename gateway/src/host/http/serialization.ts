import SerializerSelector from '@fastify/fast-json-stringify-compiler';

const build = SerializerSelector();
const compiled = new Map<string, SerializerSelector.Serializer>();

/**
 * Builds Fastify's compiler of answers. Each schema is compiled once a process, when the first
 * answer needs it: a thousand answers have little over a hundred different schemas, because all
 * routes share those of the errors, and compiling them all would delay every start.
 */
export function buildSerializer(
  ...[shared, options]: Parameters<typeof build>
): SerializerSelector.SerializerCompiler {
  const compile = build(shared, options);
  const context = JSON.stringify([shared, options]);
  return (route) => {
    const key = context + JSON.stringify(route.schema);
    const known = compiled.get(key);
    if (known) return known;
    let serialize: SerializerSelector.Serializer | undefined;
    const compileOnce: SerializerSelector.Serializer = (data) => {
      serialize ??= compile(route);
      return serialize(data);
    };
    compiled.set(key, compileOnce);
    return compileOnce;
  };
}
