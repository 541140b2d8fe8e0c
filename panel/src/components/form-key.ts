import { useState } from 'react';
import { isProblem } from '#panel/api/client.ts';

const BYTES = 16;
/** The gateway's refusals after which the request, or an earlier one, may have had an effect. */
const UNKNOWN_CODES = [
  'idempotency_in_progress',
  'idempotency_key_reused',
  'internal_error',
  'overloaded',
  'provider_unavailable',
];

/** A key that no other request has. */
export function newFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `painel-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The Idempotency-Keys of a form. */
export interface FormKey {
  /**
   * The key to send these values with. The same values keep their key: sending them twice has the
   * effect of once. Other values have a new key, but not when a request with the key may have had
   * an effect: under that key the gateway refuses other values if it had. A later refusal doesn't
   * change this, because it says nothing about the request before; a refused request leaves its
   * key free.
   */
  readonly keyOf: (values: unknown) => string;
  /** Takes the failure of a request with the last key. */
  readonly failed: (error: unknown) => void;
  /** Begins anew after a success in a form that stays open: the same values have a new key. */
  readonly renew: () => void;
}

/** The Idempotency-Keys of a form, from its opening to its end. */
export function useFormKey(): FormKey {
  const [keys] = useState(createFormKey);
  return keys;
}

function createFormKey(): FormKey {
  let key = newFormKey();
  let sent: string | undefined;
  /** Whether a request with the key may have had an effect. */
  let isUnknown = false;
  let wasUnknown = false;
  return {
    keyOf: (values) => {
      const text = JSON.stringify(values);
      if (sent !== undefined && sent !== text && !isUnknown) key = newFormKey();
      sent = text;
      wasUnknown = isUnknown;
      isUnknown = true;
      return key;
    },
    failed: (error) => {
      // A proxy's answer is no problem of the gateway, and says nothing about the request.
      isUnknown = wasUnknown || !isProblem(error) || UNKNOWN_CODES.includes(error.code);
    },
    renew: () => {
      key = newFormKey();
      sent = undefined;
      isUnknown = false;
    },
  };
}
