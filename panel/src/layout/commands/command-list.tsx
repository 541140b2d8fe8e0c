import { Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Command, CommandGroup } from './command.ts';

/** The commands in groups. The field above keeps the focus and names the chosen one. */
export function CommandList({
  id,
  title,
  groups,
  chosen,
  onRun,
}: {
  id: string;
  title: string;
  groups: readonly CommandGroup[];
  /** The place of the chosen command among those of all groups. */
  chosen: number;
  onRun: (index: number) => void;
}) {
  const firsts = groups.map((_, index) =>
    groups.slice(0, index).reduce((count, { commands }) => count + commands.length, 0),
  );
  return (
    <div id={id} role="listbox" aria-label={title} className="commands">
      {groups.map(({ title: name, commands }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a list box
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <Text id={`${id}-${name}`} size="xs" c="dimmed" px="xs" pt="xs" pb={4}>
            {name}
          </Text>
          {commands.map((command, index) => {
            const place = (firsts[group] ?? 0) + index;
            return (
              <Entry
                key={command.id}
                id={`${id}-${place}`}
                command={command}
                isChosen={place === chosen}
                onRun={() => onRun(place)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Entry({
  id,
  command: { label, detail, icon: Icon },
  isChosen,
  onRun,
}: {
  id: string;
  command: Command;
  isChosen: boolean;
  onRun: () => void;
}) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isChosen}
      className="command"
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Group gap="sm" wrap="nowrap">
        <Icon size={16} />
        <Group gap="0 sm" justify="space-between" flex={1} miw={0}>
          <Text component="span" size="sm" truncate>
            {label}
          </Text>
          {detail}
        </Group>
      </Group>
    </div>
  );
}
