import assert from 'node:assert/strict';
import { CHARGE, type Keys, type TestGateway } from './gateway.ts';

/** The mails of a charge as the API shows them. */
export interface ChargeMails {
  readonly data: readonly {
    readonly kind: string;
    readonly status: string;
    readonly reason: string | null;
    readonly reply: string | null;
    readonly planned_for: string;
    readonly sent_at: string | null;
  }[];
  readonly address_stop: { readonly reason: string; readonly reply: string | null } | null;
  readonly whatsapp_url: string | null;
}

/** The requests of a merchant's program that lets payers be mailed. */
export function payerMailClient(gateway: Pick<TestGateway, 'call'>) {
  async function mailsOf(keys: Keys, id: string): Promise<ChargeMails> {
    const path = `/v1/transactions/${id}/mails`;
    const { status, text, body } = await gateway.call<ChargeMails>('GET', path, { keys });
    assert.equal(status, 200, text);
    return body;
  }
  return {
    mailsOf,
    /** Sets what is mailed; what is left out stays. */
    async turnOn(keys: Keys, body: object) {
      const { status, text } = await gateway.call('PATCH', '/v1/payer-mails/settings', {
        keys,
        body,
      });
      assert.equal(status, 200, text);
    },
    /** Creates a charge with the payer's e-mail; returns its id. */
    async charge(keys: Keys, email: string | undefined, more: object = {}): Promise<string> {
      const payer = { ...CHARGE.payer, ...(email !== undefined && { email }) };
      const body = { ...CHARGE, payer, ...more };
      const made = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
      assert.equal(made.status, 201, made.text);
      return String(made.body.internal_id);
    },
    /** Each mail of a charge in words: `before sent`, `on_due_day skipped paid`. */
    async states(keys: Keys, id: string): Promise<string[]> {
      const { data } = await mailsOf(keys, id);
      return data.map(({ kind, status, reason }) =>
        [kind, status, ...(reason === null ? [] : [reason])].join(' '),
      );
    },
  };
}

/** The decoded text part and the headers of a message of the mail server. */
export function readMessage(message: string) {
  const [head = '', ...rest] = message.split('\n\n');
  const header = (name: string): string => {
    const line = new RegExp(`^${name}:[ \\n]+(.*(?:\\n[ \\t].*)*)`, 'im').exec(head)?.[1] ?? '';
    return decodeWords(line.replaceAll(/\n[ \t]+/g, ' ').trim());
  };
  return { header, text: decodeQuoted(rest.join('\n\n')) };
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeWords(text: string): string {
  const joined = text.replaceAll(/\?= =\?/g, '?==?');
  return joined.replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(word, 'base64').toString('utf8')
      : decodeQuoted(word.replaceAll('_', ' ')),
  );
}
