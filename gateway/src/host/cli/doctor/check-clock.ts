import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { bankTls } from '#src/ground/config/bank-tls.ts';
import { askServer } from './ask-server.ts';
import { type ClockReading, clockFinding } from './clock-difference.ts';
import {
  type Check,
  type DoctorDeps,
  type Found,
  ok,
  reasonOf,
  skipped,
  warning,
} from './finding.ts';

const PORT = 123;
const TIMEOUT_MS = 3_000;
const PACKET_BYTES = 48;
/** Version 4, client (RFC 4330). */
const REQUEST_HEAD = 0x23;
const TRANSMITTED_AT = 40;
/** Seconds from 1900, where NTP begins to count, to 1970. */
const EPOCH_SECONDS = 2_208_988_800;
const SYNCHRONIZED = '/run/systemd/timesync/synchronized';

/** Compares this machine's clock with the bank's clock and with a time server. */
export const clockCheck: Check = {
  name: 'clock',
  limitMs: 10_000,
  run: async (deps) => {
    const results = await Promise.all([bankFinding(deps), ntpFinding(deps)]);
    const findings = results.filter((finding) => finding !== undefined);
    if (findings.length > 0) return findings;
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
    // The check `bank` reports why the bank can't be reached.
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

/** Asks a time server once. `server` is a name or an address, with or without a port. */
function askNtp(server: string, now: () => number): Promise<ClockReading> {
  const { hostname, port } = new URL(`ntp://${server}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const request = Buffer.alloc(PACKET_BYTES);
  request[0] = REQUEST_HEAD;
  const startedAt = now();
  const { promise, resolve, reject } = Promise.withResolvers<ClockReading>();
  const timer = setTimeout(() => reject(new Error('não respondeu')), TIMEOUT_MS);
  socket.on('error', reject);
  socket.once('message', (answer) => {
    if (answer.length < PACKET_BYTES) return reject(new Error('a resposta não é NTP'));
    const seconds = answer.readUInt32BE(TRANSMITTED_AT) - EPOCH_SECONDS;
    const fraction = answer.readUInt32BE(TRANSMITTED_AT + 4) / 2 ** 32;
    resolve({ startedAt, endedAt: now(), theirs: (seconds + fraction) * 1_000 });
  });
  socket.send(request, Number(port || PORT), host, (error) => error && reject(error));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}
