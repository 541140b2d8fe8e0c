import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { openLog } from '#src/ground/log.ts';
import { readBankFindings } from '../bank-findings.ts';
import { type Check, failure, ok, skipped } from './finding.ts';

const ADVICE: Readonly<Record<string, string>> = {
  token: 'confira PROVIDER_CLIENT_ID, PROVIDER_CLIENT_SECRET, PROVIDER_CERTIFICATE e os escopos',
  balance: 'peça ao banco o escopo que lê o saldo (docs/operating/going-live.md)',
  webhook: 'registre o endereço com "cli bank webhook register"',
  disputes: 'peça ao banco o escopo das contestações; a homologação da Efí não as tem',
};

/** Whether the bank takes our certificate and key pair and calls us. Only reads. */
export const bankCheck: Check = {
  name: 'bank',
  limitMs: 45_000,
  run: async ({ config, clock }) => {
    if (!config.bank) return [skipped('sem PROVIDER não há banco: as chaves live são recusadas')];
    const { logger } = openLog('silent');
    const { nameServers, baseUrl } = config;
    const bank = openLiveBank(config.bank, { logger, now: clock.now }, { nameServers });
    try {
      const { findings } = await readBankFindings(bank, config.bank, { baseUrl, now: clock.now() });
      return Object.entries(findings).map(([name, { ok: isOk, message }]) =>
        isOk ? ok(`${name}: ${message}`) : failure(`${name}: ${message}`, ADVICE[name] ?? ''),
      );
    } finally {
      await bank.close();
    }
  },
};
