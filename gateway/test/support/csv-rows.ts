/** The cells of a CSV file for Brazilian spreadsheets. */
export function csvRows(file: Buffer): string[][] {
  const lines = file.toString().replace('\u{FEFF}', '').trim().split('\r\n');
  return lines.map((line) =>
    [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    ),
  );
}

/** Centavos of an amount with two decimal places. */
export function centavosOf(text = ''): number {
  return Number(text.replaceAll(/[.,]/g, ''));
}
