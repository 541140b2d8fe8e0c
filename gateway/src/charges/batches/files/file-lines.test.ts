import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChargeFile } from './charge-file.ts';
import { type FileCells, fileColumns } from './file-columns.ts';
import { addMonths, linesOfRow } from './file-lines.ts';
import { fileTexts } from './file-texts.ts';

const EMPTY = Object.fromEntries(fileColumns.map((name) => [name, ''])) as FileCells;
const ROW: FileCells = {
  ...EMPTY,
  ...{ name: 'Ana', document: '529.982.247-25', amount: '150,00', due_date: '31/01/2027' },
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
    ...{ fine: '2%', interest: '0,5 % ao mês', discount: 'R$ 10,00', discount_days: '5' },
    days_after_due: '60',
  });
  assert.deepEqual(line?.body, {
    ...{ amount: 15_000, payer: { name: 'Ana', document: '529.982.247-25' } },
    ...{ due_date: '2027-01-31', days_after_due: 60, fine: { type: 'percent', value: 200 } },
    interest: { mode: 'percent_per_month', value: 50 },
    discounts: [{ mode: 'fixed_until', value: 1_000, until: '2027-01-26' }],
  });
  const interestOf = (interest: string) =>
    (rowOf({ interest })[0]?.body as { interest?: object } | undefined)?.interest;
  assert.deepEqual(interestOf('0,03% ao dia'), { mode: 'percent_per_day', value: 3 });
  assert.deepEqual(interestOf('0,50'), { mode: 'fixed_per_day', value: 50 });
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
