import { ActionIcon, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyPart } from '#panel/components/lazy-part.ts';
import { forget, keep, kept } from '#panel/early/kept-choices.ts';
import { IconX } from '#panel/icons.ts';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/saved-filters.ts';

// Dialogs are large, and lists are shown without one.
const NameDialog = lazyPart(async () => (await import('./name-filter.tsx')).NameFilter);
const SAVED_MAX = 10;

type Search = Readonly<Record<string, unknown>>;

interface SavedFilter {
  readonly name: string;
  readonly search: Search;
}

/**
 * The filters of this list that the person named, each as a button, and one that names the filter
 * of the address. Nothing without either. They stay in the browser, by merchant and list.
 */
export function SavedFilters() {
  const { pathname, search } = useLocation();
  const { merchant } = useSession();
  const navigate = useNavigate();
  const key = `panel-filters ${merchant?.username ?? ''} ${pathname}`;
  const [saved, setSaved] = useState(() => readSaved(key));
  const [isOpen, { open, close }] = useDisclosure();
  const shown = filterOf(search);
  const isShown = (other: Search) => JSON.stringify(other) === JSON.stringify(shown);
  const isNew = Object.keys(shown).length > 0 && !saved.some((one) => isShown(one.search));
  const change = (next: readonly SavedFilter[]) => {
    if (next.length === 0) forget(key);
    else keep(key, JSON.stringify(next));
    setSaved(next);
  };
  const save = (name: string) => {
    change([...saved.filter((one) => one.name !== name), { name, search: shown }]);
    close();
  };
  if (saved.length === 0 && !isNew) return null;
  return (
    <Group role="group" aria-label={texts.saved} gap="xs">
      {saved.map(({ name, search: own }) => (
        <Button.Group key={name}>
          <Button
            size="xs"
            variant="default"
            aria-pressed={isShown(own)}
            onClick={() =>
              navigate({
                to: '.',
                search: ({ ambiente }) => ({ ambiente, ...own }),
              })
            }
          >
            {name}
          </Button>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={texts.remove(name)}
            onClick={() => change(saved.filter((one) => one.name !== name))}
          >
            <IconX size={14} />
          </ActionIcon>
        </Button.Group>
      ))}
      {isNew && saved.length < SAVED_MAX && (
        <Button size="xs" variant="subtle" onClick={open}>
          {texts.save}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <NameDialog onSave={save} onClose={close} />
        </Suspense>
      )}
    </Group>
  );
}

/** Without the environment, and without the text of a search: it often is a payer's name. */
function filterOf(search: Search): Search {
  const fields = Object.entries(search).filter(
    ([name, value]) => name !== 'ambiente' && name !== 'busca' && value !== undefined,
  );
  return Object.fromEntries(fields.sort(([first], [second]) => first.localeCompare(second)));
}

function readSaved(key: string): readonly SavedFilter[] {
  try {
    const stored: unknown = JSON.parse(kept(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSavedFilter) : [];
  } catch {
    return [];
  }
}

function isSavedFilter(value: unknown): value is SavedFilter {
  const { name, search } = Object(value);
  return typeof name === 'string' && typeof search === 'object' && search !== null;
}
