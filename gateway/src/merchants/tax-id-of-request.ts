import type { FastifyRequest } from 'fastify';
import { parseTaxId } from '#src/pix/tax-id.ts';
import type { ProblemField } from '#src/platform/problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whose tax id the body of a route has: with a live key its check digits must be right. */
    taxIdOf?: 'payer' | 'beneficiary';
  }
}

/** The fault of a tax id of the right shape with wrong check digits, where these count. */
export function taxIdFaults({ routeOptions, caller, body }: FastifyRequest): ProblemField[] {
  const { taxIdOf } = routeOptions.config;
  if (taxIdOf === undefined || caller?.environment !== 'live') return [];
  const unchecked: unknown = Object(Object(body)[taxIdOf]).document;
  if (typeof unchecked !== 'string') return [];
  const hasShape = parseTaxId(unchecked, { checkDigits: false }) !== undefined;
  const isRight = parseTaxId(unchecked, { checkDigits: true }) !== undefined;
  if (!hasShape || isRight) return [];
  const message = 'os dígitos verificadores do CPF ou CNPJ estão errados';
  return [{ field: `${taxIdOf}.document`, message }];
}
