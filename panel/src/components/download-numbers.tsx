import { Button } from '@mantine/core';
import { IconDownload } from '#panel/icons.ts';
import { common, locale } from '#panel/texts/common.ts';

/** Centavos, or a number that is written as it is. */
export type CsvNumber = { readonly centavos: number } | number;

/** The numbers of a chart: its columns, and a row for each day. */
export interface ChartNumbers {
  /** The name of the file without its ending. */
  readonly name: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly day: string; readonly values: readonly CsvNumber[] }[];
}

const IS_PORTUGUESE = locale === 'pt-BR';
const SEPARATOR = IS_PORTUGUESE ? ';' : ',';
const DECIMAL = IS_PORTUGUESE ? ',' : '.';
/** Excel reads a file with this mark as UTF-8. */
const BEGINNING = '\u{FEFF}';
const CENTAVOS_LENGTH = 2;

/**
 * A button that saves the numbers of a chart as CSV, in the notation of the other files: days as
 * the language writes them, reais with two decimals. The page has the numbers already.
 */
export function DownloadNumbers({ numbers }: { numbers: ChartNumbers }) {
  const save = () => {
    const file = new Blob([csvOf(numbers)], { type: 'text/csv;charset=utf-8' });
    const address = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = address;
    link.download = `${numbers.name}.csv`;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
      {common.downloadCsv}
    </Button>
  );
}

function csvOf({ heads, rows }: ChartNumbers): string {
  const lines = rows.map(({ day, values }) => [dayOf(day), ...values.map(numberOf)]);
  const texts = [heads, ...lines].map((cells) => `${cells.join(SEPARATOR)}\r\n`);
  return BEGINNING + texts.join('');
}

function dayOf(day: string): string {
  return IS_PORTUGUESE ? day.split('-').reverse().join('/') : day;
}

function numberOf(value: CsvNumber): string {
  if (typeof value === 'number') return String(value);
  const digits = String(Math.abs(value.centavos)).padStart(CENTAVOS_LENGTH + 1, '0');
  const sign = value.centavos < 0 ? '-' : '';
  return `${sign}${digits.slice(0, -CENTAVOS_LENGTH)}${DECIMAL}${digits.slice(-CENTAVOS_LENGTH)}`;
}
