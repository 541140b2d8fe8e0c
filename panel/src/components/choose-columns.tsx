import { Alert, Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/file-columns.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import type { Places } from './kept-columns.ts';

/** The beginning of a file. */
export interface Sheet<Name extends string> {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly columns: Places<Name>;
  /** The file needs a column of each group. */
  readonly required: readonly (readonly Name[])[];
}

const LETTERS = 26;
const FIRST_LETTER = 'A'.charCodeAt(0);

/** The first lines of a file, and which of its columns each of ours is. */
export function ChooseColumns<Name extends string>({
  sheet,
  names,
  isPending,
  onChosen,
  onClose,
}: {
  sheet: Sheet<Name>;
  names: Readonly<Record<Name, string>>;
  isPending: boolean;
  onChosen: (columns: Places<Name>) => void;
  onClose: () => void;
}) {
  const [columns, setColumns] = useState(sheet.columns);
  const [isAsked, setAsked] = useState(false);
  const missing = sheet.required.filter((group) => !group.some((name) => name in columns));
  const check = () => {
    setAsked(true);
    return { hasErrors: missing.length > 0 };
  };
  return (
    <Dialog onClose={onClose} title={texts.title} size="xl">
      <Form
        check={check}
        onSubmit={(event) => {
          event.preventDefault();
          onChosen(columns);
        }}
      >
        <Stack gap="md">
          <Text c="dimmed">{texts.hint}</Text>
          <FirstRows sheet={sheet} names={names} columns={columns} />
          <Missing groups={missing} names={names} />
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
            {(Object.keys(names) as Name[]).map((name) => (
              <ColumnField
                key={name}
                label={names[name]}
                sheet={sheet}
                place={columns[name]}
                isRequired={sheet.required.some((group) => group.length === 1 && group[0] === name)}
                isWrong={isAsked && missing.some(([first]) => first === name)}
                onChange={(place) => setColumns(withPlace(columns, name, place))}
              />
            ))}
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button type="submit" loading={isPending}>
              {texts.check}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}

function Missing<Name extends string>({
  groups,
  names,
}: {
  groups: readonly (readonly Name[])[];
  names: Readonly<Record<Name, string>>;
}) {
  const parts = groups.map((group) => group.map((name) => names[name]).join(texts.or));
  return (
    <div role="status">
      {parts.length > 0 && (
        <Alert variant="outline" color="orange">
          {texts.missing(parts.join(', '))}
        </Alert>
      )}
    </div>
  );
}

function ColumnField<Name extends string>({
  label,
  sheet,
  place,
  isRequired,
  isWrong,
  onChange,
}: {
  label: string;
  sheet: Sheet<Name>;
  place: number | undefined;
  isRequired: boolean;
  isWrong: boolean;
  onChange: (place: number | undefined) => void;
}) {
  const options = sheet.headings.map((_, at) => ({
    value: String(at),
    label: headingOf(sheet.headings, at),
  }));
  const sample = place === undefined ? '' : (sheet.rows[0]?.[place] ?? '');
  return (
    <NativeSelect
      label={label}
      required={isRequired}
      description={sample === '' ? undefined : texts.sample(sample)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[{ value: '', label: texts.none }, ...options]}
      value={place === undefined ? '' : String(place)}
      error={isWrong && common.choiceMissing}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === '' ? undefined : Number(value))
      }
    />
  );
}

function FirstRows<Name extends string>({
  sheet: { headings, rows },
  names,
  columns,
}: {
  sheet: Sheet<Name>;
  names: Readonly<Record<Name, string>>;
  columns: Places<Name>;
}) {
  const namesAt = (at: number) =>
    (Object.keys(names) as Name[])
      .filter((name) => columns[name] === at)
      .map((name) => names[name]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table.
    <section className="first-rows" tabIndex={0} aria-label={texts.firstRows}>
      <table className="table">
        <caption className="heard-only">{texts.firstRows}</caption>
        <thead>
          <tr>
            {headings.map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place.
              <th key={at} scope="col" data-chosen={namesAt(at).length > 0 || undefined}>
                {headingOf(headings, at)}
                <Text size="xs" c="dimmed" fw={400}>
                  {namesAt(at).join(', ') || texts.notUsed}
                </Text>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place.
            <tr key={line}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place.
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A heading; with the letter of its column if it is empty or not the only one. */
function headingOf(headings: readonly string[], at: number): string {
  const heading = headings[at] ?? '';
  if (heading === '') return texts.column(letterOf(at));
  const isOnly = headings.indexOf(heading) === headings.lastIndexOf(heading);
  return isOnly ? heading : `${heading} (${letterOf(at)})`;
}

/** The letters of a column in a spreadsheet: A, …, Z, AA. */
function letterOf(at: number): string {
  const last = String.fromCharCode(FIRST_LETTER + (at % LETTERS));
  return at < LETTERS ? last : letterOf(Math.floor(at / LETTERS) - 1) + last;
}

function withPlace<Name extends string>(
  columns: Places<Name>,
  name: Name,
  place: number | undefined,
): Places<Name> {
  const others = Object.entries(columns).filter(([other]) => other !== name);
  const own = place === undefined ? [] : [[name, place]];
  return Object.fromEntries([...others, ...own]) as Places<Name>;
}
