import SerializerSelector from '@fastify/fast-json-stringify-compiler';

const build = SerializerSelector();
type Serializer = SerializerSelector.Serializer;

/** The serializers of a process for servers with the same settings. */
interface Serializers {
  readonly byText: Map<string, Serializer>;
  /** Fastify makes a compiler for each plugin, and most schemas are used in many of them. */
  readonly byObject: WeakMap<WeakKey, Serializer>;
}

/** By the settings of a server. */
const compiled = new Map<string, Serializers>();

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
  const known = compiled.get(context) ?? { byText: new Map(), byObject: new WeakMap() };
  compiled.set(context, known);
  const { byText, byObject } = known;
  return (route) => {
    const schema = route.schema as object;
    const same = byObject.get(schema);
    if (same) return same;
    const text = JSON.stringify(schema);
    const serialize = byText.get(text) ?? compileLater(() => compile(route));
    byText.set(text, serialize);
    byObject.set(schema, serialize);
    return serialize;
  };
}

function compileLater(compile: () => Serializer): Serializer {
  let serialize: Serializer | undefined;
  return (data) => {
    serialize ??= compile();
    return serialize(data);
  };
}
