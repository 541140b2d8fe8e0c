import type { FastifyRequest } from 'fastify';
import type { ProblemField } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body's field with a tax id, whose check digits are checked for live money. */
    taxIdOf?: 'payer' | 'beneficiary';
  }
}

/**
 * The fields of a live request whose tax id has wrong check digits. The schema of the route refuses
 * tax ids of a wrong form.
 */
export function taxIdFaults(request: FastifyRequest): ProblemField[] {
  const { taxIdOf } = request.routeOptions.config;
  if (taxIdOf === undefined || environmentOf(request) !== 'live') return [];
  const unchecked: unknown = Object(Object(request.body)[taxIdOf]).document;
  if (typeof unchecked !== 'string') return [];
  const hasShape = parseTaxId(unchecked, { checkDigits: false }) !== undefined;
  const isRight = parseTaxId(unchecked, { checkDigits: true }) !== undefined;
  if (!hasShape || isRight) return [];
  const message = fieldText((texts) => texts.checkDigits);
  return [{ field: `${taxIdOf}.document`, message }];
}

/** The environment of a request: the key's at the API, the path's at the panel. */
function environmentOf({ caller, params }: FastifyRequest): unknown {
  return caller ? caller.environment : Object(params).environment;
}
