import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiPixDocument, publishedApiPix } from '../../../test/support/bcb/api-pix-document.ts';
import type { ReasonKind } from './reason.ts';
import { PIX_AUTOMATIC_REASONS, reasonOf } from './reasons.ts';

const { schemas } = apiPixDocument().components;
const { schemas: schemasBefore } = publishedApiPix().components;
const SENTENCE = /^\p{Lu}.*[^.]\.$/u;
const TEXT_LENGTH_MAX = 100;

interface Code {
  readonly enum: readonly string[];
  readonly description: string;
  readonly 'x-deprecated'?: readonly string[];
}

interface Endings {
  readonly rejeicao: Code;
  readonly cancelamento: Code;
}

/** The lists of `codigo` in the two ways in which an object of the standard ends. */
function endingsOf(schema: string, document = schemas): Endings {
  const ways: readonly { properties: object }[] = document[schema].properties.encerramento.oneOf;
  const codes = ways.flatMap(({ properties }) =>
    Object.entries(properties).map(([name, way]) => [name, way.properties.codigo]),
  );
  return Object.fromEntries(codes) as Endings;
}

const authorization = endingsOf('RecEncerramento');
const cycle = endingsOf('CobRAtualizacao');
const attempt: Code =
  schemas.CobRTentativas.properties.tentativas.items.properties.rejeicao.properties.codigo;

function codesOf(kind: ReasonKind): string[] {
  return PIX_AUTOMATIC_REASONS.filter((reason) => reason.kind === kind).map(({ code }) => code);
}

test("the table has exactly the codes of the Central Bank's document", () => {
  assert.deepEqual(codesOf('authorization_rejected'), authorization.rejeicao.enum);
  assert.deepEqual(codesOf('authorization_canceled'), authorization.cancelamento.enum);
  assert.deepEqual(codesOf('cycle_rejected'), cycle.rejeicao.enum);
  assert.deepEqual(codesOf('cycle_canceled'), cycle.cancelamento.enum);
  assert.deepEqual(attempt.enum, cycle.rejeicao.enum);
  assert.equal(PIX_AUTOMATIC_REASONS.length, 37);
});

test('a code says the version that listed it first, and the one since which it is deprecated', () => {
  const before = endingsOf('RecEncerramento', schemasBefore);
  for (const { code, kind, since } of PIX_AUTOMATIC_REASONS) {
    const { enum: known } = kind.endsWith('_canceled') ? before.cancelamento : before.rejeicao;
    const isNew = kind.startsWith('authorization') && !known.includes(code);
    assert.equal(since, isNew ? '2.10.0' : undefined, code);
  }
  const deprecated = PIX_AUTOMATIC_REASONS.filter(({ deprecatedSince }) => deprecatedSince);
  assert.deepEqual(
    deprecated.map(({ code }) => code),
    authorization.cancelamento['x-deprecated'],
  );
});

test('a refused attempt ends its cycle with the codes of which the document says so', () => {
  const [, sentence = ''] = /Os códigos de rejeição (.*) causam/.exec(attempt.description) ?? [];
  const ending = new Set([...sentence.matchAll(/`([A-Z0-9]{4})`/g)].map(([, code]) => code));
  assert.equal(ending.size, 9);
  for (const { kind, code, endsCycle } of PIX_AUTOMATIC_REASONS) {
    assert.equal(endsCycle, kind === 'cycle_rejected' ? ending.has(code) : true, code);
  }
});

test('each code has a short reason and a remedy in both languages, and somebody who decides', () => {
  for (const { code, reason, remedy, askedBy } of PIX_AUTOMATIC_REASONS) {
    const texts = [reason, remedy].flatMap((text) => [text['pt-BR'], text.en]);
    for (const text of texts) {
      assert.match(text, SENTENCE, code);
      assert.ok(text.length <= TEXT_LENGTH_MAX, `${code}: ${text}`);
      assert.ok(!text.includes(code), 'people read words, not codes');
    }
    assert.equal(new Set(texts).size, 4, code);
    assert.ok(askedBy.length > 0, code);
  }
});

test('a code is explained by its kind, and one that is not listed gets words too', () => {
  const [subscription, charge] = [
    reasonOf('authorization_canceled', 'SLCR'),
    reasonOf('cycle_canceled', 'SLCR'),
  ];
  assert.notEqual(subscription.reason['pt-BR'], charge.reason['pt-BR']);
  for (const code of ['FCD2', 'constructor', 'SLBD']) {
    const unknown = reasonOf('cycle_rejected', code);
    assert.deepEqual([unknown.code, unknown.askedBy, unknown.endsCycle], [code, [], false]);
    assert.match(unknown.reason['pt-BR'], new RegExp(`código ${code}`));
  }
  assert.match(reasonOf('authorization_canceled', 'SJUD').reason.en, /canceled with the code SJUD/);
  for (const reason of PIX_AUTOMATIC_REASONS) {
    assert.deepEqual(reasonOf(reason.kind, reason.code), reason);
  }
});
