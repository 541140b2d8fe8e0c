import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SavedBeneficiary } from '../beneficiaries/saved-beneficiary.ts';
import { readBatchFile } from './read-batch-file.ts';
import { readBatchLines } from './read-batch-lines.ts';

const SAVED: SavedBeneficiary = {
  merchantId: 'm',
  environment: 'test',
  id: 'b',
  createdAt: 0,
  name: 'João Souza',
  document: '52998224725',
  pixKey: 'joao@exemplo.com.br',
  pixKeyType: 'email',
  limits: { perPayout: null, perDay: null },
};
const NAMESAKE: SavedBeneficiary = {
  ...SAVED,
  id: 'c',
  document: '11444777000161',
  pixKey: 'outro@exemplo.com.br',
};

test('each separator and encoding of Excel is read, and a malformed file is refused', () => {
  const semicolons = `favorecido;valor\r\nJoão Souza;1.000,50\r\n\r\njoao souza;R$ 20,00\r\n`;
  const commas = `name,amount\n"João Souza","1,000.50"\nJOÃO SOUZA,20.00\n`;
  for (const file of [
    Buffer.from(`\u{FEFF}${semicolons}`),
    Buffer.from(`sep=;\r\n${semicolons}`, 'latin1'),
    Buffer.from(commas),
    Buffer.from(semicolons.replaceAll(';', '\t'), 'utf8'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(semicolons, 'utf16le')]),
  ]) {
    const lines = readBatchLines(readBatchFile(file), { environment: 'test', saved: [SAVED] });
    assert.deepEqual(
      lines.map(({ amount, pixKey, errors }) => [amount, pixKey, ...errors]),
      [
        [100_050, SAVED.pixKey],
        [2_000, SAVED.pixKey],
      ],
    );
  }
  for (const [file, code] of [
    ['', 'batch_file_invalid'],
    ['nome;chave\nAna;x\n', 'batch_file_invalid'],
    ['valor;chave\n"1;2\n', 'batch_file_invalid'],
    [`valor;chave\n${'1;a\n'.repeat(1_001)}`, 'batch_file_too_large'],
    [`valor;chave\n${'x'.repeat(256 * 1024)}`, 'batch_file_too_large'],
    [`valor;chave\n1;a${';'.repeat(50_000)}\n`, 'batch_file_invalid'],
    [`valor;chave\n${`1;a${';'.repeat(60)}\n`.repeat(1_000)}`, 'batch_file_invalid'],
  ] as const) {
    assert.throws(() => readBatchFile(Buffer.from(file)), { code });
  }
});

/** The amount, the Pix key and the errors of each line of a file. */
function read(...lines: readonly string[]) {
  const raw = readBatchFile(Buffer.from(lines.join('\n')));
  const read = readBatchLines(raw, { environment: 'test', saved: [SAVED, NAMESAKE] });
  return read.map(({ amount, pixKey, errors }) => [amount, pixKey, ...errors]);
}

test('a line whose cells a decimal comma or a missing quote has shifted is an error', () => {
  const ana = 'Ana Lima,529.982.247-25,e-mail,ana@exemplo.com.br';
  const key = 'ana@exemplo.com.br';
  const shifted = [null, '', 'columns_differ'];
  const header = 'favorecido,documento,tipo da chave,chave,valor,descrição,referência';
  assert.deepEqual(
    read(
      header,
      `${ana},12,50,Folha,nov-1`,
      `${ana},12,50,Folha`,
      `${ana},12,50`,
      `${ana},1,234.56`,
      `${ana},12`,
      `${ana},"12,50",Folha,nov-2,,`,
    ),
    [shifted, shifted, shifted, shifted, [1_200, key], [1_250, key]],
  );
  // Another column may begin with a number.
  const columns = 'favorecido,documento,tipo da chave,chave,valor,referência';
  assert.deepEqual(read(columns, `${ana},12,50`, `${ana},12,50,x`), [[1_200, key], shifted]);
  const semicolons = columns.replaceAll(',', ';');
  assert.deepEqual(read(semicolons, `${ana.replaceAll(',', ';')};12,50;7`), [[1_250, key]]);
  const tabs = columns.replaceAll(',', '\t');
  assert.deepEqual(read(tabs, `João Souza\t52998224725\t\t\t12,50\t`), [[1_250, SAVED.pixKey]]);
});

test('the name of a saved beneficiary with the document of another person is an error', () => {
  assert.deepEqual(
    read(
      'favorecido;documento;valor',
      'João Souza;11.444.777/0001-61;10,00',
      'João Souza;123.456.789-09;10,00',
      'João Souza;12;10,00',
      'João Souza;;10,00',
    ),
    [
      [1_000, NAMESAKE.pixKey],
      [1_000, '', 'document_differs'],
      [1_000, '', 'document_differs'],
      [1_000, '', 'beneficiary_ambiguous'],
    ],
  );
});

test('a name is missing, has an invisible character or is too long: each has its error', () => {
  const header = 'favorecido;documento;tipo da chave;chave;valor';
  const errorsOf = (name: string) =>
    read(header, `${name};529.982.247-25;e-mail;ana@exemplo.com.br;1,00`)[0]?.slice(2);
  assert.deepEqual(errorsOf('Ana Teste'), []);
  assert.deepEqual(errorsOf(''), ['name_missing']);
  assert.deepEqual(errorsOf('Ana\u200b Teste'), ['name_invalid']);
  assert.deepEqual(errorsOf('a'.repeat(201)), ['name_invalid']);
});

test('a key of the type CPF/CNPJ is read by its length', () => {
  const header = 'favorecido;documento;tipo da chave;chave;valor';
  const row = (key: string) => `Ana;529.982.247-25;CPF/CNPJ;${key};1,00`;
  assert.deepEqual(read(header, row('529.982.247-25'), row('11.444.777/0001-61'), row('123')), [
    [100, '52998224725'],
    [100, '11444777000161'],
    [100, '123', 'invalid_pix_key'],
  ]);
});

test('a description with invisible characters is an error, as in the API', () => {
  const header = 'favorecido;valor;descrição';
  const lines = ['João Souza;1,00;Comissão', 'João Souza;2,00;Comis\u202e\u200bsão'];
  const [, , ...none] = read(header, lines[0] ?? '')[0] ?? [];
  const [, , ...errors] = read(header, lines[1] ?? '')[0] ?? [];
  // Two saved beneficiaries have this name.
  assert.deepEqual(
    [none, errors],
    [['beneficiary_ambiguous'], ['beneficiary_ambiguous', 'description_invalid']],
  );
});
