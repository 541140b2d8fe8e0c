import { keep, kept } from '#panel/early/kept-choices.ts';

/** The column of a file, from 0, of each of our names that has one. */
export type Places<Name extends string> = Readonly<Partial<Record<Name, number>>>;

interface Kept<Name extends string> {
  readonly headings: readonly string[];
  readonly columns: Places<Name>;
}

/** The columns that were chosen for the last file of a kind, if it had the same headings. */
export function keptColumns<Name extends string>(
  kind: string,
  headings: readonly string[],
): Places<Name> | undefined {
  const last = readKept<Name>(kind);
  const isSame = JSON.stringify(last?.headings) === JSON.stringify(headings);
  return isSame ? last?.columns : undefined;
}

/** Keeps them in the browser. */
export function keepColumns<Name extends string>(kind: string, last: Kept<Name>): void {
  keep(keyOf(kind), JSON.stringify(last));
}

function readKept<Name extends string>(kind: string): Kept<Name> | undefined {
  try {
    return JSON.parse(kept(keyOf(kind)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function keyOf(kind: string): string {
  return `panel-file-columns ${kind}`;
}
