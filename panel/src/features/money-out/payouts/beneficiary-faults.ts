import type { Environment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payouts.ts';
import { isTaxId, likelyKeyTypes, type PixKeyType, readPixKey } from './pix-key-types.ts';

/** The rules of a form with a Pix key and its holder. */
export function beneficiaryFaults(environment: Environment) {
  return {
    pix_key: (text: string, { pix_key_type: type }: { pix_key_type: PixKeyType }) =>
      pixKeyFault(text, type, environment),
    beneficiary: {
      name: (name: string) => (name.trim() === '' ? texts.nameMissing : null),
      document: (text: string) => (isTaxId(text, environment) ? null : texts.documentInvalid),
    },
  };
}

/** Why a key is invalid for its type, and its likely type. */
function pixKeyFault(text: string, type: PixKeyType, environment: Environment): string | null {
  if (text.trim() === '') return texts.pixKeyMissing;
  if (readPixKey(text, type, environment) !== undefined) return null;
  const [likely] = likelyKeyTypes(text);
  const hint = likely && ` ${texts.pixKeyOfOtherType(texts.keyTypes[likely])}`;
  return `${texts.pixKeyInvalid[type]}${hint ?? ''}`;
}
