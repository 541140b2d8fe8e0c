import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { MerchantView } from '#src/accounts/auth/merchant-view/view-merchant.ts';
import type { PanelSession } from '#src/accounts/auth/read-session.ts';
import { callRefusal } from '#src/accounts/merchants/merchant.ts';
import {
  type Member,
  memberOf,
  type Operator,
  operatorOf,
} from '#src/ground/access/member-of-request.ts';
import { refuseWhileMoving } from '#src/ground/access/merchant.ts';
import { memberRoleTexts, operatorRoleTexts } from '#src/ground/access/roles.ts';
import { checkCode, type SecondFactorDeps } from '#src/ground/access/second-factor-of-member.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { memberAccessOf } from './member-access.ts';
import { operatorAccessOf } from './operator-access.ts';
import type { createPanelLimits } from './panel-limits.ts';
import type { SandboxLimits } from './sandbox-limits.ts';
import type { LimitVisit } from './visit-limits.ts';

export interface PanelGuardDeps {
  /** Reads the session of a request's cookie from the database: a log-out has effect at once. */
  readonly readSession: (headers: IncomingHttpHeaders) => Promise<PanelSession | undefined>;
  /** The origins of the panel: a change must come from a page of one of them. */
  readonly panelOrigins: ReadonlySet<string>;
  /** The merchant whose panel an operator's session may read now. */
  readonly readView: (operator: Operator) => Promise<MerchantView | undefined>;
  /** Counts a request without a session. */
  readonly limitVisit: LimitVisit;
}

export interface PanelLimitDeps {
  /** Refuses requests over the limits of a user or merchant: see panel-limits.ts. */
  readonly limitRequests: ReturnType<typeof createPanelLimits>;
  readonly sandboxLimits: SandboxLimits;
}

/** Names the merchant that a page shows: another tab may have chosen another merchant since. */
const VIEWED_HEADER = 'x-viewed-merchant';
/** The same in the query of a download or a stream, which have no headers of the page. */
const VIEWED_QUERY = 'viewed';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * The guard of the merchants' panel. It requires a session and, for a change, a request from the
 * panel's own pages and an approved merchant that is not the sandbox. A route states exceptions in
 * its `config`; who may call it stands in `MEMBER_ACCESS`. An operator who views a merchant reads
 * as its member with the role `viewer`. A request of a page that shows another merchant than the
 * session's is refused. Refuses `foreign_page`, `not_logged_in`, `not_permitted`,
 * `merchant_switched`, `view_ended`, `view_is_read_only`, `role_missing`, `sandbox_forbidden`,
 * `account_suspended` and `account_not_approved`.
 */
export function createMemberGuard(deps: PanelGuardDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    refuseForeignPage(request, deps.panelOrigins);
    const session = await deps.readSession(request.headers);
    if (!session) throw await refuseVisitor(deps, request);
    request.member =
      session.role === 'merchant'
        ? memberOfPage(request, session.user)
        : await viewingMember(deps, request, session.user);
    const { config } = request.routeOptions;
    const { memberRole, merchant } = request.member;
    const { isSandbox, status } = merchant;
    const { roles } = memberAccessOf(request);
    if (!roles.includes(memberRole)) {
      throw new Refusal('role_missing', { roles: memberRoleTexts(roles) });
    }
    if (isSandbox && config.isClosedToSandbox) throw new Refusal('sandbox_forbidden');
    if (SAFE_METHODS.has(request.method)) return;
    refuseWhileMoving(merchant, request.method);
    // The sandbox has no live environment.
    const isRealMoney = Object(request.params).environment === 'live';
    const isOpen = config.isOpenToSandbox && !isRealMoney;
    if (isSandbox && !isOpen) throw new Refusal('sandbox_forbidden');
    const refusal = callRefusal(status);
    const isDraft = config.isOpenToDrafts && status !== 'suspended';
    if (refusal && !config.isOpenToUnapproved && !isDraft) throw new Refusal(refusal);
  };
}

/**
 * Makes the check that streams repeat. It returns the current member of a request, also for an
 * operator who views a merchant, or undefined when the guard would refuse the request.
 */
export function createMemberCheck(deps: Pick<PanelGuardDeps, 'readSession' | 'readView'>) {
  return async (request: FastifyRequest): Promise<Member | undefined> => {
    const session = await deps.readSession(request.headers);
    if (session?.role !== 'operator') return session?.user;
    const view = await deps.readView(session.user);
    return view && viewerOf(view, session.user);
  };
}

/** The member, unless the page of the request shows another of its merchants. */
function memberOfPage(request: FastifyRequest, member: Member): Member {
  if (!isShown(request, member)) throw new Refusal('merchant_switched');
  return member;
}

