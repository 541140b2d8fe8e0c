import { useState } from 'react';
import { isProblem } from '#panel/api/client.ts';

const BYTES = 16;
const KEY_REUSED = 'idempotency_key_reused';

/** A key that no other request has. */
export function newFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `painel-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The Idempotency-Keys of a form. */
export interface FormKey {
  /**
   * The key to send these values with. The same values keep their key: sending them twice has the
   * effect of once. Other values have a new key, but not while it is unknown whether the values
   * before had an effect: under their key the gateway refuses the others if they had.
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
  let isUnknown = false;
  return {
    keyOf: (values) => {
      const text = JSON.stringify(values);
      if (sent !== undefined && sent !== text && !isUnknown) key = newFormKey();
      sent = text;
      isUnknown = true;
      return key;
    },
    failed: (error) => {
      // A proxy's answer is no problem of the gateway, and says nothing about the request.
      isUnknown = !isProblem(error) || error.code === KEY_REUSED;
    },
    renew: () => {
      key = newFormKey();
      sent = undefined;
      isUnknown = false;
    },
  };
}
