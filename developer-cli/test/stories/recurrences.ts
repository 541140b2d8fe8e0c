import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTxid } from '../../../bank-simulator/test/support/open-bank.ts';
import {
  encodeDynamicBrCode,
  encodeRecurrenceBrCode,
} from '../../../gateway/src/ground/pix/br-code.ts';
import vectors from '../../../gateway/src/ground/pix/br-code-vectors.json' with { type: 'json' };
import { crc16 } from '../../../gateway/src/ground/pix/crc16.ts';
import { basic } from '../../../gateway/test/support/api-pix.ts';
import { explainBrCode } from '../../src/explain-br-code.ts';
import { readCodePayload } from '../../src/payloads/read-code-payload.ts';
import { checkRecurrence } from '../../src/payloads/recurrence-content.ts';
import { type Host, openBank, openHost } from '../payload-host.ts';
import { newDeveloper, world } from '../world.ts';

const NAMES = { merchantName: 'Academia', merchantCity: 'Recife' };
const RECURRENCE_PATH = '/qr/v2/rec/2353c790eefb11eaadc10242ac120002';
const CHARGE_PATH = '/qr/v2/8b3da2f39a4140d1a91abd93113bd441';
const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;

/** A recurrence as the Central Bank's document shows its payload, beginning today. */
function recurrence() {
  return {
    idRec: 'RN123456782024011577825445612',
    vinculo: {
      contrato: '5582610',
      devedor: { cpf: '45164632481', nome: 'Fulano de Tal' },
      objeto: 'Mensalidade',
    },
    calendario: {
      dataInicial: new Date().toISOString().slice(0, 10),
      periodicidade: 'MENSAL',
    },
    politicaRetentativa: 'PERMITE_3R_7D',
    valor: { valorRec: '35.00' },
    recebedor: { cnpj: '28765007802371', nome: 'Academia', ispbParticipante: '12345678' },
    atualizacao: [{ status: 'CRIADA', data: '2024-03-20T10:12:07.567Z' }],
  };
}

function codeOf(id: string): string {
  return vectors.find((vector) => vector.id === id)?.code ?? '';
}

/** A code with an element before its checksum. */
function withElement(code: string, id: string, value: string): string {
  const length = String(value.length).padStart(2, '0');
  const unsigned = `${code.slice(0, -8)}${id}${length}${value}6304`;
  return unsigned + crc16(unsigned);
}

test('decode says which journey of Pix Automático begins with a code, and where its payload is', async (context) => {
  const developer = await newDeveloper(context);
  for (const [id, kind, journey, number] of [
    ['V7', 'recurrence', 'code', 2],
    ['V8', 'dynamic', 'code_and_first_payment', 3],
    ['V9', 'dynamic', 'offer', 4],
    ['V3', 'static', 'offer', 4],
  ] as const) {
    const read = await developer.json(['decode', codeOf(id)]);
    const { journey: told, location } = read.recurrence as { journey: string; location: string };
    assert.deepEqual([read.kind, read.valid, told], [kind, true, journey], id);
    const { stdout, exitCode } = await developer.pix(['decode', codeOf(id)]);
    assert.equal(exitCode, 0, stdout);
    assert.match(stdout, new RegExp(`\\nPix Automático, jornada ${number}: `));
    assert.match(stdout, /\n80 {2}Pix Automático\n/);
    assert.ok(
      stdout.includes(`(o app do pagador lê a recorrência em https://${location})`),
      stdout,
    );
  }
  const { recurrence: none } = await developer.json(['decode', codeOf('V13')]);
  assert.equal(none, null);
});

test('decode keeps foreign templates, and finds what is wrong with that of Pix Automático', () => {
  const code = encodeRecurrenceBrCode({ ...NAMES, recurrenceUrl: 'pix.example.com/rec/1' });
  const foreign = explainBrCode(withElement(code, '81', '0008COM.BANK0104ABCD'));
  assert.deepEqual([foreign.kind, foreign.faults], ['recurrence', []]);
  const kept = foreign.fields.find(({ id }) => id === '81');
  assert.deepEqual(
    [kept?.name, kept?.fields?.map(({ name, value }) => [name, value])],
    [
      'Arranjo adicional',
      [
        ['Arranjo', 'COM.BANK'],
        ['Campo do arranjo', 'ABCD'],
      ],
    ],
  );
  const account = '00020126180014br.gov.bcb.pix5204000053039865802BR5901A6001B62070503***63040000';
  const gui = '0014br.gov.bcb.pix';
  for (const [value, fault] of [
    [gui, /o Pix Automático \(campo 80\) não tem endereço/],
    [`${gui}2517pix.example.com/1`, /o endereço da recorrência não é como/],
    [`${gui}2529https://pix.example.com/rec/1`, /o endereço da recorrência não é como/],
  ] as const) {
    const { faults } = explainBrCode(withElement(account, '80', value));
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', fault);
  }
  assert.match(explainBrCode(codeOf('V1').replace('0136', '0236')).faults.join(), /não tem chave/);
});

