import { Autocomplete, type AutocompleteProps, Box, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { texts } from '#texts/merchant-field.ts';
import { maskedTaxId } from '../../../gateway/src/ground/pix/masked-tax-id.ts';
import { StatusBadge } from './status-badge.tsx';

const TYPING_MS = 250;
const LENGTH_MIN = 2;
const LENGTH_MAX = 200;
const FOUND_MAX = 8;

type Found = Answer<'/api/operator/merchants'>['data'][number];

/**
 * A field for the username of a merchant. It offers the merchants that are found by what is typed:
 * words of the name, a username, a document or an e-mail. Only a username is a valid value.
 */
export function MerchantField({
  value = '',
  ...props
}: Omit<AutocompleteProps, 'data' | 'filter' | 'renderOption'>) {
  const [isOpen, setOpen] = useState(false);
  const [search] = useDebouncedValue(value.trim(), TYPING_MS);
  const isSearched = isOpen && search.length >= LENGTH_MIN;
  const { data, isPlaceholderData } = api.useQuery(
    'get',
    '/api/operator/merchants',
    { params: { query: { search, limit: FOUND_MAX } } },
    { enabled: isSearched, retry: false, placeholderData: keepPreviousData },
  );
  const found = isSearched && data ? data.data : [];
  const byUsername = new Map(found.map((merchant) => [merchant.username, merchant]));
  return (
    <div>
      <Autocomplete
        label={texts.label}
        placeholder={texts.hint}
        autoCapitalize="none"
        maxLength={LENGTH_MAX}
        comboboxProps={{ withinPortal: false }}
        openOnFocus={false}
        {...props}
        value={value}
        data={[...byUsername.keys()]}
        // The gateway has searched: a name is not a part of the username.
        filter={({ options }) => options}
        renderOption={({ option }) => <Line merchant={byUsername.get(option.value)} />}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
      />
      <div role="status" className="heard-only">
        {isSearched && data && !isPlaceholderData && countText(found.length)}
      </div>
    </div>
  );
}

function countText(count: number): string {
  return count === 0 ? texts.none : texts.found(count);
}

function Line({ merchant }: { merchant: Found | undefined }) {
  if (!merchant) return null;
  const { name, username, document, status } = merchant;
  return (
    <Group gap="xs" wrap="nowrap" flex={1}>
      <Stack gap={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
        <Text inherit fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          @{username} · {maskedTaxId(document) ?? texts.noDocument}
        </Text>
      </Stack>
      <Box flex="none">
        <StatusBadge status={status} />
      </Box>
    </Group>
  );
}
