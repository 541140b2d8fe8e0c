import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { basic, bearer, COB, newTxid, openStandardClient } from '../support/api-pix.ts';
import { faultsOfAnswer, standardOperations } from '../support/bcb/standard.ts';
import { callGateway, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { lotCharge } from '../support/lots.ts';
import { HAS_FEW_RUNS, runs } from '../support/runs.ts';

const DUE_DAY = addDays(brazilianDayOf(Date.now()), 30);
const COBV = {
  calendario: { dataDeVencimento: DUE_DAY },
  devedor: { cpf: '12345678909', nome: 'Ana Souza' },
  valor: { original: '100.00', multa: { modalidade: 2, valorPerc: '2.00' } },
  chave: COB.chave,
};
const gateway = await startGateway({ after }, { hasWorker: false });
const { keys } = await createMerchantWithKeys(gateway);
const client = await openStandardClient(gateway, keys);
const known = newTxid();
await client.call('PUT', `/cob/${known}`, COB);
const listed = await gateway.call<{ data: { internal_id: string }[] }>(
  'GET',
  `/v1/transactions?external_id=${known}`,
  { keys },
);
const pay = `/v1/test/charges/${listed.body.data[0]?.internal_id}/pay`;
const paid = await gateway.call('POST', pay, { keys });
const endToEndId = String(paid.body.end_to_end_id);
const made = await client.call('POST', '/loc', { tipoCob: 'cob' });
const location = Number(made.body.id);
const open = newTxid();
await client.call('PUT', `/cob/${open}`, COB);

const BOND = { contrato: 'contrato-1', devedor: { cpf: '12345678909', nome: 'Ana Souza' } };
const REC = {
  vinculo: BOND,
  calendario: { dataInicial: DUE_DAY, periodicidade: 'MENSAL' },
  politicaRetentativa: 'PERMITE_3R_7D',
};
const place = Number((await client.call('POST', '/locrec')).body.id);
const { idRec } = (await client.call('POST', '/rec', { ...REC, loc: place })).body;
const REQUEST = {
  idRec,
  calendario: { dataExpiracaoSolicitacao: `${DUE_DAY}T00:00:00Z` },
  destinatario: { ispbParticipante: '60746948', conta: '123456', cpf: '12345678909' },
};
const { idSolicRec } = (await client.call('POST', '/solicrec', REQUEST)).body;

const due = newTxid();
const created = await client.call('PUT', `/cobv/${due}`, COBV);
assert.equal(created.status, 201, created.text);
const { txid: LOT_TXID, ...LOT_CHARGE } = lotCharge('2030-01-10');
const LOT = { descricao: 'Lote', cobsv: [{ ...LOT_CHARGE, txid: LOT_TXID }] };

/** A lot is accepted with 202, which chance alone may not meet in a run. */
const VALID_LOT = {
  operation: { method: 'PUT', path: '/lotecobv/{id}' },
  id: '1',
  second: '1',
  query: {},
  body: JSON.stringify(LOT),
  slash: false,
};

const all = standardOperations();
const operations = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...all.filter(({ path }) =>
        /^\/(cobv?|lotecobv|pix|webhook|loc|rec|solicrec|locrec)\b/.test(path),
      ),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...all) },
);
const ANY_OF = { requiredKeys: [] };
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom('', '\0', 'ç'));
const ids = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      known,
      open,
      due,
      endToEndId,
      COB.chave,
      '1',
      `${location}`,
      ...[idRec, idSolicRec, place].map(String),
    ),
  },
  { weight: 1, arbitrary: text },
);
const values = fc.oneof(
  fc.constantFrom('2026-11-20T00:00:00Z', '2099-01-01T00:00:00+00:00', '0', '5', 'true', 'ATIVA'),
  fc.constantFrom('CRIADA', 'APROVADA', known, due),
  fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '99999999999999999999'),
  text,
);
const names = [
  'inicio',
  'fim',
  'cpf',
  'cnpj',
  'status',
  'locationPresente',
  'txid',
  'txIdPresente',
  'idRecPresente',
  'convenio',
  'loteCobVId',
  'lotecobvid',
  'devolucaoPresente',
  'finalidadeMED',
  'revisao',
  'tipoCob',
  'paginacao.paginaAtual',
  'paginacao.itensPorPagina',
];
const queries = fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 6 });
/** Fine, interest, rebate or discount of a charge with a due date. */
const rules = fc.oneof(
  fc.record(
    {
      modalidade: fc.oneof(fc.integer({ min: -1, max: 9 }), fc.constantFrom('1', '2'), text),
      valorPerc: fc.oneof(
        fc.constantFrom('0.00', '2.00', '100.00', '9999999999.99'),
        fc.jsonValue(),
      ),
      descontoDataFixa: fc.oneof(
        fc.array(fc.record({ data: fc.oneof(fc.constant(DUE_DAY), text), valorPerc: text })),
        fc.jsonValue(),
      ),
    },
    ANY_OF,
  ),
  fc.jsonValue(),
);
const changed = fc.record(
  {
    calendario: fc.oneof(
      fc.record({ expiracao: fc.jsonValue() }),
      fc.record(
        {
          dataDeVencimento: fc.oneof(fc.constantFrom(DUE_DAY, '2026-02-31', '9999-12-31'), text),
          validadeAposVencimento: fc.oneof(fc.integer(), fc.jsonValue()),
        },
        ANY_OF,
      ),
      fc.jsonValue(),
    ),
    valor: fc.oneof(
      fc.record({ original: fc.oneof(fc.constantFrom('9.99', '0.01'), fc.jsonValue()) }),
      fc.record(
        { original: fc.constant('9.99'), multa: rules, juros: rules, desconto: rules },
        ANY_OF,
      ),
      fc.jsonValue(),
    ),
    devedor: fc.oneof(
      fc.record({ cpf: fc.constantFrom('12345678909', '1'), nome: text }),
      fc.jsonValue(),
    ),
    infoAdicionais: fc.oneof(fc.array(fc.record({ nome: text, valor: text })), fc.jsonValue()),
    solicitacaoPagador: fc.oneof(text, fc.jsonValue()),
    loc: fc.oneof(fc.constant({ id: location }), fc.record({ id: fc.jsonValue() }), fc.jsonValue()),
    tipoCob: fc.oneof(fc.constantFrom('cob', 'cobv'), fc.jsonValue()),
    status: fc.jsonValue(),
    webhookUrl: fc.oneof(fc.webUrl(), fc.jsonValue()),
    cobsv: fc.oneof(
      fc.array(fc.constantFrom(known, open, LOT_TXID).map((txid) => ({ ...LOT_CHARGE, txid }))),
      fc.array(fc.jsonValue(), { maxLength: 4 }),
      fc.jsonValue(),
    ),
    natureza: fc.jsonValue(),
    descricao: fc.oneof(text, fc.jsonValue()),
  },
  ANY_OF,
);
/** A recurrence, its change, or a request to its payer. */
const recurring = fc.record(
  {
    vinculo: fc.oneof(
      fc.record({ contrato: text, objeto: text, devedor: fc.jsonValue() }, ANY_OF),
      fc.record({ devedor: fc.record({ nome: text }) }),
      fc.jsonValue(),
    ),
    calendario: fc.oneof(
      fc.record(
        {
          dataInicial: fc.oneof(fc.constantFrom(DUE_DAY, '2026-02-31', '9999-12-31'), text),
          dataFinal: fc.oneof(fc.constantFrom(DUE_DAY, '2999-12-31', '0000-01-01'), text),
          periodicidade: fc.oneof(fc.constantFrom('SEMANAL', 'ANUAL'), fc.jsonValue()),
          dataExpiracaoSolicitacao: values,
        },
        ANY_OF,
      ),
      fc.jsonValue(),
    ),
    valor: fc.oneof(
      fc.record({ valorRec: fc.oneof(fc.constant('9.99'), fc.jsonValue()) }),
      fc.record({ valorMinimoRecebedor: fc.oneof(fc.constant('0.01'), fc.jsonValue()) }),
      fc.jsonValue(),
    ),
    recebedor: fc.oneof(fc.record({ convenio: text }), fc.jsonValue()),
    politicaRetentativa: fc.oneof(fc.constant('NAO_PERMITE'), fc.jsonValue()),
    loc: fc.oneof(fc.constant(place), fc.jsonValue()),
    ativacao: fc.oneof(
      fc.record({ dadosJornada: fc.record({ txid: fc.constantFrom(open, due, newTxid(), 'x') }) }),
      fc.jsonValue(),
    ),
    destinatario: fc.oneof(
      fc.record({ ispbParticipante: text, conta: text, agencia: text, cpf: text }, ANY_OF),
      fc.jsonValue(),
    ),
    idRec: fc.oneof(fc.constant(idRec), fc.jsonValue()),
    status: fc.oneof(fc.constant('CANCELADA'), fc.jsonValue()),
  },
  ANY_OF,
);
const bodies = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(COB, COBV, LOT, LOT_CHARGE, { valor: '0.01' }, {})
      .map((body) => JSON.stringify(body)),
  },
  { weight: 3, arbitrary: changed.map((change) => JSON.stringify({ ...COB, ...change })) },
  { weight: 3, arbitrary: changed.map((change) => JSON.stringify({ ...COBV, ...change })) },
  { weight: 2, arbitrary: changed.map((change) => JSON.stringify(change)) },
  { weight: 3, arbitrary: recurring.map((change) => JSON.stringify({ ...REC, ...change })) },
  { weight: 2, arbitrary: recurring.map((change) => JSON.stringify({ ...REQUEST, ...change })) },
  { weight: 2, arbitrary: recurring.map((change) => JSON.stringify(change)) },
  fc.json({ maxDepth: 5 }),
  fc.constantFrom('', '{', '[', 'null', '{"__proto__": {"valor": 1}}', '"\\ud800"'),
  fc.constant(JSON.stringify({ valor: '1.00', descricao: '\ud800' })),
);