test('decode reads back every code of Pix Automático, and finds any changed character', () => {
  const tokens = fc.stringMatching(/^[a-z0-9]{1,40}$/);
  const codes = fc.record({ token: tokens, charge: fc.option(tokens), isDue: fc.boolean() });
  const changes = fc.tuple(codes, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }));
  fc.assert(
    fc.property(changes, ([{ token, charge, isDue }, at, charCode]) => {
      const recurrenceUrl = `pix.example.com/qr/v2/rec/${token}`;
      const url = `pix.example.com/qr/v2/${isDue ? 'cobv/' : ''}${charge}`;
      const code =
        charge === null
          ? encodeRecurrenceBrCode({ ...NAMES, recurrenceUrl })
          : encodeDynamicBrCode({ ...NAMES, recurrenceUrl, url });
      const read = explainBrCode(code);
      assert.deepEqual([read.faults, read.recurrence?.location], [[], recurrenceUrl]);
      assert.equal(read.location, charge === null ? null : url);
      const index = at % code.length;
      const changed = code.slice(0, index) + String.fromCharCode(charCode) + code.slice(index + 1);
      fc.pre(changed.toUpperCase() !== code.toUpperCase());
      assert.notDeepEqual(explainBrCode(changed).faults, [], changed);
    }),
    { numRuns: 1_000 },
  );
});

test('the payload of a recurrence at the gateway has what decode --fetch checks', async (context) => {
  const developer = await newDeveloper(context);
  const { gateway } = world;
  const issued = await gateway.call<{ access_token: string }>('POST', '/pix/oauth/token', {
    headers: basic(developer.keys),
    body: { grant_type: 'client_credentials' },
  });
  const headers = { authorization: `Bearer ${issued.body.access_token}` };
  const { body: place } = await gateway.call<{ id: number; location: string }>(
    ...(['POST', '/pix/v2/locrec', { headers }] as const),
  );
  const { idRec: _, atualizacao: _steps, recebedor: _receiver, ...terms } = recurrence();
  const dataInicial = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10);
  const calendario = { ...terms.calendario, dataInicial };
  const body = { ...terms, calendario, loc: place.id };
  const made = await gateway.call('POST', '/pix/v2/rec', { headers, body });
  assert.equal(made.status, 201, made.text);
  const answer = await fetch(gateway.url + place.location.slice(place.location.indexOf('/')));
  assert.equal(answer.headers.get('content-type'), 'application/jose');
  const [, content = ''] = (await answer.text()).split('.');
  const payload = JSON.parse(Buffer.from(content, 'base64url').toString());
  const faults = checkRecurrence(payload, Date.now()).filter(({ ok }) => !ok);
  assert.deepEqual(faults, []);
});

test('decode --fetch reads and verifies the recurrence of a code, and its charge if it has one', async (context) => {
  const developer = await newDeveloper(context);
  const { bank, env } = await openBank(context);
  const host = await openHost(context, bank);
  const txid = createTxid();
  const charge = { txid, status: 'ATIVA', valor: { original: '35.00' } };
  host.answers.set(CHARGE_PATH, { body: await host.sign(charge) });
  host.answers.set(RECURRENCE_PATH, { body: await host.sign(recurrence()) });
  const recurrenceUrl = `${host.origin}${RECURRENCE_PATH}`;
  const both = encodeDynamicBrCode({ ...NAMES, recurrenceUrl, url: host.origin + CHARGE_PATH });
  const read = await developer.json(['decode', '--fetch', both], { env });
  const authorized = read.recurrence as { url: string; payload: object };
  assert.deepEqual([read.valid, (read.payload as typeof charge).txid], [true, txid]);
  assert.deepEqual(authorized.payload, recurrence());
  assert.equal(authorized.url, `https://${recurrenceUrl}`);

  const alone = encodeRecurrenceBrCode({ ...NAMES, recurrenceUrl });
  const { stdout, exitCode } = await developer.pix(['decode', '--fetch', alone], { env });
  assert.equal(exitCode, 0, stdout);
  assert.match(stdout, /Valor de cada cobrança +R\$ 35,00\n/);
  assert.match(stdout, /Cobranças +uma por mês\n/);
  assert.match(stdout, /Novas tentativas +até 3, nos 7 dias depois do vencimento\n/);
  assert.match(stdout, /✓ a assinatura confere\n/);
  assert.match(stdout, /✓ a recorrência espera a autorização \(CRIADA\)/);
  const day = await developer.pix(['decode', '--fetch', '--day', '2026-12-10', alone], { env });
  assert.deepEqual([day.exitCode, /não aponta para nenhuma/.test(day.stderr)], [2, true]);

  host.answers.set(RECURRENCE_PATH, { status: 404, type: 'application/json', body: '{}' });
  const gone = await developer.pix(['decode', '--fetch', both], { env });
  assert.equal(gone.exitCode, 6);
  assert.match(gone.stdout, /✓ a cobrança está ATIVA/);
  assert.match(gone.stdout, /✗ o endereço não mostra nenhuma recorrência \(404\)/);
});

