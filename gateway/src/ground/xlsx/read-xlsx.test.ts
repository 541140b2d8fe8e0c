import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChargeFile } from '#src/charges/batches/files/charge-file.ts';
import { parseAmount } from '#src/ground/money/parse-amount.ts';
import { previewBatchFile, readBatchFile } from '#src/money-out/payouts/batches/read-batch-file.ts';
import { readSheet, UnreadableSheet } from './read-xlsx.ts';
import { type Cell, writeXlsx } from './write-xlsx.ts';
import { zip } from './zip.ts';

const LIMITS = { rowsMax: 100, columnsMax: 20, cellLengthMax: 1_000 };

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read);
}

function pack(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, text]) => ({ name, content: [text] }));
  return bytesOf(zip(entries));
}

/** A workbook as spreadsheets write it: shared texts, styles, and only cells that are filled. */
function packSheet(rows: string, more: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  return pack({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/sheet9.xml"/></Relationships>',
    'xl/worksheets/sheet9.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
}

const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/>' +
  '<numFmt numFmtId="165" formatCode="&quot;dia&quot; 0.00"/>' +
  '<numFmt numFmtId="166" formatCode="0.00\\%"/>' +
  '<numFmt numFmtId="167" formatCode="0.00_%"/>' +
  '<numFmt numFmtId="168" formatCode="000000"/>' +
  '<numFmt numFmtId="169" formatCode="000\\.000\\.000\\-00;@"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/>' +
  '<xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/>' +
  '<xf numFmtId="168"/><xf numFmtId="169"/></cellXfs></styleSheet>';
const STRINGS =
  '<sst><si><t>favorecido</t></si><si><r><t>João </t></r><r><t>&amp; Cia</t></r>' +
  '<rPh><t>ignored</t></rPh></si></sst>';

test('the first sheet of a workbook that the gateway wrote is read with its amounts and days', async () => {
  async function* pages(): AsyncGenerator<Cell[][]> {
    yield [[{ text: 'Ana "A" <Lima>' }, { centavos: 123_456n }, { day: '2027-01-15' }, null]];
  }
  const sheet = { name: 'A', columns: ['a', 'b', 'c', 'd'], widths: [9, 9, 9, 9], pages: pages() };
  const file = await bytesOf(writeXlsx([sheet]));
  assert.deepEqual(readSheet(file, LIMITS), [
    ['a', 'b', 'c', 'd'],
    ['Ana "A" <Lima>', '1234,56', '15/01/2027'],
  ]);
});

test('shared texts, days, percentages, fractions and long numbers are read as people see them', async () => {
  const file = await packSheet(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
      '<row r="3"><c r="A3" s="1"><v>46402</v></c><c r="B3" s="2"><v>0.02</v></c>' +
      '<c r="C3" s="3"><v>0.30000000000000004</v></c><c r="D3"><v>1.1222333000181E13</v></c>' +
      '<c r="E3" t="str"><f>A1</f><v>formula</v></c><c r="F3"/></row>',
    { 'xl/sharedStrings.xml': STRINGS, 'xl/styles.xml': STYLES },
  );
  assert.deepEqual(readSheet(file, LIMITS), [
    ['favorecido', '', 'João & Cia'],
    [],
    ['15/01/2027', '2%', '0,3', '11222333000181', 'formula'],
  ]);
});

test('a file of payouts is read from a workbook, with the numbers of its rows', async () => {
  const texts = ['favorecido', 'chave', 'valor', 'Ana', 'ana@exemplo.com.br'];
  const cells = (row: number, values: readonly string[]) =>
    `<row r="${row}">${values
      .map((value, at) => `<c r="${'ABC'[at]}${row}" t="inlineStr"><is><t>${value}</t></is></c>`)
      .join('')}</row>`;
  const file = await packSheet(
    cells(1, texts.slice(0, 3)) + cells(4, [texts[3] ?? '', texts[4] ?? '', '1.234,50']),
  );
  const [line] = readBatchFile(file);
  assert.deepEqual([line?.line, line?.name, line?.amount], [4, 'Ana', '1.234,50']);
});

/** A cell with a text, or with a number and the index of its style. */
type Typed = string | readonly [number: number, style: number];

function rowXml(row: number, cells: readonly Typed[]): string {
  const xml = cells.map((cell, at) => {
    const place = `r="${'ABCDEFG'[at]}${row}"`;
    return typeof cell === 'string'
      ? `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`
      : `<c ${place} s="${cell[1]}"><v>${cell[0]}</v></c>`;
  });
  return `<row r="${row}">${xml.join('')}</row>`;
}

const PERCENT = 2;
const POINTS = 4;
const WIDE = 5;
const SIX_DIGITS = 6;
const CPF = 7;

test('percentages of a workbook are percentages of a charge, and no amount is made of one', async () => {
  const charge = (...cells: Typed[]): Typed[] => ['Ana', '529.982.247-25', '15/01/2027', ...cells];
  const rows = [
    ['pagador', 'documento', 'vencimento', 'valor', 'multa', 'juros ao mês', 'desconto'],
    charge([150, 0], [0.02, PERCENT], [0.01, PERCENT], [0.07, PERCENT]),
    charge([150, 0], [2, POINTS], [1, POINTS], [7, POINTS]),
    charge([150, 0], [2, WIDE], [1, 0], [7, WIDE]),
    charge([0.5, PERCENT]),
    charge([50, POINTS]),
  ];
  const file = await packSheet(rows.map((cells, at) => rowXml(at + 1, cells)).join(''), {
    'xl/styles.xml': STYLES,
  });
  const [typed, points, amounts, ...refused] = readChargeFile(file);
  const rulesOf = (line: typeof typed) => {
    const body = line?.body as Record<string, unknown> | undefined;
    return { fine: body?.fine, interest: body?.interest, discounts: body?.discounts };
  };
  const until = '2027-01-15';
  const percentages = {
    fine: { type: 'percent', value: 200 },
    interest: { mode: 'percent_per_month', value: 100 },
    discounts: [{ mode: 'percent_until', value: 700, until }],
  };
  assert.deepEqual(rulesOf(typed), percentages);
  assert.deepEqual(rulesOf(points), percentages);
  assert.deepEqual(rulesOf(amounts), {
    fine: { type: 'fixed', value: 200 },
    interest: { mode: 'fixed_per_day', value: 100 },
    discounts: [{ mode: 'fixed_until', value: 700, until }],
  });
  const fields = refused.map(({ refusal }) => refusal?.fields.map(({ field }) => field));
  assert.deepEqual(fields, [['amount'], ['amount']]);
});

test('a workbook beyond its limits or broken anywhere is refused, and nothing else is thrown', async () => {
  const many = '<row><c><v>1</v></c></row>'.repeat(101);
  const far = '<row r="1"><c r="ZZ1"><v>1</v></c></row>';
  const bomb = ' '.repeat(9 * 1024 * 1024);
  for (const rows of [many, far, bomb, '<row r="1048576"/>']) {
    const file = await packSheet(rows);
    assert.throws(
      () => readSheet(file, LIMITS),
      (error: unknown) => error instanceof UnreadableSheet && error.isTooLarge,
    );
  }
  const whole = await packSheet('<row><c t="s"><v>0</v></c></row>', {
    'xl/sharedStrings.xml': STRINGS,
  });
  for (let length = 0; length < whole.length; length += 7) {
    const cut = whole.subarray(0, length);
    assert.throws(() => readSheet(cut, LIMITS), UnreadableSheet, `${length}`);
  }
  for (let at = 0; at < whole.length; at += 3) {
    const other = Buffer.from(whole);
    other[at] = (other[at] ?? 0) ^ 0xff;
    try {
      readSheet(other, LIMITS);
    } catch (error) {
      assert.ok(error instanceof UnreadableSheet, `byte ${at}: ${error}`);
    }
  }
});

test('a small file whose cells would fill the memory is refused, and so is every long cell', async () => {
  const isTooLarge = (error: unknown) => error instanceof UnreadableSheet && error.isTooLarge;
  const cells = (count: number) =>
    `<row r="1"><c r="A1" t="s">${'<v>0</v>'.repeat(count)}</c></row>`;
  const shared = (text: string) => ({ 'xl/sharedStrings.xml': `<sst><si>${text}</si></sst>` });
  const full = '<row>'.concat('<c t="s"><v>0</v></c>'.repeat(20), '</row>');
  const long = '<t>99999</t>'.repeat(201);
  const files = [
    await packSheet(full.repeat(90), shared(`<t>${'9'.repeat(7 * 1024 * 1024)}</t>`)),
    await packSheet(cells(1), shared(long)),
    await packSheet(cells(2), shared(`<t>${'9'.repeat(501)}</t>`)),
    await packSheet(`<row r="1"><c r="A1" t="inlineStr"><is>${long}</is></c></row>`),
  ];
  for (const file of files) {
    assert.ok(file.length < 20_000);
    assert.throws(() => readSheet(file, LIMITS), isTooLarge);
    assert.throws(() => readChargeFile(file), /mais de 1000 caracteres/);
  }
  const many = await packSheet(full.repeat(600), shared(`<t>${'9'.repeat(1_000)}</t>`));
  assert.throws(() => readSheet(many, { ...LIMITS, rowsMax: 600 }), isTooLarge);
  assert.throws(() => readChargeFile(many), { code: 'charge_file_too_large' });
  const noise = '9'.repeat(3 * 1024 * 1024);
  const longTag = `<row><c x="${noise}">${'<v></v>'.repeat(400_000)}</c></row>`;
  assert.deepEqual(readSheet(await packSheet(longTag), LIMITS), [['']]);
});

test('a cell without a name stands behind the empty one before it', async () => {
  const file = await packSheet('<row><c/><c><v>1</v></c></row><row><c><v>2</v></c></row>');
  assert.deepEqual(readSheet(file, LIMITS), [['', '1'], ['2']]);
});

test('a workbook whose first sheet is hidden is refused with the reason', async () => {
  const rows = rowXml(1, ['chave', 'valor']) + rowXml(2, ['ana@exemplo.com.br', [12, 0]]);
  const fileOf = (state: string) =>
    packSheet(rows, {
      'xl/workbook.xml':
        `<workbook><sheets><sheet name="A" ${state} r:id="rId7"/>` +
        '<sheet name="B" r:id="rId8"/></sheets></workbook>',
    });
  for (const state of ['hidden', 'veryHidden']) {
    const file = await fileOf(`state="${state}"`);
    assert.throws(() => readBatchFile(file), /a primeira aba está oculta/, state);
  }
  assert.equal(readBatchFile(await fileOf('state="visible"')).length, 1);
});

test('a truth value is a word, which no amount is made of, and an empty shared text is empty', async () => {
  const file = await packSheet(
    '<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="s"><v></v></c></row>',
    { 'xl/sharedStrings.xml': STRINGS },
  );
  const [cells] = readSheet(file, LIMITS);
  assert.deepEqual(cells, ['VERDADEIRO', 'FALSO', '']);
  for (const cell of cells ?? []) assert.equal(parseAmount(cell), undefined);
});

test('a number in a format of zeros keeps its first zeros', async () => {
  const row = rowXml(1, [
    [123, SIX_DIGITS],
    [1_234_567, SIX_DIGITS],
    [-5, SIX_DIGITS],
    [1.5, SIX_DIGITS],
    [191, CPF],
    [191, 0],
  ]);
  const file = await packSheet(row, { 'xl/styles.xml': STYLES });
  const shown = ['000123', '1234567', '-5', '1,5', '00000000191', '191'];
  assert.deepEqual(readSheet(file, LIMITS), [shown]);
});

test('an archive that is no workbook is refused with the way to save a CSV', async () => {
  const file = await pack({ 'content.xml': '<office/>' });
  assert.throws(() => readBatchFile(file), /CSV UTF-8/);
});

test('a workbook is previewed, and a chosen column is read from it', async () => {
  async function* pages(): AsyncGenerator<Cell[][]> {
    yield [[{ text: 'Ana Lima' }, { centavos: 123_456n }, { text: 'e-mail' }]];
  }
  const columns = ['Titular', 'Soma', ''];
  const sheet = { name: 'A', columns, widths: [9, 9, 9], pages: pages() };
  const file = await bytesOf(writeXlsx([sheet]));
  assert.deepEqual(previewBatchFile(file), {
    headings: columns,
    rows: [['Ana Lima', '1234,56', 'e-mail']],
    columns: { name: 0 },
  });
  const [line] = readBatchFile(file, { name: 0, amount: 1, key_type: 2 });
  assert.deepEqual([line?.amount, line?.keyType, line?.key], ['1234,56', 'e-mail', '']);
});
