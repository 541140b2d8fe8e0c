import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { CompactSign, exportJWK, importSPKI, type JWK } from 'jose';
import { type BankSimulator, startBankSimulator } from '../../bank-simulator/src/bank-simulator.ts';
import { createBankClient } from '../../bank-simulator/test/support/bank-client.ts';

/** A simulated bank whose authority `pix` trusts, with a clock of its own. */
export async function openBank(context: TestContext, at = Date.now()) {
  const clock = { at, now: () => clock.at };
  const bank = await startBankSimulator({ locationPort: 0, clock });
  context.after(() => bank.stop());
  const folder = mkdtempSync(join(tmpdir(), 'pix-authority-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'authority.pem');
  writeFileSync(file, bank.authority);
  return { bank, clock, client: createBankClient(bank), env: { NODE_EXTRA_CA_CERTS: file } };
}

export interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

/** A host of codes that answers what a test gives it, by the bank's certificate. */
export interface Host {
  readonly origin: string;
  readonly location: string;
  /** The answer for every address but that of the keys and those in `answers`. */
  answer: Answer;
  /** Answers by path. */
  readonly answers: Map<string, Answer>;
  keys: object;
  /** Signs as the host may, with changes of the header. */
  sign(payload: object, header?: object): Promise<string>;
  readonly key: JWK;
}

export async function openHost(context: TestContext, bank: BankSimulator): Promise<Host> {
  const { cert, key } = await bank.issueCertificate('host de códigos');
  const { raw, publicKey } = new X509Certificate(cert);
  const spki = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const x5t = createHash('sha1').update(raw).digest('base64url');
  const server = createServer({ cert, key }, (request, response) => {
    const isKeys = request.url === '/chaves';
    const answer = host.answers.get(request.url ?? '') ?? host.answer;
    const { status = 200, type = 'application/jose', body } = answer;
    response.writeHead(isKeys ? 200 : status, { 'content-type': type, location: '/outro' });
    response.end(isKeys ? JSON.stringify(host.keys) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const own: JWK = {
    ...(await exportJWK(await importSPKI(spki, 'RS256', { extractable: true }))),
    ...{ kid: 'chave-1', alg: 'RSA', x5t, x5c: [raw.toString('base64')] },
  };
  const host: Host = {
    origin: `127.0.0.1:${port}`,
    location: `127.0.0.1:${port}/qr/v2/abc`,
    answer: { body: '' },
    answers: new Map(),
    keys: { keys: [own] },
    key: own,
    sign: (payload, header = {}) =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({
          ...{ alg: 'RS256', kid: 'chave-1', jku: `https://127.0.0.1:${port}/chaves`, x5t },
          ...header,
        })
        .sign(createPrivateKey(key)),
  };
  return host;
}
