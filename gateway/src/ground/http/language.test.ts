import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { languageOf } from './language.ts';

const ofHeader = (accepted: string) => languageOf({ headers: { 'accept-language': accepted } });

for (const [accepted, language] of [
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['EN-gb', 'en'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
  ['en;q=0.4, pt;q=0.5', 'pt-BR'],
  ['pt-BR;q=0.3, en;q=0.7', 'en'],
  ['pt-PT, en;q=0.9', 'pt-BR'],
  ['de, en;q=0.1', 'en'],
  ['en;q=0', 'pt-BR'],
  ['de-DE, fr', 'pt-BR'],
  ['*', 'pt-BR'],
  ['*, en;q=0.5', 'pt-BR'],
  ['', 'pt-BR'],
  [';;q=,', 'pt-BR'],
] as const) {
  test(`Accept-Language "${accepted}" is answered in ${language}`, () => {
    assert.equal(ofHeader(accepted), language);
  });
}

test('a request without headers of language is answered in Portuguese', () => {
  assert.equal(languageOf({ headers: {} }), 'pt-BR');
});

test('the choice of the cookie is stronger than Accept-Language', () => {
  const headers = { 'accept-language': 'pt-BR', cookie: 'a=b; language=en; c=d' };
  assert.equal(languageOf({ headers }), 'en');
  assert.equal(languageOf({ headers: { ...headers, cookie: 'language=xx' } }), 'pt-BR');
  const other = { 'accept-language': 'en', cookie: 'old_language=pt-BR' };
  assert.equal(languageOf({ headers: other }), 'en');
});

test('the language with the larger q value is chosen', () => {
  const quality = fc.integer({ min: 1, max: 1_000 });
  fc.assert(
    fc.property(quality, quality, fc.boolean(), (english, portuguese, isEnglishFirst) => {
      fc.pre(english !== portuguese);
      const parts = [`en;q=${english / 1_000}`, `pt-BR;q=${portuguese / 1_000}`];
      const header = (isEnglishFirst ? parts : parts.reverse()).join(', ');
      assert.equal(ofHeader(header), english > portuguese ? 'en' : 'pt-BR');
    }),
  );
});

test('any text as Accept-Language and cookie gives a language', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (accepted, cookie) => {
      const language = languageOf({ headers: { 'accept-language': accepted, cookie } });
      assert.ok(language === 'pt-BR' || language === 'en');
    }),
  );
});
