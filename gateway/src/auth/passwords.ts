import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** Makes and checks the hashes that the database keeps instead of passwords. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(attempt: { hash: string; password: string }): Promise<boolean>;
}

/** Scrypt with N = 16384 and r = 16: 32 MiB and about 70 ms of one core for each password. */
export const scryptPasswords: Passwords = { hash: hashPassword, verify: verifyPassword };
