import { existsSync } from 'node:fs';
import { askNtp } from './ask-ntp.ts';
import { askServer } from './ask-server.ts';
import { bankTls } from './bank-tls.ts';
import { clockFinding } from './clock-difference.ts';
import {
  type Check,
  type DoctorDeps,
  type Found,
  ok,
  reasonOf,
  skipped,
  warning,
} from './finding.ts';

const SYNCHRONIZED = '/run/systemd/timesync/synchronized';

/** How far this machine's clock is from the bank's and from a server of time. */
export const clockCheck: Check = {
  name: 'clock',
  limitMs: 10_000,
  run: async (deps) => {
    const found = await Promise.all([bankFinding(deps), ntpFinding(deps)]);
    const known = found.filter((one) => one !== undefined);
    if (known.length > 0) return known;
    if (existsSync(SYNCHRONIZED))
      return [ok('o systemd-timesyncd acertou o relógio desta máquina')];
    return [skipped('sem banco e sem --ntp só se compara com o banco de dados (veja "database")')];
  },
};

async function bankFinding({ config, clock }: DoctorDeps): Promise<Found | undefined> {
  const { bank, nameServers } = config;
  if (!bank) return undefined;
  try {
    const options = { now: clock.now, nameServers, tls: bankTls(bank) };
    const words = await askServer(bank.baseUrl, options);
    return words.clock && clockFinding('o banco (PROVIDER)', words.clock);
  } catch {
    // The check of the bank says that it can't be reached.
    return skipped('o banco (PROVIDER) não respondeu com a hora');
  }
}

async function ntpFinding({ clock, ntpServer }: DoctorDeps): Promise<Found | undefined> {
  if (ntpServer === undefined) return undefined;
  try {
    return clockFinding(`o servidor NTP ${ntpServer}`, await askNtp(ntpServer, clock.now));
  } catch (error) {
    return warning(
      `o servidor NTP ${ntpServer} não pôde ser consultado: ${reasonOf(error)}`,
      'confira o nome e se a rede deixa passar UDP na porta 123',
    );
  }
}
