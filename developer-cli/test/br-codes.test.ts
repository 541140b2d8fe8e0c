import assert from 'node:assert/strict';
import { test } from 'node:test';
import vectors from '../../gateway/src/ground/pix/br-code-vectors.json' with { type: 'json' };
import { crc16 } from '../../gateway/src/ground/pix/crc16.ts';
import { type ExplainedField, explainBrCode } from '../src/explain-br-code.ts';

const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const PIX = element('00', 'br.gov.bcb.pix');

function element(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

function signed(fields: string): string {
  return `${fields}6304${crc16(`${fields}6304`)}`;
}

interface Parts {
  readonly use?: string;
  /** What follows the arrangement in the Pix account. */
  readonly account?: string;
  readonly category?: string;
  readonly currency?: string;
  readonly amount?: string | undefined;
  readonly country?: string;
  readonly name?: string;
  readonly city?: string;
  readonly additional?: string;
  /** What stands before the CRC. */
  readonly tail?: string;
}

/** The static code of R$ 10,00 of the reports, with other parts, and with its right CRC. */
function codeWith(parts: Parts = {}): string {
  const { use = '', account = element('01', KEY), additional = '0503***', tail = '' } = parts;
  const amount = 'amount' in parts ? parts.amount : '10.00';
  return signed(
    [
      ...['000201', use && element('01', use), element('26', PIX + account)],
      ...[element('52', parts.category ?? '0000'), element('53', parts.currency ?? '986')],
      amount === undefined ? '' : element('54', amount),
      ...[element('58', parts.country ?? 'BR'), element('59', parts.name ?? 'Loja Teste')],
      ...[element('60', parts.city ?? 'BRASILIA'), element('62', additional), tail],
    ].join(''),
  );
}

function meaningOf(code: string, id: string, inner?: string): string | undefined {
  const find = (fields: readonly ExplainedField[] | undefined, wanted: string) =>
    fields?.find((field) => field.id === wanted);
  const field = find(explainBrCode(code).fields, id);
  return (inner === undefined ? field : find(field?.fields, inner))?.meaning;
}

test('the vectors of the Central Bank and of banks have no fault', () => {
  const plain =
    '00020126580014br.gov.bcb.pix01367d9f0335-8dcc-4054-9bf9-0dbd61d36906520400005303986540510' +
    '.005802BR5910Loja Teste6008BRASILIA62070503***63047C3B';
  assert.equal(codeWith(), plain);
  const { faults, hints } = explainBrCode(codeWith());
  assert.deepEqual([faults, hints], [[], []]);
  for (const { id, code, expect } of vectors) {
    const explained = explainBrCode(code);
    assert.equal(explained.faults.length > 0, expect === 'reject', `${id} ${explained.faults}`);
  }
  const withHyphen =
    '00020104141234567890123426580014BR.GOV.BCB.PIX0136123e4567-e12b-12d1-a456-4266554400002730' +
    '0012BR.COM.OUTRO011001234567895204000053039865406123.455802BR5917NOME DO RECEBEDOR6008BRASI' +
    'LIA61087007490062190515RP12345678-201980390012BR.COM.OUTRO01190123.ABCD.3456.WXYZ6304AD38';
  assert.deepEqual(explainBrCode(withHyphen).faults, []);
  assert.match(String(explainBrCode(withHyphen).hints), /hífen/);
});

const WRONG: readonly (readonly [name: string, parts: Parts, fault: RegExp])[] = [
  ...['10,50', '1.000,00', '-5.00', '10.505', '12345678901.00', '.50', '1e3', ' 10.00'].map(
    (amount) => [`valor ${amount}`, { amount }, /^o valor \(54\) deve ter só dígitos/] as const,
  ),
  ['valor vazio', { amount: '' }, /o campo 54, na posição \d+, está vazio/],
  ['nome de 28', { name: 'COMERCIO DE BEBIDAS AZUL MAR' }, /o nome .* de 1 a 25/],
  ['nome vazio', { name: '' }, /o campo 59.* está vazio/],
  ['cidade de 17', { city: 'SAO JOSE DOS CAMP' }, /a cidade .* de 1 a 15/],
  ['celular sem +55', { account: element('01', '11987654321') }, /do DICT: \+5511987654321$/],
  ['celular sem +', { account: element('01', ' 5511987654321') }, /do DICT: \+5511987654321$/],
  ['CPF com pontos', { account: element('01', '529.982.247-25') }, /do DICT: 52998224725$/],
  ['CPF errado', { account: element('01', '12345678900') }, /não é um CPF/],
  ['chave sem forma', { account: element('01', '43214833') }, /nenhum tipo de chave/],
  ['txid com espaço', { additional: element('05', 'PEDIDO 42') }, /txid.*9 caracteres/],
  ['txid de 26', { additional: element('05', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') }, /26 caracteres/],
  ['sem txid', { additional: element('04', 'TX01') }, /falta o txid \(05\)/],
  ['categoria', { category: '00000' }, /a categoria \(52\)/],
  ['moeda', { currency: '840' }, /a moeda \(53\) deve ser 986/],
  ['país', { country: 'US' }, /o país \(58\)/],
  ['uso', { use: '13' }, /o uso \(01\) deve ser 11 ou 12/],
  ...['https://pix.example.com/qr/v2/9f', 'HTTPS://pix.example.com/9f', 'http://a.b/c'].map(
    (url) => [url, { account: element('25', url) }, /deve vir sem https?:\/\//i] as const,
  ),
  ['sem servidor', { account: element('25', '/qr/v2/9f1c0a') }, /com servidor e caminho/],
  ['sem caminho', { account: element('25', 'pix.example.com') }, /com servidor e caminho/],
  ['resto em 26', { account: `${element('01', KEY)}0299abc` }, /^dentro do campo 26, o campo 02/],
  ['01 de 35', { account: `0135${KEY}` }, /^dentro do campo 26, na posição \d+ há "6"/],
  ['01 de 37', { account: `0137${KEY}` }, /^dentro do campo 26, o campo 01.* anuncia 37/],
  ['resto em 62', { additional: '0503***0199' }, /^dentro do campo 62, o campo 01.* anuncia 99/],
  ['resto em 80', { tail: element('80', `${PIX}25`) }, /^dentro do campo 80, na posição/],
  ['59 duas vezes', { tail: element('59', 'OUTRO NOME') }, /o campo 59 aparece duas vezes/],
  ['54 duas vezes', { tail: element('54', '99.00') }, /o campo 54 aparece duas vezes/],
  ['duas contas', { tail: element('27', PIX + element('01', KEY)) }, /os campos 26 e 27 têm/],
  [
    'chave duas vezes',
    { account: element('01', KEY).repeat(2) },
    /^dentro do campo 26, o campo 01 aparece duas/,
  ],
  ['nome com U+200B', { name: 'Loja\u200bTeste' }, /na posição \d+ .*U\+200B/],
];

test('a value or a structure that the norms refuse is a fault', () => {
  for (const [name, parts, wanted] of WRONG) {
    const { faults } = explainBrCode(codeWith(parts));
    assert.ok(
      faults.some((fault) => wanted.test(fault)),
      `${name}: ${faults.join('; ')}`,
    );
  }
  const version = signed(codeWith().slice(0, -8).replace('000201', '000202'));
  assert.match(String(explainBrCode(version).faults), /a versão \(00\) deve ser 01/);
});

test('a code whose lengths count bytes has that as its only fault, and one that counts letters none', () => {
  const inBytes = (id: string, value: string) =>
    `${id}${String(Buffer.byteLength(value)).padStart(2, '0')}${value}`;
  const parts = [
    '000201',
    inBytes('26', PIX + element('01', KEY)),
    '52040000',
    '5303986',
    '5802BR',
  ];
  const names = [
    inBytes('59', 'Açaí São João'),
    inBytes('60', 'SÃO PAULO'),
    inBytes('62', '0503***'),
  ];
  const { faults } = explainBrCode(signed([...parts, ...names].join('')));
  assert.equal(faults.length, 1);
  assert.match(
    String(faults),
    /^os tamanhos contam bytes, e não caracteres: cada letra como ç í ã ocupa/,
  );
  const message = inBytes('26', PIX + element('01', KEY) + inBytes('02', 'Cafés'));
  const inner = signed([parts[0], message, ...parts.slice(2), element('59', 'Loja')].join(''));
  assert.match(String(explainBrCode(inner).faults), /^os tamanhos contam bytes/);
  const { faults: others } = explainBrCode(codeWith({ name: 'Açaí São João' }));
  assert.deepEqual(others, []);
  const cut = explainBrCode(codeWith({ name: 'Açaí São João' }).slice(0, -6));
  assert.ok(cut.faults.every((fault) => !fault.includes('bytes')));
});

test('nothing follows the CRC, and of two the first is checked', () => {
  const code = codeWith();
  const end = `na posição ${code.length - 7}, não é o último campo`;
  for (const rest of ['54059999963040000', '2633' + '0014br.gov.bcb.pix01115299822472563040000']) {
    const { faults } = explainBrCode(code + rest);
    assert.ok(
      faults.some((fault) => fault.endsWith(end)),
      faults.join('; '),
    );
    assert.ok(!faults.some((fault) => fault.includes('não confere')));
  }
  assert.match(String(explainBrCode(code + code).faults), /^o código foi colado duas vezes/);
  assert.deepEqual(explainBrCode(`"${code}"`).faults, [
    'o código está entre aspas: informe-o sem elas',
  ]);
});

test('an amount and a txid say what they mean, also when the address decides', () => {
  assert.deepEqual(explainBrCode(codeWith({ amount: '98.' })).faults, []);
  assert.equal(meaningOf(codeWith({ amount: '98.' }), '54')?.replace('\u00a0', ' '), 'R$ 98,00');
  const location = element('25', 'pix.example.com/qr/v2/9f1c0a');
  const dynamic = codeWith({
    ...{ use: '12', account: location, amount: '999.99' },
    additional: element('05', 'PEDIDO42'),
  });
  assert.deepEqual(explainBrCode(dynamic).faults, []);
  assert.match(meaningOf(dynamic, '54') ?? '', /^ignorado/);
  assert.match(meaningOf(dynamic, '62', '05') ?? '', /^ignorado/);
  const zero = { amount: '0.00' };
  assert.match(String(explainBrCode(codeWith(zero)).hints), /valor \(54\) é zero/);
  const change = `${element('01', KEY)}${element('03', '99999008')}`;
  for (const account of [location, change]) {
    const { faults, hints } = explainBrCode(codeWith({ ...zero, account }));
    assert.deepEqual([faults, hints], [[], []]);
  }
  const scheme = codeWith({ account: element('25', 'https://pix.example.com/qr/v2/9f') });
  assert.equal(meaningOf(scheme, '26', '25'), undefined);
});
