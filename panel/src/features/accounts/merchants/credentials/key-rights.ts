import type { Credential } from './credential-types.ts';

export type Rights = Pick<Credential, 'scopes' | 'addresses'>;
export type Scope = NonNullable<Rights['scopes']>[number];

/** The subjects of scopes. A balance can only be read. */
export const SUBJECTS = [
  'charges',
  'refunds',
  'payouts',
  'transfers',
  'disputes',
  'webhooks',
  'payment_links',
  'customers',
  'balance',
] as const;
export type Subject = (typeof SUBJECTS)[number];

export const LEVELS = ['none', 'read', 'write'] as const;
export type Level = (typeof LEVELS)[number];

export type Levels = Readonly<Record<Subject, Level>>;

export const PRESETS = ['all', 'charge', 'read', 'own'] as const;
export type Preset = (typeof PRESETS)[number];

const NOTHING: Levels = {
  charges: 'none',
  refunds: 'none',
  payouts: 'none',
  transfers: 'none',
  payment_links: 'none',
  customers: 'none',
  disputes: 'none',
  webhooks: 'none',
  balance: 'none',
};

/** The scopes of the presets that have a fixed list. */
const PRESET_SCOPES: Readonly<Record<'charge' | 'read', readonly Scope[]>> = {
  charge: ['charges:write'],
  read: [
    'charges:read',
    'refunds:read',
    'payouts:read',
    'transfers:read',
    'disputes:read',
    'webhooks:read',
    'payment_links:read',
    'customers:read',
    'balance:read',
  ],
};

/** The preset that has exactly these scopes. */
export function presetOf(scopes: Rights['scopes']): Preset {
  if (scopes === null) return 'all';
  const isSame = (preset: 'charge' | 'read') =>
    [...PRESET_SCOPES[preset]].sort().join() === [...scopes].sort().join();
  return (['charge', 'read'] as const).find(isSame) ?? 'own';
}

/** The level of each subject in a list of scopes. */
export function levelsOf(scopes: Rights['scopes']): Levels {
  const levels = { ...NOTHING };
  for (const subject of SUBJECTS) {
    if (scopes?.some((scope) => scope === `${subject}:read`)) levels[subject] = 'read';
    if (scopes?.some((scope) => scope === `${subject}:write`)) levels[subject] = 'write';
  }
  return levels;
}

/** Whether own choices leave a key without any scope, which is refused. */
export function isNothing(preset: Preset, levels: Levels): boolean {
  return preset === 'own' && SUBJECTS.every((subject) => levels[subject] === 'none');
}

/** The scopes to send for a preset, or for the levels of one's own choice. */
export function scopesOf(preset: Preset, levels: Levels): Scope[] | null {
  if (preset === 'all') return null;
  if (preset !== 'own') return [...PRESET_SCOPES[preset]];
  return SUBJECTS.flatMap((subject): Scope[] => {
    const level = levels[subject];
    if (subject === 'balance') return level === 'none' ? [] : ['balance:read'];
    return level === 'none' ? [] : [`${subject}:${level}`];
  });
}

/** The addresses in a text with one on each line; null for an empty text. */
export function addressesOf(text: string): string[] | null {
  const lines = text.split(/[\s,;]+/).filter((line) => line !== '');
  return lines.length > 0 ? lines : null;
}
