import { Group, Input, NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core';
import { texts } from '#texts/credentials.ts';
import { isNothing, LEVELS, type Levels, PRESETS, type Preset, SUBJECTS } from './key-rights.ts';

export interface RightsValues {
  readonly preset: Preset;
  readonly levels: Levels;
  readonly addresses: string;
}

/** The faults of the fields, by their names in the request. */
type Faults = Readonly<Record<string, unknown>>;

/** The fields for the rights of a key: its scopes and addresses. */
export function KeyRightsFields({
  values: { preset, levels, addresses },
  faults,
  onChange,
}: {
  values: RightsValues;
  faults: Faults;
  onChange: (change: Partial<RightsValues>) => void;
}) {
  const chosen = PRESETS.find((one) => one === preset) ?? 'all';
  return (
    <>
      <Radio.Group
        label={texts.scopes}
        value={chosen}
        onChange={(value) => onChange({ preset: PRESETS.find((one) => one === value) ?? 'all' })}
        error={faultOf(faults, 'scopes')}
      >
        <Stack gap="xs" mt="xs">
          {PRESETS.map((value) => (
            <Radio
              key={value}
              value={value}
              label={texts.presets[value]}
              description={texts.presetHints[value]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {preset === 'own' && (
        <LevelFields
          levels={levels}
          isRefused={isNothing(preset, levels) && faultOf(faults, 'rights') !== undefined}
          onChange={onChange}
        />
      )}
      <Textarea
        label={texts.addresses}
        description={texts.addressesHint}
        placeholder="203.0.113.7"
        autosize
        minRows={2}
        spellCheck={false}
        value={addresses}
        onChange={(event) => onChange({ addresses: event.currentTarget.value })}
        error={faultOf(faults, 'addresses')}
      />
    </>
  );
}

function LevelFields({
  levels,
  isRefused,
  onChange,
}: {
  levels: Levels;
  isRefused: boolean;
  onChange: (change: Partial<RightsValues>) => void;
}) {
  return (
    <Stack gap="xs">
      {SUBJECTS.map((subject) => (
        <Group key={subject} justify="space-between" wrap="nowrap">
          <Text size="sm" id={`level-${subject}`}>
            {texts.subjects[subject]}
          </Text>
          <NativeSelect
            aria-labelledby={`level-${subject}`}
            error={isRefused}
            value={levels[subject]}
            onChange={(event) => {
              const level = LEVELS.find((one) => one === event.currentTarget.value) ?? 'none';
              onChange({ levels: { ...levels, [subject]: level } });
            }}
            data={LEVELS.filter((level) => subject !== 'balance' || level !== 'write').map(
              (value) => ({ value, label: texts.levels[value] }),
            )}
          />
        </Group>
      ))}
      {isRefused && <Input.Error>{texts.oneSubject}</Input.Error>}
    </Stack>
  );
}

/** The first fault of a field or of one of its items. */
function faultOf(faults: Faults, name: string) {
  const found = Object.keys(faults).find((key) => key === name || key.startsWith(`${name}.`));
  return found === undefined ? undefined : String(faults[found]);
}
