import { Paper, TextInput } from '@mantine/core';
import type { KeyboardEvent, RefObject } from 'react';
import { IconSearch } from '#panel/icons.ts';
import { texts } from '#texts/commands.ts';
import type { Home } from '../navigation.ts';
import type { EarlyText } from './command.ts';

/** The field of the search while its code is loaded. The search begins with what is typed here. */
export function EarlyField({
  home,
  early,
  onClose,
}: {
  home: Home;
  early: RefObject<EarlyText>;
  onClose: () => void;
}) {
  const giveUp = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    const { opener } = early.current;
    if (opener instanceof HTMLElement) opener.focus();
    onClose();
  };
  return (
    <Paper className="early-field" shadow="xl" p="xs">
      <TextInput
        ref={focusNow}
        aria-label={texts.field[home].title}
        placeholder={texts.field[home].placeholder}
        size="md"
        leftSection={<IconSearch size={18} />}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          early.current = { ...early.current, text: currentTarget.value };
        }}
        onKeyDown={giveUp}
      />
    </Paper>
  );
}

function focusNow(input: HTMLInputElement | null): void {
  input?.focus();
}
