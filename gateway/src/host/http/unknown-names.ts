import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { nearestName } from '#src/ground/nearest-name.ts';

/** The header of an answer that names the fields of the request's body that were ignored. */
export const UNKNOWN_FIELDS_HEADER = 'x-unknown-fields';
const NAMES_MAX = 20;
const NAME_LENGTH_MAX = 64;
const LISTED_ITEMS_MAX = 1_000;

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly 'x-documented'?: Schema;
}

/**
 * Refuses `invalid_request` for a query parameter that the operation doesn't have: a misspelt
 * filter would otherwise give the whole list.
 */
export function refuseUnknownParameters(request: FastifyRequest): void {
  const { querystring } = request.routeOptions.schema ?? {};
  const known = (querystring as Schema | undefined)?.properties;
  if (!known) return;
  const fields = Object.keys(Object(request.query))
    .filter((name) => !Object.hasOwn(known, name))
    .slice(0, NAMES_MAX)
    .map((name) => {
      const nearest = nearestName(name, Object.keys(known));
      const message = fieldText(({ unknownParameter }) => unknownParameter(nearest));
      return { field: name.slice(0, NAME_LENGTH_MAX), message };
    });
  if (fields.length > 0) throw new Refusal('invalid_request', { fields });
}

/** Names the fields of the body that the operation doesn't have in a header of the answer. */
export function nameUnknownFields(request: FastifyRequest, reply: FastifyReply): void {
  const schema = request.routeOptions.schema?.body as Schema | undefined;
  if (!schema || typeof request.body !== 'object') return;
  const names: string[] = [];
  collect(schema, request.body, '', names);
  if (names.length > 0) reply.header(UNKNOWN_FIELDS_HEADER, names.join(', '));
}

/** Adds the dotted paths of unknown fields to `names`; a value of another type has none. */
function collect(schema: Schema, value: unknown, path: string, names: string[]): void {
  if (names.length >= NAMES_MAX || typeof value !== 'object' || value === null) return;
  const shape = shapeOf(schema);
  if (Array.isArray(value)) {
    const { items } = shape;
    if (!items) return;
    for (const [index, item] of value.slice(0, LISTED_ITEMS_MAX).entries()) {
      collect(items, item, `${path}${index}.`, names);
    }
    return;
  }
  if (!shape.properties) return;
  for (const [name, field] of Object.entries(value)) {
    if (names.length >= NAMES_MAX) return;
    const known = Object.hasOwn(shape.properties, name) ? shape.properties[name] : undefined;
    if (known) collect(known, field, `${path}${name}.`, names);
    else names.push(path + shownName(name));
  }
}

// A header holds ASCII only, and a client may log it.
function shownName(name: string): string {
  return name.slice(0, NAME_LENGTH_MAX).replaceAll(/[^\w.-]/g, '?');
}

interface Shape {
  /** Undefined for an object with fields of any name. */
  readonly properties: Readonly<Record<string, Schema>> | undefined;
  readonly items: Schema | undefined;
}

const shapes = new WeakMap<Schema, Shape>();

/** The fields that an object may have and the schema of a list's items, by all alternatives. */
function shapeOf(schema: Schema): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const { anyOf = [], allOf = [], oneOf = [], 'x-documented': documented } = schema;
  const alternatives = [...anyOf, ...allOf, ...oneOf, ...(documented ? [documented] : [])];
  const parts = [schema, ...alternatives.map(shapeOf)];
  const listed = parts.flatMap(({ properties }) => properties ?? []);
  const isOpen = schema.patternProperties !== undefined || Boolean(schema.additionalProperties);
  const shape = {
    properties: isOpen || listed.length === 0 ? undefined : Object.assign({}, ...listed),
    items: parts.find(({ items }) => items !== undefined)?.items,
  };
  shapes.set(schema, shape);
  return shape;
}
