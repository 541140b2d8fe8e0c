/** Creates and checks the hashes of passwords. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(attempt: { hash: string; password: string }): Promise<boolean>;
}

/** Scrypt with N = 16384 and r = 16: 32 MiB and about 70 ms of one core for each password. */
export const scryptPasswords: Passwords = {
  hash: async (password) => (await library()).hashPassword(password),
  verify: async (attempt) => (await library()).verifyPassword(attempt),
};

/** Loads the library for the first password; processes that only serve the API don't need it. */
function library(): Promise<typeof import('better-auth/crypto')> {
  return import('better-auth/crypto');
}
