/** A change of something that a merchant or an operator owns. Never holds a secret. */
export interface Change {
  /** What was done, `noun.verb` in the past: `credential.created`. */
  readonly action: string;
  /** Whose account was changed; null for the platform's own. */
  readonly merchantId: string | null;
  /** The id or name of what was changed. */
  readonly subject: string;
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}
