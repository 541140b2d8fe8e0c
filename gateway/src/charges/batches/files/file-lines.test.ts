import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChargeFile } from './charge-file.ts';
import { type FileCells, fileColumns } from './file-columns.ts';
import { addMonths, linesOfRow } from './file-lines.ts';
import { fileTexts } from './file-texts.ts';

const EMPTY = Object.fromEntries(fileColumns.map((name) => [name, ''])) as FileCells;
const ROW: FileCells = {
  ...EMPTY,
  name: 'Ana',
  document: '529.982.247-25',
  amount: '150,00',
  due_date: '31/01/2027',
};

function rowOf(cells: Partial<FileCells>) {
  return linesOfRow(2, { ...ROW, ...cells }, false);
}

function faultsOf(cells: Partial<FileCells>) {
  return rowOf(cells).flatMap(({ refusal }) => refusal?.fields.map(({ field }) => field) ?? []);
}

test('a row with instalments makes a charge a month, on the same day or the last of the month', () => {
  const lines = rowOf({ installments: '4', external_id: 'aluno-7' });
  const bodies = lines.map(({ part, body }) => {
    const { due_date, external_id, amount } = body as Record<string, unknown>;
    return [part, due_date, external_id, amount];
  });
  assert.deepEqual(bodies, [
    [1, '2027-01-31', 'aluno-7-1', 15_000],
    [2, '2027-02-28', 'aluno-7-2', 15_000],
    [3, '2027-03-31', 'aluno-7-3', 15_000],
    [4, '2027-04-30', 'aluno-7-4', 15_000],
  ]);
  assert.equal(addMonths('2027-12-31', 2), '2028-02-29');
  assert.equal(addMonths('2027-11-30', 1), '2027-12-30');
});

test('rules are read as people write them', () => {
  const [line] = rowOf({
    fine: '2%',
    interest: '0,5 % ao mês',
    discount: 'R$ 10,00',
    discount_days: '5',
    days_after_due: '60',
  });
  assert.deepEqual(line?.body, {
    amount: 15_000,
    payer: { name: 'Ana', document: '529.982.247-25' },
    due_date: '2027-01-31',
    days_after_due: 60,
    fine: { type: 'percent', value: 200 },
    interest: { mode: 'percent_per_month', value: 50 },
    discounts: [{ mode: 'fixed_until', value: 1_000, until: '2027-01-26' }],
  });
  const interestOf = (interest: string) =>
    (rowOf({ interest })[0]?.body as { interest?: object } | undefined)?.interest;
  assert.deepEqual(interestOf('0,03% ao dia'), { mode: 'percent_per_day', value: 3 });
  assert.deepEqual(interestOf('0,50'), { mode: 'fixed_per_day', value: 50 });
});

test('interest is read with its period, and a text that is not read whole is a fault', () => {
  const read = new Map<string, readonly [mode: string, value: number] | undefined>([
    ...(['12% ao ano', '12%/ano', '12 % a.a.', '12% aa'] as const).map(
      (text) => [text, ['percent_per_year', 1_200]] as const,
    ),
    ...(['0,03% ao dia', '0,03% a.d.', '0,03% ad', '0.03%/dia', '0,03% A.D.'] as const).map(
      (text) => [text, ['percent_per_day', 3]] as const,
    ),
    ...(['1%', '1% ao mês', '1% ao mes', '1,00 % a.m.', '1%/mês', '1% per month'] as const).map(
      (text) => [text, ['percent_per_month', 100]] as const,
    ),
    ...(['0,03% por dia útil', '0,03% ao dia útil', '0,03%/dia-útil'] as const).map(
      (text) => [text, ['percent_per_business_day', 3]] as const,
    ),
    ['1%/mês-útil', ['percent_per_business_month', 100]],
    ['0,33', ['fixed_per_day', 33]],
    ['R$ 0,33 por dia', ['fixed_per_day', 33]],
    ['R$0,33/dia útil', ['fixed_per_business_day', 33]],
    ['0%', undefined],
    ['0,00', undefined],
  ]);
  for (const [interest, wanted] of read) {
    assert.deepEqual(faultsOf({ interest }), [], interest);
    const body = rowOf({ interest })[0]?.body as Record<string, { mode: string; value: number }>;
    const { interest: found } = body;
    assert.deepEqual(found && [found.mode, found.value], wanted, interest);
  }
  const unread = ['1%%', '1% ou 2%', '1% de mora', '1% ao dia ou mês', 'R$ 1 ao mês', '1,234%'];
  for (const interest of [...unread, '101%', '1e2%', '% ao mês', `1%${' '.repeat(50)}x`]) {
    assert.deepEqual(faultsOf({ interest }), ['interest'], interest);
  }
  const parts = ['2% ao mês', '2%%', '5,00 por dia', '2% ou 5,00', '200%'];
  for (const part of parts) assert.deepEqual(faultsOf({ fine: part }), ['fine'], part);
  for (const part of parts) assert.deepEqual(faultsOf({ discount: part }), ['discount'], part);
  const [without] = rowOf({ fine: '0%', discount: '0,00' });
  assert.deepEqual(Object.keys(without?.body ?? {}).toSorted(), [
    'amount',
    'days_after_due',
    'due_date',
    'payer',
  ]);
});

