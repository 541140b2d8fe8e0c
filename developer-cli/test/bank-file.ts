import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BankSimulator } from '../../bank-simulator/src/bank-simulator.ts';

/** Writes `banco.env`, the variables of a simulated bank, with its certificates beside it. */
export function writeBankFile(folder: string, bank: BankSimulator): void {
  const path = (name: string) => join(folder, name);
  writeFileSync(path('bank.crt'), bank.clientCertificate.cert);
  writeFileSync(path('bank.key'), bank.clientCertificate.key);
  writeFileSync(path('ca.pem'), bank.authority);
  const variables = {
    PROVIDER_BASE_URL: `${bank.url}/v2`,
    PROVIDER_TOKEN_URL: `${bank.url}/oauth/token`,
    PROVIDER_CLIENT_ID: bank.clientId,
    PROVIDER_CLIENT_SECRET: `"${bank.clientSecret}"`,
    PROVIDER_CERTIFICATE: path('bank.crt'),
    PROVIDER_CERTIFICATE_KEY: path('bank.key'),
    PROVIDER_CA: path('ca.pem'),
    PROVIDER_PIX_KEY: `'${bank.pixKey}' # a chave que recebe`,
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  writeFileSync(path('banco.env'), `# Banco de teste\n${lines.join('\n')}\n`);
}
