import type { DerivedSecret, SecretBox } from '#src/ground/encryption/encryption.ts';

/** The secrets of the log-in library, derived from the encryption keys, the current one first. */
export function logInSecrets(secretBox: SecretBox): DerivedSecret[] {
  return [...secretBox.derive('log-in')];
}
