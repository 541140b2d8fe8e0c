import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BankCertificates,
  type CertificatePair,
  makeCertificates,
} from './make-certificates.ts';

const PAIRS = ['authority', 'server', 'client'] as const;
const PKCS12_FILE = 'client.p12';
const PRIVATE_MODE = 0o600;

/** The paths of a certificate in a folder. */
export function certificatePath(
  folder: string,
  name: (typeof PAIRS)[number] | 'pkcs12',
  part: 'cert' | 'key' = 'cert',
): string {
  if (name === 'pkcs12') return join(folder, PKCS12_FILE);
  return join(folder, part === 'cert' ? `${name}.crt` : `${name}.key`);
}

let certificatesOfProcess: Promise<BankCertificates> | undefined;

/**
 * The certificates of a folder, made at the first start. Without a folder they are made once a
 * process, because making keys takes longer than most tests.
 */
export async function openCertificates(folder: string | undefined): Promise<BankCertificates> {
  if (folder === undefined) {
    certificatesOfProcess ??= makeCertificates();
    return certificatesOfProcess;
  }
  // The PKCS#12 file is written last: if it exists, all other files exist.
  if (!existsSync(certificatePath(folder, 'pkcs12'))) await makeFolder(folder);
  const [authority, server, client] = await Promise.all(
    PAIRS.map(async (name) => readPair(folder, name)),
  );
  const clientPkcs12 = await readFile(certificatePath(folder, 'pkcs12'));
  if (!authority || !server || !client) throw new Error('certificates are missing');
  return { authority, server, client, clientPkcs12 };
}

async function makeFolder(folder: string): Promise<void> {
  const made = await makeCertificates();
  await mkdir(folder, { recursive: true });
  for (const name of PAIRS) {
    await write(certificatePath(folder, name), made[name].cert);
    await write(certificatePath(folder, name, 'key'), made[name].key);
  }
  await write(certificatePath(folder, 'pkcs12'), made.clientPkcs12);
}

async function write(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: PRIVATE_MODE });
  await rename(`${path}.new`, path);
}

async function readPair(folder: string, name: (typeof PAIRS)[number]): Promise<CertificatePair> {
  return {
    cert: await readFile(certificatePath(folder, name), 'utf8'),
    key: await readFile(certificatePath(folder, name, 'key'), 'utf8'),
  };
}