/** The faults that a payer's program finds in a recurrence, each with its message. */
async function openCheck(host: Host, authority: string) {
  const limits = { now: Date.now(), authority };
  const location = `${host.origin}${RECURRENCE_PATH}`;
  return async (body: string, now = limits.now) => {
    host.answer = { body };
    const request = { subject: 'recurrence', location } as const;
    const { checks } = await readCodePayload(request, { ...limits, now });
    return checks.filter(({ ok }) => !ok).map(({ check, message }) => [check, message] as const);
  };
}

test('a recurrence is refused for each thing that a payer’s program must check', async (context) => {
  const { bank } = await openBank(context);
  const host = await openHost(context, bank);
  const check = await openCheck(host, bank.authority);
  const payload = recurrence();
  const { calendario, vinculo, recebedor } = payload;
  assert.deepEqual(await check(await host.sign(payload)), []);
  const cases: readonly [change: object, check: string, message: RegExp][] = [
    [{ idRec: 'RX123' }, 'fields', /: idRec$/],
    [{ vinculo: { ...vinculo, contrato: '' } }, 'fields', /: vinculo.contrato$/],
    [{ calendario: { ...calendario, periodicidade: 'DIARIA' } }, 'fields', /periodicidade$/],
    [{ recebedor: { ...recebedor, ispbParticipante: undefined } }, 'fields', /ispb/],
    [{ recebedor: undefined, politicaRetentativa: 'X' }, 'fields', /politica.*recebedor\.nome/],
    [{ valor: { valorRec: '1.00', valorMinimoRecebedor: '1.00' } }, 'amount', /um só/],
    [{ valor: { valorRec: '1,00' } }, 'amount', /não pode ser lido/],
    [{ atualizacao: [] }, 'status', /não diz em que estado/],
    [{ calendario: { ...calendario, dataFinal: '2024-01-01' } }, 'expiry', /terminou em 2024/],
    [{ calendario: { ...calendario, dataFinal: 'nunca' } }, 'expiry', /não pode ser lido/],
  ];
  for (const [change, name, message] of cases) {
    const faults = await check(await host.sign({ ...payload, ...change }));
    assert.deepEqual(
      faults.map(([fault]) => fault),
      [name],
    );
    assert.match(faults[0]?.[1] ?? '', message);
  }
  for (const status of ['APROVADA', 'REJEITADA', 'EXPIRADA', 'CANCELADA']) {
    const atualizacao = [{ status, data: '2024-04-01T00:00:00Z' }, ...payload.atualizacao];
    const [fault] = await check(await host.sign({ ...payload, atualizacao }));
    assert.deepEqual([fault?.[0], fault?.[1].includes(status)], ['status', true]);
  }
  const late = await check(await host.sign(payload), Date.now() + 20 * YEAR_MS);
  assert.equal(late[0]?.[0], 'certificate');
});

test('the misspelled names of the standard’s examples are read as the right ones', async (context) => {
  const { bank } = await openBank(context);
  const host = await openHost(context, bank);
  const check = await openCheck(host, bank.authority);
  const { politicaRetentativa: retentativa, calendario, ...rest } = recurrence();
  const { periodicidade: peridiocidade, dataInicial } = calendario;
  const misspelled = {
    ...rest,
    ...{ retentativa, calendario: { peridiocidade, dataInicial } },
    atualizacao: [{ nome: 'CRIADA', data: '2024-03-20T10:12:07.567Z' }],
  };
  assert.deepEqual(await check(await host.sign(misspelled)), []);
});

test('a certificate is named by SHA-1, by SHA-256 or by both, and every name must be right', async (context) => {
  const { bank } = await openBank(context);
  const host = await openHost(context, bank);
  const check = await openCheck(host, bank.authority);
  const other = await openHost(context, bank);
  const named = (name: string, { key }: Host): string =>
    createHash(name)
      .update(Buffer.from(key.x5c?.[0] ?? '', 'base64'))
      .digest('base64url');
  const [short, long, wrong] = [named('sha1', host), named('sha256', host), named('sha256', other)];
  for (const [header, isRight] of [
    [{ x5t: short, 'x5t#S256': undefined }, true],
    [{ x5t: undefined, 'x5t#S256': long }, true],
    [{ x5t: short, 'x5t#S256': long }, true],
    [{ x5t: short, 'x5t#S256': wrong }, false],
    [{ x5t: named('sha1', other), 'x5t#S256': long }, false],
    [{ x5t: undefined, 'x5t#S256': undefined }, false],
  ] as const) {
    const faults = await check(await host.sign(recurrence(), header));
    assert.deepEqual(
      faults.map(([name]) => name),
      isRight ? [] : ['x5t'],
      JSON.stringify(header),
    );
  }
});
