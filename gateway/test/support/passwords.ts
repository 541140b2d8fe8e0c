import { createHash } from 'node:crypto';
import { type Passwords, scryptPasswords } from '#src/ground/encryption/passwords.ts';

const PREFIX = 'test:';

/**
 * Hashes passwords at no cost: scrypt takes 70 ms of a core, and tests log in hundreds of times. A
 * real hash, of another process, is checked as in production.
 */
export const quickPasswords: Passwords = {
  hash: async (password) => quickHash(password),
  verify: async ({ hash, password }) =>
    hash.startsWith(PREFIX)
      ? hash === quickHash(password)
      : scryptPasswords.verify({ hash, password }),
};

function quickHash(password: string): string {
  return PREFIX + createHash('sha256').update(password.normalize('NFKC')).digest('hex');
}
