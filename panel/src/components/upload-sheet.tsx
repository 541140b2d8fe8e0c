import { Button, FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { IconUpload } from '#panel/icons.ts';
import { base64Of } from './base64.ts';
import { ChooseColumns, type Sheet } from './choose-columns.tsx';
import { keepColumns, keptColumns, type Places } from './kept-columns.ts';
import { showProblem } from './notices.ts';

/** A file whose columns were chosen; its content in base64. */
export interface ChosenFile<Name extends string> {
  readonly name: string;
  readonly content: string;
  readonly columns: Places<Name>;
}

interface ReadFile<Name extends string> extends Sheet<Name> {
  readonly name: string;
  readonly content: string;
}

/**
 * The button that takes a CSV or XLSX file, and the step that says which of its columns each of
 * `names` is. The choice is kept for the next file of its `kind` with the same headings.
 */
export function UploadSheet<Name extends string>({
  kind,
  label,
  variant,
  bytesMax,
  tooLarge,
  names,
  read,
  check,
  isChecking,
}: {
  kind: string;
  label: string;
  variant: 'filled' | 'default';
  bytesMax: number;
  tooLarge: { readonly code: string; readonly message: string };
  names: Readonly<Record<Name, string>>;
  /** Reads the beginning of a file. */
  read: (content: string) => Promise<Sheet<Name>>;
  /** Sends a file to be checked, and calls `onDone` when it was stored. */
  check: (file: ChosenFile<Name>, onDone: () => void) => void;
  isChecking: boolean;
}) {
  const [file, setFile] = useState<ReadFile<Name>>();
  const [isReading, setReading] = useState(false);
  const reset = useRef<() => void>(null);
  const open = async (chosen: File): Promise<ReadFile<Name>> => {
    if (chosen.size > bytesMax) throw tooLarge;
    const content = await base64Of(chosen);
    const sheet = await read(content);
    const columns = keptColumns<Name>(kind, sheet.headings) ?? sheet.columns;
    return { ...sheet, name: chosen.name, content, columns };
  };
  const take = (chosen: File | null) => {
    if (!chosen) return;
    setReading(true);
    void open(chosen)
      .then(setFile, showProblem)
      .finally(() => {
        setReading(false);
        // The same file can be chosen again after it was corrected.
        reset.current?.();
      });
  };
  return (
    <>
      <FileButton accept=".csv,.xlsx,text/csv,text/plain" onChange={take} resetRef={reset}>
        {(props) => (
          <Button
            {...props}
            variant={variant}
            leftSection={<IconUpload size={16} />}
            loading={isReading}
          >
            {label}
          </Button>
        )}
      </FileButton>
      {file && (
        <ChooseColumns
          sheet={file}
          names={names}
          isPending={isChecking}
          onChosen={(columns) => {
            const { name, content, headings } = file;
            keepColumns(kind, { headings, columns });
            check({ name, content, columns }, () => setFile(undefined));
          }}
          onClose={() => setFile(undefined)}
        />
      )}
    </>
  );
}
