import type { FastifyReply, FastifyRequest } from 'fastify';
import { FIELDS, type TypedForm } from './link-form.ts';

const NAME = 'link-form';
/** How long a form with faults waits in the payer's browser: until it is corrected. */
const KEPT_SECONDS = 5 * 60;
/** More of a field is cut off, so that the browser keeps the cookie. */
const FIELD_LENGTH_MAX = 260;
const KEPT = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]+)`);

/** A form with faults. `isTooSmall`: the charge was refused because its fee is above its amount. */
export interface KeptForm {
  readonly form: TypedForm;
  readonly isTooSmall: boolean;
}

/**
 * Keeps a form with faults in the payer's browser, for the page of its link alone: the answer to it
 * is a redirect to that page, so that the browser's Back never has to send a form again.
 */
export function keepForm(reply: FastifyReply, path: string, kept: KeptForm): void {
  const { form, isTooSmall } = kept;
  const fields = [form.token, ...FIELDS.map((name) => form[name].slice(0, FIELD_LENGTH_MAX))];
  const text = JSON.stringify([isTooSmall, ...fields]);
  setCookie(reply, path, Buffer.from(text).toString('base64url'), KEPT_SECONDS);
}

/** Deletes the form that the payer's browser keeps, if there is one. */
export function forgetForm(request: FastifyRequest, reply: FastifyReply, path: string): void {
  if (KEPT.test(request.headers.cookie ?? '')) setCookie(reply, path, '', 0);
}

/** The form that the payer's browser keeps; undefined when there is none, or it isn't ours. */
export function readKeptForm({ headers }: FastifyRequest): KeptForm | undefined {
  const text = KEPT.exec(headers.cookie ?? '')?.[1];
  if (text === undefined) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== FIELDS.length + 2) return undefined;
    const [isTooSmall, token = '', amount = '', name = '', document = '', email = ''] =
      parts.map(String);
    return {
      form: { token, amount, name, document, email },
      isTooSmall: isTooSmall === 'true',
    };
  } catch {
    return undefined;
  }
}

function setCookie(reply: FastifyReply, path: string, value: string, seconds: number): void {
  const parts = [`${NAME}=${value}`, `Path=${path}`, `Max-Age=${seconds}`];
  // The form holds the payer's document: no script reads it, and https pages keep it on https.
  const isSecure = reply.request.protocol === 'https';
  const rules = ['HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])];
  reply.header('set-cookie', [...parts, ...rules].join('; '));
}
