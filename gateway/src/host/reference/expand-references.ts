type Facts = Readonly<Record<string, unknown>>;

/**
 * Replaces each reference of an OpenAPI document by its component, for programs that show or check
 * whole schemas. No component contains itself.
 * @throws {Error} when a reference leads to nothing
 */
export function expandReferences<Document extends object>(document: Document): Document {
  const expanded = new Map<string, unknown>();

  function expand(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(expand);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: reference, ...facts } = value as Facts;
    if (typeof reference === 'string') return { ...(componentOf(reference) as Facts), ...facts };
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, expand(part)]));
  }

  function componentOf(reference: string): unknown {
    const cached = expanded.get(reference);
    if (cached !== undefined) return cached;
    const path = reference.replace('#/', '').split('/');
    const found = path.reduce<unknown>((part, name) => Object(part)[name], document);
    if (found === undefined) throw new Error(`the document has no ${reference}`);
    const component = expand(found);
    expanded.set(reference, component);
    return component;
  }

  return expand(document) as Document;
}
