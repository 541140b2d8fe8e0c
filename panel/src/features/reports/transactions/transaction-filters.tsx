import {
  Box,
  Button,
  Collapse,
  Group,
  Kbd,
  Paper,
  Skeleton,
  Stack,
  TextInput,
} from '@mantine/core';
import { useDebouncedCallback, useDisclosure, useHotkeys } from '@mantine/hooks';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '#panel/components/lazy-part.ts';
import { SavedFilters } from '#panel/components/saved-filters.tsx';
import { IconFilter, IconSearch } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/transactions.ts';
import { type TransactionFilter, TYPING_PAUSE_MS } from './transaction-filter.ts';

// Most people never open them.
const Fields = lazyPart(
  async () => (await import('./transaction-filter-fields.tsx')).TransactionFilterFields,
);
const FIELDS_HEIGHT = 150;

/**
 * The search box, and the filters behind a button: of all transactions, or of payouts only. On a
 * phone the button shows the file of the list too.
 */
export function TransactionFilters({
  filter,
  onChange,
  file,
  ofPayouts = false,
}: {
  filter: TransactionFilter;
  onChange: (filter: TransactionFilter) => void;
  file: ReactNode;
  ofPayouts?: boolean;
}) {
  const { text, ...others } = filter;
  const active = Object.values(others).filter(Boolean).length;
  // On a phone they would push the list below the screen.
  const [isWide] = useState(() => matchMedia('(min-width: 48em)').matches);
  const [isOpen, { toggle }] = useDisclosure(active > 0 && isWide);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <Stack gap="sm" mb="md">
      <Group gap="sm" wrap="nowrap">
        <SearchBox text={text ?? ''} onSearch={(next) => onChange({ ...filter, text: next })} />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} />}
          onClick={toggle}
          aria-expanded={isOpen}
          style={{ flexShrink: 0 }}
        >
          {active === 0 ? common.filters : texts.filtersOn(active)}
        </Button>
      </Group>
      <SavedFilters />
      <Collapse expanded={isOpen}>
        <Paper withBorder p="md">
          {wasOpen && (
            <Suspense fallback={<Skeleton className="awaited" height={FIELDS_HEIGHT} />}>
              <Fields filter={filter} onChange={onChange} ofPayouts={ofPayouts} />
            </Suspense>
          )}
          <Box hiddenFrom="sm" mt="md">
            {file}
          </Box>
          {active > 0 && (
            <Button variant="default" size="xs" mt="md" onClick={() => onChange({ text })}>
              {texts.clearFilters}
            </Button>
          )}
        </Paper>
      </Collapse>
    </Stack>
  );
}

function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  const search = useDebouncedCallback(onSearch, TYPING_PAUSE_MS);
  useHotkeys([['/', () => input.current?.focus()]]);
  // When the user goes back, the box shows the term of the new address.
  useEffect(() => setTyped(text), [text]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={texts.search}
      placeholder={texts.searchHint}
      leftSection={<IconSearch size={16} />}
      rightSection={<Kbd visibleFrom="sm">{texts.searchKey}</Kbd>}
      style={{ flex: 1 }}
      maxLength={128}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}
