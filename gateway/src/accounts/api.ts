import type { ProblemCode } from '#src/ground/errors/problems.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes, operatorRoutes } from '#src/ground/http/operation-doors.ts';
import { startPoller } from '#src/ground/work/poller.ts';
import type { AttemptCounter } from './auth/attempt-limits.ts';
import { type AuthLibrary, createAuthLibrary } from './auth/auth-library.ts';
import type { DeviceOperationDeps } from './auth/device-log-in/device-operations.ts';
import { deviceRoutes } from './auth/device-log-in/device-routes.ts';
import { logInRoutes } from './auth/log-in-routes.ts';
import { membershipRoutes } from './auth/memberships/membership-routes.ts';
import { ownUserRoutes } from './auth/own-user-routes.ts';
import { passwordResetRoutes } from './auth/password-reset-routes.ts';
import { enableSecondFactorRoutes, manageSecondFactorRoutes } from './auth/second-factor-routes.ts';
import { sessionRoutes } from './auth/session-routes.ts';
import { signUpRoutes } from './auth/sign-up-routes.ts';
import { invitationRoutes } from './auth/team/invitation-routes.ts';
import type { AcceptDeps, InviteDeps } from './auth/team/team.ts';
import { createUsageCounter } from './merchants/credentials/count-usage.ts';
import type { CredentialDeps } from './merchants/credentials/manage-credentials.ts';
import type { KycReviewDeps } from './merchants/kyc/kyc-deps.ts';
import type { LookUpDeps } from './merchants/kyc/look-up/look-up-operations.ts';
import type { MerchantOperatorDeps } from './merchants/merchant-operations.ts';
import type { ReadMerchantDeps } from './merchants/read-merchant.ts';
import { accountsOperations } from './operations.ts';
import type { DecideProposalDeps } from './proposals/decide-proposal.ts';

const USAGE_INTERVAL_MS = 5_000;

/** The functions that rooms above hand to accounts. */
export interface AccountsParts
  extends Pick<CredentialDeps, 'checkLiveKey'>,
    Pick<ReadMerchantDeps, 'readVolumes'>,
    Pick<DecideProposalDeps, 'execute'> {
  /** The codes that executions of proposals may refuse. */
  readonly executionCodes: readonly ProblemCode[];
  readonly auth: AuthLibrary;
  readonly hasLiveSubscriptions: boolean;
}

/** The library of log-ins and sessions. */
export function openAuth(api: ApiContext): AuthLibrary {
  const { appUrl, brand } = api.config;
  return createAuthLibrary({ ...api, appUrl, brand });
}

/** The routes of log-in, team, merchants, keys and operators. */
export function accountsApi(api: ApiContext, parts: AccountsParts): RoomRoutes {
  const { config, panel } = api;
  const { sandbox } = config;
  const attempts = attemptCounterOf(api);
  const auth = {
    ...api,
    auth: parts.auth,
    attempts,
    fees: config.fees,
    bankName: config.bank?.provider,
    hasLiveSubscriptions: parts.hasLiveSubscriptions,
    isSandboxOpen: sandbox.isOpen,
    sandboxLogIn: {
      email: sandbox.email.toLowerCase(),
      password: sandbox.password,
      client_id: sandbox.clientId,
      client_secret: sandbox.clientSecret,
      webhook_secret: sandbox.webhookSecret,
    },
  };
  const { defaultRateLimitPerMinute } = config;
  const deps = {
    ...panel,
    ...parts,
    defaultRateLimitPerMinute,
    attempts,
    logger: api.logger,
    sources: config.lookUps,
  };
  const operations = accountsOperations(parts.executionCodes);
  return {
    ownAccount: [
      sessionRoutes(auth),
      ownUserRoutes(auth),
      enableSecondFactorRoutes(auth),
      manageSecondFactorRoutes(auth),
      membershipRoutes(auth),
    ],
    visitors: [
      signUpRoutes(auth),
      logInRoutes(auth),
      passwordResetRoutes(auth),
      invitationRoutes(auth),
    ],
    panel: [memberRoutes<OperationDeps>(operations, deps)],
    open: [deviceRoutes({ ...api, ...parts, attempts, appUrl: config.appUrl })],
    operators: [operatorRoutes<OperationDeps>(operations, deps)],
  };
}

type OperationDeps = InviteDeps &
  AcceptDeps &
  DeviceOperationDeps &
  KycReviewDeps &
  LookUpDeps &
  MerchantOperatorDeps &
  DecideProposalDeps;

/** Counts the attempts of the log-in by the limits of the API. */
function attemptCounterOf({ rateLimits }: ApiContext): AttemptCounter {
  return {
    clientNetwork,
    undo: rateLimits.undoAttempt,
    count: async (name, { max, seconds }) => {
      const budget = await rateLimits.countAttempt(name, max, seconds);
      return budget.isExceeded ? budget.resetSeconds : undefined;
    },
  };
}

/** Counts the use of key pairs in memory and writes the counts every few seconds. */
export function openUsageCount({ database, clock, logger }: ApiContext) {
  const usage = createUsageCounter(database, clock);
  const poller = startPoller({
    name: 'credential-usage',
    intervalMs: USAGE_INTERVAL_MS,
    work: usage.flush,
    logger,
  });
  const close = async (): Promise<void> => {
    await poller.stop();
    await usage
      .close()
      .catch((error: unknown) => logger.warn({ err: error }, 'the use of keys was not written'));
  };
  return { count: usage.count, close };
}
