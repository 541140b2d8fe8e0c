import type { RouteOptions } from 'fastify';
import { MEMBER_ACCESS } from './member-access.ts';
import { OPERATOR_ACCESS } from './operator-access.ts';

/**
 * Adds the roles that may call a route to its document, by environment, as `x-roles`. The panel is
 * built with them: it hides what a role can't do.
 */
export function documentAccess(route: RouteOptions): void {
  const id = route.schema?.operationId ?? '';
  const ofOperators = OPERATOR_ACCESS[id]?.roles;
  const roles =
    MEMBER_ACCESS[id]?.roles ?? (ofOperators && { test: ofOperators, live: ofOperators });
  if (roles) Object.assign(route.schema ?? {}, { 'x-roles': roles });
}
