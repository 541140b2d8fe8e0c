import { API_PIX_PREFIXES, type BankConfig } from '#src/ground/config/bank-config.ts';
import { lacksRecurring } from '#src/ground/config/bank-profile.ts';
import { applyProfile } from './bank-http/apply-profile.ts';
import { type BankHttp, openBankHttp } from './bank-http/bank-http.ts';
import type { BankHttpDeps, BankHttpSettings } from './bank-http/bank-request.ts';
import { createAutomatic } from './bcb-pix/automatic/create-automatic.ts';
import { createBcbPix } from './bcb-pix/bcb-pix.ts';
import { readCallback } from './bcb-pix/callbacks.ts';
import { createEfi } from './efi/efi.ts';
import type { LiveBank } from './live-bank.ts';

/** Optional settings of the client: see BankHttpSettings. */
export type BankLimits = Pick<BankHttpSettings, 'connections' | 'breakerOpenMs' | 'nameServers'>;

/** Opens the bank of live keys. Nothing is sent before the first call. */
export function openLiveBank(
  config: BankConfig,
  deps: BankHttpDeps,
  limits: BankLimits = {},
): LiveBank {
  const { baseUrl, clientCertificate, passphrase, certificateAuthority, timeoutMs } = config;
  const token = {
    url: config.tokenUrl,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    body: config.tokenBody,
    scopes: config.profile?.scopes ?? [],
  };
  const tls = { clientCertificate, passphrase, certificateAuthority };
  const wire = openBankHttp(
    { baseUrl, token, timeoutMs, ...tls, ...limits },
    { ...deps, logger: deps.logger.child({ bank: config.provider }) },
  );
  const http = applyProfile(wire, config.profile, API_PIX_PREFIXES[config.provider]);
  return config.provider === 'efi' ? openEfi(config, http) : openApiPix(config, http);
}

/** Our account for Pix Automático; undefined without recurrences or their charges at the bank. */
function accountOf({ receivingAccount, profile }: BankConfig) {
  return lacksRecurring(profile) ? undefined : receivingAccount;
}

function openEfi(config: BankConfig, http: BankHttp): LiveBank {
  const isCallbackMutualTls = config.callbackAuthHeader !== undefined;
  const { pixKey, takesDisputeFiles } = config;
  const receivingAccount = accountOf(config);
  return createEfi({ http, pixKey, isCallbackMutualTls, takesDisputeFiles, receivingAccount });
}

/** A bank that only receives, because the standard has neither payouts nor disputes. */
function openApiPix(config: BankConfig, http: BankHttp): LiveBank {
  const { pixKey } = config;
  const receivingAccount = accountOf(config);
  const settings = { http, pathPrefix: API_PIX_PREFIXES['api-pix'], pixKey };
  return {
    name: 'api-pix',
    receiving: createBcbPix(settings),
    sending: undefined,
    disputes: undefined,
    recurring: receivingAccount && createAutomatic({ ...settings, account: receivingAccount }),
    readCallback,
    close: () => http.close(),
  };
}
