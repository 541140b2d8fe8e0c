import { inflateRawSync } from 'node:zlib';

const CENTRAL_HEADER = 0x02014b50;
const ROW = /<row r="\d+">(.*?)<\/row>/gs;
const CELL =
  /<c r="([A-Z])\d+" s="(\d)"[^>]*>(?:<v>(.*?)<\/v>|<is><t [^>]*>(.*?)<\/t><\/is>)<\/c>/gs;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** The files of a ZIP archive by name, found by its central directory. */
export function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = archive.length - 22;
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== CENTRAL_HEADER) throw new Error('no central header');
    const [compressed, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString();
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26);
    const content = inflateRawSync(archive.subarray(begin, begin + compressed));
    if (content.length !== size) throw new Error(`${name} has another size`);
    files.set(name, content.toString());
    at += 46 + nameLength;
  }
  return files;
}

/** A cell of a sheet: its letter, its style, and a number or a text. */
export type ReadCell = readonly [column: string, style: number, value: number | string];

/** The rows of a sheet's XML. */
export function sheetRows(xml: string): ReadCell[][] {
  return [...xml.matchAll(ROW)].map(([, cells = '']) =>
    [...cells.matchAll(CELL)].map(
      ([, column = '', style = '', number, text = '']): ReadCell => [
        column,
        Number(style),
        number === undefined
          ? text.replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
          : Number(number),
      ],
    ),
  );
}
