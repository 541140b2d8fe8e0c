import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { callRefusal } from '#src/access/merchant.ts';
import type { PanelSession } from '#src/auth/read-session.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import type { createPanelLimits } from './panel-limits.ts';

export interface PanelGuardDeps {
  /** The session of a request's cookie; read afresh each time, so that a sign-out is at once. */
  readonly readSession: (headers: IncomingHttpHeaders) => Promise<PanelSession | undefined>;
  /** Where the panel is reached: a change must come from a page of this origin. */
  readonly panelOrigins: ReadonlySet<string>;
}

export interface PanelLimitDeps {
  /** Refuses reads beyond what one user or merchant may take: see panel-limits.ts. */
  readonly limitReads: ReturnType<typeof createPanelLimits>;
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * The guard of the merchants' side: a session, a page of ours behind every change, then what the
 * account may do. What a route doesn't open is closed: changes need an approved account that is not
 * the sandbox.
 */
export function createMemberGuard(deps: PanelGuardDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    refuseForeignPage(request, deps.panelOrigins);
    const session = await deps.readSession(request.headers);
    if (!session) throw new Refusal('not_logged_in');
    if (session.role !== 'merchant') throw new Refusal('not_permitted');
    request.member = session.user;
    const { config } = request.routeOptions;
    const { isSandbox, status } = session.user.merchant;
    if (isSandbox && config.isClosedToSandbox) throw new Refusal('sandbox_forbidden');
    if (SAFE_METHODS.has(request.method)) return;
    // The sandbox has no book of real money.
    const isRealMoney = Object(request.params).environment === 'live';
    const isOpen = config.isOpenToSandbox && !isRealMoney;
    if (isSandbox && !isOpen) throw new Refusal('sandbox_forbidden');
    const refusal = callRefusal(status);
    if (refusal && !config.isOpenToUnapproved) throw new Refusal(refusal);
  };
}

/** The guard of the operators' side: they read with a session, and change with a second factor. */
export function createOperatorGuard(deps: PanelGuardDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    refuseForeignPage(request, deps.panelOrigins);
    const session = await deps.readSession(request.headers);
    if (!session) throw new Refusal('not_logged_in');
    if (session.role !== 'operator') throw new Refusal('not_permitted');
    request.operator = session.user;
    const isRead = SAFE_METHODS.has(request.method);
    if (!isRead && !session.user.hasSecondFactor) throw new Refusal('second_factor_required');
  };
}

/** The guard of what everybody who is logged in does with the own account. */
export function createAccountGuard(deps: PanelGuardDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    refuseForeignPage(request, deps.panelOrigins);
    const session = await deps.readSession(request.headers);
    if (!session) throw new Refusal('not_logged_in');
    if (session.role === 'operator') request.operator = session.user;
    else request.member = session.user;
    const { config } = request.routeOptions;
    const isSandbox = session.role === 'merchant' && session.user.merchant.isSandbox;
    const isRead = SAFE_METHODS.has(request.method) && !config.isClosedToSandbox;
    if (isSandbox && !isRead && !config.isOpenToSandbox) throw new Refusal('sandbox_forbidden');
  };
}

/**
 * Browsers say which page a request comes from (Fetch Metadata; Origin in older ones). A program
 * that says neither holds the cookie itself, so nobody is tricked.
 */
export function refuseForeignPage(request: FastifyRequest, origins: ReadonlySet<string>): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isOurs = origin === undefined || origins.has(origin) || hostOf(origin) === host;
  if (isForeignSite || !isOurs) throw new Refusal('foreign_page');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
