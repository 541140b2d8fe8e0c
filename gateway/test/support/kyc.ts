import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { openMerchant } from '#src/accounts/merchants/open-merchant.ts';
import type { Answer, TestGateway } from './gateway.ts';
import { type PanelSession, signIn } from './panel.ts';

/** The smallest files of each type: their first bytes, and a text that tests search for. */
export const FILES = {
  pdf: Buffer.concat([Buffer.from('%PDF-1.7\n% conteudo-secreto-do-contrato\n'), randomBytes(512)]),
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9' +
      'awAAAABJRU5ErkJggg==',
    'base64',
  ),
  jpg: Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('ffc0000b080030004001011100', 'hex'),
    // A comment of 26 characters.
    Buffer.from('fffe001c', 'hex'),
    Buffer.from('conteudo-secreto-da-selfie'),
    Buffer.from('ffd9', 'hex'),
  ]),
} as const;

const ADDRESS = {
  postal_code: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'Sala 5',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'sp',
};

export const PERSON = {
  kind: 'person',
  legal_name: 'Ana Souza',
  tax_id: '529.982.247-25',
  address: ADDRESS,
  responsible: { name: 'Ana Souza', tax_id: '529.982.247-25', birth_date: '1990-05-17' },
};

export const COMPANY = {
  kind: 'company',
  legal_name: 'Doceria da Ana Ltda.',
  tax_id: '11.222.333/0001-81',
  address: ADDRESS,
  responsible: { ...PERSON.responsible, role: 'Sócia-administradora' },
};

const PERSON_DOCUMENTS = ['identity_front', 'identity_back', 'selfie', 'proof_of_address'];

export interface Kyc extends Record<string, unknown> {
  status: string;
  is_editable: boolean;
  tax_id: string | null;
  documents: { document_id: string; kind: string; name: string; size_bytes: number }[];
  required_documents: string[];
  faults: { field: string; message: string }[];
  submissions: Record<string, unknown>[];
}

/** Signs a merchant up and logs its user in. */
export async function signUpMerchant(gateway: TestGateway) {
  const { database, clock, config } = gateway.appContext;
  const username = `loja-${randomBytes(6).toString('hex')}`;
  const merchant = await database.transaction((tx) =>
    openMerchant(tx, { clock, fees: config.fees }, { username, name: 'Doceria da Ana' }),
  );
  const session = await signIn(gateway, merchant);
  return { merchant, session, username };
}

/** Uploads a file as a document, by default a selfie. */
export async function upload(
  gateway: TestGateway,
  session: PanelSession,
  { kind = 'selfie', name = 'selfie.png', type = 'image/png', content = FILES.png as Buffer } = {},
): Promise<Answer> {
  const query = new URLSearchParams({ kind, name });
  const response = await fetch(`${gateway.url}/api/panel/kyc/documents?${query}`, {
    method: 'POST',
    headers: { cookie: session.cookie(), 'content-type': type },
    body: new Uint8Array(content),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** Fills in an application with all its documents and submits it. */
export async function submitKyc(
  gateway: TestGateway,
  session: PanelSession,
  data: object = PERSON,
  documentKinds: readonly string[] = PERSON_DOCUMENTS,
): Promise<Answer<Kyc>> {
  const saved = await session.call('PUT', '/api/panel/kyc', { body: data });
  assert.equal(saved.status, 200, saved.text);
  for (const kind of documentKinds) {
    const added = await upload(gateway, session, { kind, name: `${kind}.png` });
    assert.equal(added.status, 201, added.text);
  }
  return session.call<Kyc>('POST', '/api/panel/kyc/submit');
}

/** The id of a merchant's application, from the operators' list. */
export async function applicationIdOf(
  operator: PanelSession,
  username: string,
  status = 'submitted',
): Promise<string> {
  const path = `/api/operator/kyc?limit=100&status=${status}`;
  const { body } = await operator.call<{ data: Record<string, unknown>[] }>('GET', path);
  return String(body.data.find((one) => one.username === username)?.application_id);
}
