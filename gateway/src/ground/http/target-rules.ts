import type { KeyAndCertificate } from '../config/api-pix-config.ts';
import type { Config } from '../config/config.ts';
import { partOf, type WorkSharing } from '../work/work-sharing.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { createNameResolver } from './name-resolver.ts';
import type { TargetRules } from './target-url.ts';

/** The rules for the URLs of merchants' webhooks: only https in production. */
export function targetRulesOf(config: Config): TargetRules {
  return {
    allowPrivateAddresses: config.allowPrivateWebhookAddresses,
    allowPlainHttp: !config.isProduction,
  };
}

/**
 * The rules for the URLs of the sandbox's webhooks, which every visitor may choose: only public
 * addresses while other machines can reach the gateway, even if merchants may use private ones.
 */
export function sandboxTargetRulesOf(config: Config): TargetRules {
  const rules = targetRulesOf(config);
  return { ...rules, allowPrivateAddresses: rules.allowPrivateAddresses && !config.isExposed };
}

type SharedBy = Pick<WorkSharing, 'processCount'>;

/**
 * Opens a client for addresses that merchants or visitors chose. With `sharing` it has the part of
 * the limits that this process may use.
 */
export function openTargetClient(
  { nameServers }: Pick<Config, 'nameServers'>,
  rules: TargetRules,
  limits: {
    readonly connectionsPerOrigin: number;
    readonly sharing?: SharedBy;
    readonly certificate?: KeyAndCertificate | undefined;
  },
): HttpClient {
  const { sharing = { processCount: 1 }, certificate } = limits;
  const names = createNameResolver({ servers: nameServers, sharing });
  const connectionsPerOrigin = partOf(limits.connectionsPerOrigin, sharing);
  return createHttpClient({ ...rules, names, connectionsPerOrigin, certificate });
}
