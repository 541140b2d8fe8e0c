/** Who makes a change. */
export interface Actor {
  readonly kind: 'merchant' | 'operator' | 'command' | 'system';
  /** The user's id; null for a command and for the system. */
  readonly id: string | null;
  /** An e-mail address, or a word for what is no person. */
  readonly name: string;
  /** The network address that the change came from. */
  readonly address: string | null;
}

/** The operator at the command line of the gateway's machine. */
export const commandActor: Actor = { kind: 'command', id: null, name: 'cli', address: null };

/** The gateway itself. */
export const systemActor: Actor = { kind: 'system', id: null, name: 'gateway', address: null };
