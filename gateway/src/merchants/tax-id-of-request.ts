import type { FastifyRequest } from 'fastify';
import { parseTaxId } from '#src/pix/tax-id.ts';
import type { ProblemField } from '#src/platform/errors/problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whose tax id the body of a route has: with a live key its check digits must be right. */
    taxIdOf?: 'payer' | 'beneficiary';
  }
}

/** The fault of a tax id of the right shape with wrong check digits, where these count. */
export function taxIdFaults(request: FastifyRequest): ProblemField[] {
  const { taxIdOf } = request.routeOptions.config;
  if (taxIdOf === undefined || environmentOf(request) !== 'live') return [];
  const unchecked: unknown = Object(Object(request.body)[taxIdOf]).document;
  if (typeof unchecked !== 'string') return [];
  const hasShape = parseTaxId(unchecked, { checkDigits: false }) !== undefined;
  const isRight = parseTaxId(unchecked, { checkDigits: true }) !== undefined;
  if (!hasShape || isRight) return [];
  const message = 'os dígitos verificadores do CPF ou CNPJ estão errados';
  return [{ field: `${taxIdOf}.document`, message }];
}

/** A key decides the environment of a program's request, the path that of a person's. */
function environmentOf({ caller, params }: FastifyRequest): unknown {
  return caller ? caller.environment : Object(params).environment;
}
