import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startBankSimulator } from '../bank-simulator/src/bank-simulator.ts';

/** A bank that registers charges slowly. Writes its settings to BANK_FILE, then sends "ready". */
const file = process.env.BANK_FILE ?? '';
const bank = await startBankSimulator({ dialect: 'efi' });
bank.faults.add({
  kind: 'slow',
  operation: 'createCharge',
  delayMs: Number(process.env.BANK_LATENCY_MS),
});
const folder = join(dirname(file), 'certificates');
mkdirSync(folder, { recursive: true });
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
};
writeFileSync(
  file,
  JSON.stringify({
    PROVIDER: 'efi',
    PROVIDER_ENVIRONMENT: 'homologation',
    PROVIDER_BASE_URL: bank.url,
    PROVIDER_CLIENT_ID: bank.clientId,
    PROVIDER_CLIENT_SECRET: bank.clientSecret,
    PROVIDER_CERTIFICATE: write('client.pem', bank.clientCertificate.cert),
    PROVIDER_CERTIFICATE_KEY: write('client-key.pem', bank.clientCertificate.key),
    PROVIDER_CA: write('authority.pem', bank.authority),
    PROVIDER_PIX_KEY: bank.pixKey,
    PROVIDER_CALLBACK_SECRET: 'segredo-da-chamada-de-volta',
  }),
);
process.on('SIGTERM', async () => {
  await bank.stop();
  process.exit(0);
});
process.send?.('ready');
