import type { FastifyRequest } from 'fastify';
import type { ProblemField } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The field of the body with a tax id, whose check digits must be right for live money. */
    taxIdOf?: 'payer' | 'beneficiary';
  }
}

/**
 * Finds a tax id with wrong check digits in a request for live money. A tax id of a wrong form is
 * left to the schema of the route.
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

/** The environment of a request: of its key at the API, in the path at the panel. */
function environmentOf({ caller, params }: FastifyRequest): unknown {
  return caller ? caller.environment : Object(params).environment;
}
