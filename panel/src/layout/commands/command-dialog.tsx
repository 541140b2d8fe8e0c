import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from 'react';
import { useFocusReturn } from '#panel/components/dialog.tsx';
import { IconSearch } from '#panel/icons.ts';
import { texts } from '#texts/commands.ts';
import type { Home, Navigation } from '../navigation.ts';
import { type CommandForm, type CommandGroup, type EarlyText, matching } from './command.ts';
import { CommandList } from './command-list.tsx';
import { useActionCommands, usePageCommands } from './use-commands.ts';
import { useSearchResults } from './use-search-results.tsx';

const TYPING_MS = 250;
const TEXT_LENGTH_MAX = 128;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface Commands {
  readonly navigation: Navigation;
  readonly home: Home;
  readonly onForm: (form: CommandForm) => void;
}

/** A list of pages, actions and content that is filtered by what is typed. Arrows choose in it. */
export function CommandDialog({
  early,
  onClose,
  ...options
}: Commands & { early: RefObject<EarlyText>; onClose: () => void }) {
  useFocusReturn(early.current.opener);
  const listId = useId();
  const [typed, setTyped] = useState('');
  // At the moment when this field takes the place of the early one, so that no letter is lost.
  useLayoutEffect(() => setTyped(early.current.text.slice(0, TEXT_LENGTH_MAX)), [early]);
  const [wanted, choose] = useState(0);
  const { groups, isSearching } = useGroups(options, typed);
  const commands = groups.flatMap((group) => group.commands);
  const chosen = Math.min(wanted, commands.length - 1);
  const { title, placeholder } = texts.field[options.home];
  const run = (index: number) => {
    onClose();
    commands[index]?.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.nativeEvent.isComposing || commands.length === 0) return;
    if (step !== undefined) choose((chosen + step + commands.length) % commands.length);
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root opened onClose={onClose} size="lg" yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <Modal.Body p="xs">
          <TextInput
            ref={focusNow}
            data-autofocus
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={commands.length > 0 ? `${listId}-${chosen}` : undefined}
            aria-label={title}
            placeholder={placeholder}
            size="md"
            leftSection={<IconSearch size={18} />}
            maxLength={TEXT_LENGTH_MAX}
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              choose(0);
            }}
            onKeyDown={onKeyDown}
          />
          <CommandList id={listId} title={title} groups={groups} chosen={chosen} onRun={run} />
          <Text role="status" size="sm" c="dimmed" p="xs">
            {statusOf(commands.length, isSearching)}
          </Text>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The dialog itself sets the focus a moment later, when the next letters may have been typed. */
function focusNow(input: HTMLInputElement | null): void {
  input?.focus();
  input?.setSelectionRange(TEXT_LENGTH_MAX, TEXT_LENGTH_MAX);
}

function useGroups(
  { navigation, home, onForm }: Commands,
  typed: string,
): { groups: CommandGroup[]; isSearching: boolean } {
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const found = useSearchResults(home, settled);
  const actions = useActionCommands(home, onForm);
  const pages = usePageCommands(navigation, home);
  const { groups } = texts;
  return {
    isSearching: text !== '' && (found.isSearching || settled !== text),
    groups: [
      { title: groups.pages, commands: matching(pages, text) },
      { title: groups.actions, commands: matching(actions, text) },
      {
        title: home === '/painel' ? groups.transactions : groups.merchants,
        commands: text === '' ? [] : found.commands,
      },
    ].filter(({ commands }) => commands.length > 0),
  };
}

function statusOf(count: number, isSearching: boolean): string {
  if (isSearching) return texts.searching;
  return count === 0 ? texts.nothing : texts.count(count);
}
