import SerializerSelector from '@fastify/fast-json-stringify-compiler';

const build = SerializerSelector();
/** By the settings of a server, then by the text of a schema. */
const compiled = new Map<string, Map<string, SerializerSelector.Serializer>>();

/**
 * Builds Fastify's compiler of answers. Each schema is compiled once in a process, for the first
 * answer that needs it, because compiling all would delay every start. A thousand answers have
 * little over a hundred different schemas, because all routes share the schemas of errors. Those
 * are mostly the same objects, whose text is not written again.
 */
export function buildSerializer(
  ...[shared, options]: Parameters<typeof build>
): SerializerSelector.SerializerCompiler {
  const compile = build(shared, options);
  const context = JSON.stringify([shared, options]);
  const byText = compiled.get(context) ?? new Map<string, SerializerSelector.Serializer>();
  compiled.set(context, byText);
  const byObject = new WeakMap<WeakKey, SerializerSelector.Serializer>();
  return (route) => {
    const schema = route.schema as object;
    const known = byObject.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema);
    const serialize = byText.get(text) ?? compileLater(() => compile(route));
    byText.set(text, serialize);
    byObject.set(schema, serialize);
    return serialize;
  };
}

function compileLater(compile: () => SerializerSelector.Serializer): SerializerSelector.Serializer {
  let serialize: SerializerSelector.Serializer | undefined;
  return (data) => {
    serialize ??= compile();
    return serialize(data);
  };
}
