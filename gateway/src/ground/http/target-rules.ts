import type { Config } from '../config/config.ts';
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

/** Opens a client for addresses that merchants or visitors chose. */
export function openTargetClient(
  { nameServers }: Pick<Config, 'nameServers'>,
  rules: TargetRules,
  connectionsPerOrigin: number,
): HttpClient {
  const names = createNameResolver({ servers: nameServers });
  return createHttpClient({ ...rules, names, connectionsPerOrigin });
}
