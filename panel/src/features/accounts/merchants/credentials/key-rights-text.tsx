import { Stack, Text } from '@mantine/core';
import { texts } from '#texts/credentials.ts';
import { levelsOf, presetOf, type Rights, SUBJECTS } from './key-rights.ts';

/** The scopes and addresses of a key in words, for the list of keys. */
export function KeyRights({ rights: { scopes, addresses } }: { rights: Rights }) {
  const preset = presetOf(scopes);
  return (
    <Stack gap={2} maw={260} style={{ overflowWrap: 'anywhere' }}>
      <Text inherit>{preset === 'own' ? levelsText(scopes) : texts.presets[preset]}</Text>
      <Text size="sm" c="dimmed" {...(addresses === null && { visibleFrom: 'sm' })}>
        {addresses === null ? texts.anyAddress : addresses.join(', ')}
      </Text>
    </Stack>
  );
}

/** The subjects that the key has access to: `Cobranças: só ler`. */
function levelsText(scopes: Rights['scopes']): string {
  const levels = levelsOf(scopes);
  return SUBJECTS.filter((subject) => levels[subject] !== 'none')
    .map((subject) => `${texts.subjects[subject]}: ${texts.levels[levels[subject]].toLowerCase()}`)
    .join(', ');
}
