import type { BankConfig } from '#src/ground/config/bank-config.ts';
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
  };
  const tls = { clientCertificate, passphrase, certificateAuthority };
  const http = openBankHttp(
    { baseUrl, token, timeoutMs, ...tls, ...limits },
    { ...deps, logger: deps.logger.child({ bank: config.provider }) },
  );
  return config.provider === 'efi' ? openEfi(config, http) : openApiPix(config, http);
}

function openEfi(config: BankConfig, http: BankHttp): LiveBank {
  const isCallbackMutualTls = config.callbackAuthHeader !== undefined;
  const { pixKey, takesDisputeFiles, receivingAccount } = config;
  return createEfi({ http, pixKey, isCallbackMutualTls, takesDisputeFiles, receivingAccount });
}

/** A bank that only receives, because the standard has neither payouts nor disputes. */
function openApiPix({ pixKey, receivingAccount }: BankConfig, http: BankHttp): LiveBank {
  const settings = { http, pathPrefix: '', pixKey };
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
