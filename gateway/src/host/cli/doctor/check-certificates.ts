import { X509Certificate } from 'node:crypto';
import { bankTls } from '#src/ground/config/bank-tls.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { askServer } from './ask-server.ts';
import {
  type Check,
  type DoctorDeps,
  type Found,
  failure,
  ok,
  reasonOf,
  skipped,
  warning,
} from './finding.ts';
import { ownCertificate } from './own-certificate.ts';

const WARNING_DAYS = 30;
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Checks the validity of our certificate at the bank, the bank's, and the public address's. */
export const certificatesCheck: Check = {
  name: 'certificates',
  limitMs: 15_000,
  run: async (deps) => {
    const found = (await Promise.all([bankFindings(deps), publicFindings(deps)])).flat();
    if (found.length > 0) return found;
    return [skipped('sem PROVIDER e sem https em BASE_URL e APP_URL não há certificados')];
  },
};

async function bankFindings(deps: DoctorDeps): Promise<Found[]> {
  const { bank, nameServers } = deps.config;
  if (!bank) return [];
  const now = deps.clock.now();
  const own = await ownCertificate(bank);
  const authorities = String(bank.certificateAuthority ?? '').match(CERTIFICATES) ?? [];
  const options = { now: deps.clock.now, nameServers, tls: bankTls(bank) };
  const server = await askServer(bank.baseUrl, options).catch(() => undefined);
  const RENEW_OWN = 'peça um certificado novo ao banco e troque PROVIDER_CERTIFICATE antes do fim';
  return [
    own
      ? validity('o nosso certificado no banco (PROVIDER_CERTIFICATE)', own, now, RENEW_OWN)
      : skipped('a validade de PROVIDER_CERTIFICATE não pôde ser lida'),
    ...authorities.map((pem) =>
      validity(
        'a autoridade em PROVIDER_CA',
        new X509Certificate(pem),
        now,
        'baixe do banco a autoridade nova e troque PROVIDER_CA',
      ),
    ),
    ...(server?.certificate
      ? [
          server.refusal === undefined
            ? validity('o certificado do banco', server.certificate, now, 'avise o banco')
            : failure(
                `o certificado do banco não é aceito: ${server.refusal}`,
                'confira PROVIDER_BASE_URL e PROVIDER_CA',
              ),
        ]
      : []),
  ];
}

async function publicFindings(deps: DoctorDeps): Promise<Found[]> {
  const { baseUrl, appUrl } = deps.config;
  const addresses = [...new Set([baseUrl, appUrl])].filter((url) => url.startsWith('https:'));
  return Promise.all(addresses.map((address) => publicFinding(deps, address)));
}

async function publicFinding({ config, clock }: DoctorDeps, address: string): Promise<Found> {
  const renew = `renove o certificado de ${address} no proxy`;
  try {
    const options = { now: clock.now, nameServers: config.nameServers };
    const { certificate, refusal } = await askServer(address, options);
    if (!certificate) return warning(`${address} não mostrou certificado`, renew);
    const found = validity(`o certificado de ${address}`, certificate, clock.now(), renew);
    if (found.status === 'failure' || refusal === undefined) return found;
    return failure(
      `o certificado de ${address} não é aceito por navegadores: ${refusal}`,
      'use no proxy um certificado de uma autoridade conhecida, com a cadeia completa',
    );
  } catch (error) {
    return warning(
      `${address} não responde a partir desta máquina: ${reasonOf(error)}`,
      'confira o DNS e o proxy; se só esta máquina não o alcança, ignore',
    );
  }
}

/** Judges how long a certificate is valid. */
export function validity(
  whose: string,
  { validFromDate, validToDate }: X509Certificate,
  now: number,
  advice: string,
): Found {
  const days = Math.floor((validToDate.getTime() - now) / DAY_MS);
  const day = validToDate.toISOString().slice(0, 10);
  if (days < 0) return failure(`${whose} venceu em ${day}`, advice);
  if (validFromDate.getTime() > now) {
    return failure(`${whose} ainda não vale`, 'confira o relógio desta máquina e o certificado');
  }
  const message = `${whose} vale até ${day} (${days} dias)`;
  return days <= WARNING_DAYS ? warning(message, advice) : ok(message);
}