/** Whether a page shows a merchant. A program that names no merchant means the session's. */
function isShown(request: FastifyRequest, { merchant }: Pick<Member, 'merchant'>): boolean {
  const shown = request.headers[VIEWED_HEADER] ?? Object(request.query)[VIEWED_QUERY];
  return shown === undefined || shown === merchant.username;
}

/** The operator as a member of the merchant that it views, who may only read. */
async function viewingMember(
  deps: PanelGuardDeps,
  request: FastifyRequest,
  operator: Operator,
): Promise<Member> {
  const view = await deps.readView(operator);
  if (!view) throw new Refusal('not_permitted');
  if (!isShown(request, view)) throw new Refusal('view_ended');
  if (!SAFE_METHODS.has(request.method)) throw new Refusal('view_is_read_only');
  request.operator = operator;
  return viewerOf(view, operator);
}

function viewerOf({ merchant }: MerchantView, operator: Operator): Member {
  return { ...operator, merchant, memberRole: 'viewer' };
}

/**
 * The guard of the operators' panel: a role of `OPERATOR_ACCESS`, and a second factor for changes.
 * Refuses `foreign_page`, `not_logged_in`, `not_permitted`, `role_missing` and
 * `second_factor_required`.
 */
export function createOperatorGuard(deps: PanelGuardDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    refuseForeignPage(request, deps.panelOrigins);
    const session = await deps.readSession(request.headers);
    if (!session) throw await refuseVisitor(deps, request);
    if (session.role !== 'operator') throw new Refusal('not_permitted');
    request.operator = session.user;
    const { roles } = operatorAccessOf(request);
    if (!roles.includes(session.user.operatorRole)) {
      throw new Refusal('role_missing', { roles: operatorRoleTexts(roles) });
    }
    const isRead = SAFE_METHODS.has(request.method);
    if (!isRead && !session.user.hasSecondFactor) throw new Refusal('second_factor_required');
  };
}

/**
 * Checks the code of a member for the changes that `MEMBER_ACCESS` lists. It runs after the
 * validation, because the code is in the body. Refuses `second_factor_required`,
 * `second_factor_replaced`, `second_factor_invalid` and `rate_limited`.
 */
export function createMemberCodeCheck(deps: SecondFactorDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    const { codeRule, needsCode } = memberAccessOf(request);
    const body = Object(request.body);
    if (codeRule === 'none' || !needsCode(body)) return;
    const isRequired = codeRule === 'required';
    const member = memberOf(request);
    if (isRequired && member.hasSecondFactor) await deps.refuseReplacedFactor(member.userId);
    await checkCode(deps, member, { code: body.code, isRequired });
  };
}

/**
 * Checks the code of an operator for the changes that `OPERATOR_ACCESS` lists. Refuses
 * `second_factor_invalid` and `rate_limited`.
 */
export function createOperatorCodeCheck(deps: SecondFactorDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!operatorAccessOf(request).needsCode) return;
    const { code } = Object(request.body);
    await checkCode(deps, operatorOf(request), { code, isRequired: true });
  };
}

/**
 * The guard of the routes for the user's own account. Refuses `foreign_page`, `not_logged_in` and
 * `sandbox_forbidden`.
 */
export function createAccountGuard(deps: PanelGuardDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    refuseForeignPage(request, deps.panelOrigins);
    const session = await deps.readSession(request.headers);
    if (!session) throw await refuseVisitor(deps, request);
    if (session.role === 'operator') request.operator = session.user;
    else request.member = session.user;
    const { config } = request.routeOptions;
    const isSandbox = session.role === 'merchant' && session.user.merchant.isSandbox;
    const isRead = SAFE_METHODS.has(request.method) && !config.isClosedToSandbox;
    if (isSandbox && !isRead && !config.isOpenToSandbox) throw new Refusal('sandbox_forbidden');
  };
}

/**
 * Refuses a change from a page of another site with `foreign_page`. Browsers send the page's site
 * (Fetch Metadata; Origin in older browsers). A request without both headers comes from a program,
 * which cannot be tricked into sending a browser's cookie.
 */
export function refuseForeignPage(request: FastifyRequest, origins: ReadonlySet<string>): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isOurs = origin === undefined || origins.has(origin) || hostOf(origin) === host;
  if (isForeignSite || !isOurs) throw new Refusal('foreign_page');
}

/** Counts a request without a session. The refusal is `not_logged_in`; refuses `rate_limited`. */
async function refuseVisitor(deps: PanelGuardDeps, request: FastifyRequest): Promise<Refusal> {
  await deps.limitVisit(request, 'pages');
  return new Refusal('not_logged_in');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