test('any request to the API Pix gets an answer of its document, and never one above 499', async (context) => {
  const counts = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        operation: operations,
        id: ids,
        second: ids,
        query: queries,
        body: bodies,
        slash: fc.boolean(),
      }),
      async ({ operation: { method, path }, id, second, query, body, slash }) => {
        const filled = path
          .replace(/\{[^}]+\}/, encodeURIComponent(id.toWellFormed()) || 'x')
          .replace(/\{[^}]+\}/g, encodeURIComponent(second.toWellFormed()) || 'x');
        const target = `${filled}${slash ? '/' : ''}?${new URLSearchParams(query)}`;
        const url = `${gateway.url}/pix/v2${target}`;
        const headers = { ...bearer(client.token), 'content-type': 'application/json' };
        const hasBody = method !== 'GET' && method !== 'DELETE';
        const answer = await callGateway(url, method, { headers, ...(hasBody && { body }) });
        const { status } = answer;
        counts.set(status, (counts.get(status) ?? 0) + 1);
        const words = `${method} ${url} ${body} → ${status} ${answer.text}`;
        // A lot that is in work asks for a repeat of another request.
        const isBusyLot = status === 503 && path.startsWith('/lotecobv');
        assert.ok(status < 500 || isBusyLot, words);
        const contentType = answer.headers.get('content-type');
        // The path as the document has it: what stands in for an id may have a slash.
        const shown = path.replace(/\{[^}]+\}/g, 'x');
        const wire = { method, path: shown, status, contentType, body: answer.body };
        const faults = faultsOfAnswer(wire);
        assert.deepEqual(faults, [], words);
      },
    ),
    { numRuns: runs(2_000), examples: [[VALID_LOT]] },
  );
  context.diagnostic(JSON.stringify(Object.fromEntries([...counts].sort())));
  for (const status of HAS_FEW_RUNS ? [202] : [200, 201, 202, 400, 404]) {
    assert.ok(counts.has(status), `${status} was never seen`);
  }
});

test('any request for a token gets a token or an error of OAuth', async () => {
  const fields = fc.record(
    {
      grant_type: fc.oneof(fc.constant('client_credentials'), text),
      client_id: text,
      client_secret: text,
      scope: fc.oneof(fc.constant('cob.read'), text),
    },
    ANY_OF,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.record({ fields, isForm: fc.boolean(), wild: fc.option(text), isKnown: fc.boolean() }),
      async ({ fields: sent, isForm, wild, isKnown }) => {
        const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
        const written = isForm ? `${new URLSearchParams(sent)}` : JSON.stringify(sent);
        const answer = await callGateway<Record<string, unknown>>(
          `${gateway.url}/pix/oauth/token`,
          'POST',
          {
            headers: { 'content-type': type, ...(isKnown && basic(keys)) },
            body: wild ?? written,
          },
        );
        assert.ok([200, 400, 401, 429].includes(answer.status), answer.text);
        const { access_token: token, error } = answer.body;
        assert.equal(typeof (answer.status === 200 ? token : error), 'string', answer.text);
      },
    ),
    { numRuns: runs(300) },
  );
});
