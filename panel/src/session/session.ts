import { ACCESS, type OperationId } from '#panel/api/access.ts';
import { api, fetchApi, isProblem, nameViewedMerchant } from '#panel/api/client.ts';
import { sessionIsForgotten, sessionIsKnown } from '#panel/api/ended-session.ts';
import { queryClient } from '#panel/api/query-client.ts';
import { type Environment, useEnvironment } from '#panel/session/environment.tsx';

const QUERY = api.queryOptions('get', '/api/account/session');

/**
 * Reads the session, or undefined if nobody is logged in: for routes, before a page is shown.
 * Throws if the request fails, for example while the server is down.
 */
export async function loadSession() {
  try {
    const session = await queryClient.ensureQueryData(QUERY);
    sessionIsKnown();
    if (session.merchant) nameViewedMerchant(session.merchant.username);
    return session;
  } catch (error) {
    if (isProblem(error) && error.code === 'not_logged_in') return undefined;
    throw error;
  }
}

/** The session. Only for pages below a route that has read it. */
export function useSession() {
  const { data } = api.useSuspenseQuery('get', '/api/account/session');
  return data;
}

/**
 * Whether the user may make a change: its role allows it, and the merchant is approved and not
 * suspended.
 */
export function useMayAct(operation: OperationId): boolean {
  const mayCallIt = useMay(operation);
  return useSession().merchant?.status === 'active' && mayCallIt;
}

/** Like `useMayAct`, for drafts, which a merchant may write before it is approved. */
export function useMayDraft(operation: OperationId): boolean {
  const mayCallIt = useMay(operation);
  const { merchant } = useSession();
  return mayCallIt && merchant !== null && merchant.status !== 'suspended';
}

/** Like `useMayAct`, for charges and payouts: live ones need a bank. */
export function useMayMoveMoney(operation: OperationId): boolean {
  const environment = useEnvironment();
  const { has_live_bank: hasBank } = useSession();
  return useMayAct(operation) && (environment === 'test' || hasBank);
}

/** Whether the environment has subscriptions: live ones need a bank with Pix Automático. */
export function useHasSubscriptions(): boolean {
  const environment = useEnvironment();
  const { has_live_subscriptions: hasLive } = useSession();
  return environment === 'test' || hasLive;
}

export type { OperationId } from '#panel/api/access.ts';

/** Whether the user's role may call an operation in an environment. */
export function mayCall(
  { member_role, operator_role }: Pick<Session, 'member_role' | 'operator_role'>,
  operation: OperationId,
  environment: Environment,
): boolean {
  const roles: readonly string[] = ACCESS[operation][environment];
  // An operator who views a merchant has both. Its role, support or admin, is no member's role.
  return roles.includes(member_role ?? '') || roles.includes(operator_role ?? '');
}

/** Whether the user's role may call an operation in the current environment. */
export function useMay(operation: OperationId): boolean {
  const environment = useEnvironment();
  return mayCall(useSession(), operation, environment);
}

/**
 * Reads the session after a log-in on the same page. Returns whether it is the one that the page
 * shows: the same person, in the same shop, with the same rights.
 */
export async function isSameSession(): Promise<boolean> {
  const shown = queryClient.getQueryData<Session>(QUERY.queryKey);
  const { data } = await fetchApi.GET('/api/account/session');
  return shown !== undefined && data !== undefined && identityOf(data) === identityOf(shown);
}

function identityOf({ user, merchant, role, member_role, operator_role, view }: Session): string {
  const rights = [role, member_role, operator_role, view !== null];
  return JSON.stringify([user.email, merchant?.username, ...rights]);
}

/** Deletes all data that was read, because another person may use the browser next. */
export function forgetSession(): void {
  sessionIsForgotten();
  queryClient.clear();
}

export type Session = ReturnType<typeof useSession>;