test('a cell of days or instalments says what it takes, and a day may have its midnight', () => {
  const told = (cells: Partial<FileCells>) => rowOf(cells)[0]?.refusal?.fields[0]?.message['pt-BR'];
  assert.equal(told({ days_after_due: '30 dias' }), 'Use só o número de dias, como 30.');
  assert.equal(told({ discount_days: '5d' }), 'Use só o número de dias, como 30.');
  assert.equal(told({ installments: '3x' }), 'Use um número inteiro, de 1 a 120.');
  const dueOf = (due_date: string) =>
    (rowOf({ due_date })[0]?.body as { due_date?: string } | undefined)?.due_date;
  assert.equal(dueOf('15/01/2027 00:00:00'), '2027-01-15');
  assert.equal(dueOf('2027-01-15T00:00'), '2027-01-15');
  assert.equal(dueOf('15/01/2027 10:30:00'), undefined);
});

test('a document that a spreadsheet has changed says what to do', () => {
  for (const document of ['5,29982E+10', '5.29982E+10', '1234567890', '444777000161']) {
    assert.deepEqual(faultsOf({ document }), ['document'], document);
  }
  assert.deepEqual(faultsOf({ document: '12.ABC.345/01DE-35' }), []);
});

test('a cell or a title of more than a thousand characters is refused in every column', () => {
  const header = 'pagador;documento;valor;vencimento;juros';
  const files = ['9'.repeat(3_900_000), `1%${' '.repeat(400_000)}x`, 'a'.repeat(1_001)].flatMap(
    (cell) => [
      [header, `Ana;529.982.247-25;${cell};15/01/2027;1%`],
      [header, `Ana;529.982.247-25;10,00;15/01/2027;${cell}`],
      [`${header};${cell}`, 'Ana;529.982.247-25;10,00;15/01/2027;1%'],
    ],
  );
  for (const rows of files) {
    assert.throws(() => readChargeFile(Buffer.from(rows.join('\n'))), {
      code: 'charge_file_invalid',
    });
  }
});

test('a cell that can’t be read is a fault of its column, and all faults come at once', () => {
  const wrong = { amount: 'dez', due_date: '31/02/2027', installments: '121', fine: 'alta' };
  assert.deepEqual(faultsOf(wrong), ['amount', 'due_date', 'installments', 'fine']);
  assert.deepEqual(faultsOf({ days_after_due: '-1' }), ['days_after_due']);
  assert.deepEqual(faultsOf({ amount: '0' }), ['amount']);
  assert.deepEqual(faultsOf({}), []);
});

test('the templates are read without faults, with semicolons, commas and in Windows-1252', () => {
  for (const language of ['pt-BR', 'en'] as const) {
    const { columns, template } = fileTexts[language];
    for (const separator of [';', ',', '\t']) {
      const dueDate = language === 'en' ? '2030-01-15' : '15/01/2030';
      const rows = [columns, ...template(dueDate)].map((cells) =>
        cells.map((cell) => `"${cell}"`).join(separator),
      );
      for (const encoding of ['utf8', 'latin1'] as const) {
        const lines = readChargeFile(Buffer.from(rows.join('\r\n'), encoding));
        assert.equal(lines.length, 13, `${language} ${separator} ${encoding}`);
        assert.ok(lines.every(({ refusal }) => refusal === undefined));
        assert.equal(lines[0]?.typed?.name, 'João Souza');
      }
    }
  }
});

test('a file whose charges pass ten thousand is refused', () => {
  const rows = Array.from({ length: 84 }, () => 'Ana;52998224725;10,00;15/01/2027;120');
  const file = ['pagador;documento;valor;vencimento;parcelas', ...rows].join('\n');
  assert.throws(() => readChargeFile(Buffer.from(file)), { code: 'charge_file_too_large' });
});
