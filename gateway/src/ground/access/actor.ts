/** `command` is a command of the CLI, `system` the gateway itself. */
export const ACTOR_KINDS = ['merchant', 'operator', 'command', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The author of a change, as the audit log records it. */
export interface Actor {
  readonly kind: ActorKind;
  /** The user's id; null for a key pair, a command and the system. */
  readonly id: string | null;
  /** The user's e-mail address, the client id of a key pair, `cli` or `gateway`. */
  readonly name: string;
  /** What the user is called; absent for a key pair, a command and the system. */
  readonly person?: string;
  /** The network address that the change came from. */
  readonly address: string | null;
  /** A visitor of the public sandbox; the audit log doesn't record changes by visitors. */
  readonly isVisitor?: true;
}

/** How people read an actor: `Ana Lima (ana@loja.example)`, or the name alone. */
export function shownActor({ person, name }: Pick<Actor, 'person' | 'name'>): string {
  return person === undefined ? name : `${person} (${name})`;
}

/** The actor of every change by a command of the CLI. */
export const commandActor: Actor = { kind: 'command', id: null, name: 'cli', address: null };

/** The actor of automatic changes by the gateway. */
export const systemActor: Actor = { kind: 'system', id: null, name: 'gateway', address: null };
