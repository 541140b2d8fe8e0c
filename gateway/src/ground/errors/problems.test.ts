import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ProblemCode, problems, Refusal } from './problems.ts';

const PORTUGUESE = /[áéíóúâêôãõàç]|\b(não|uma?|esta|este|de|para|com)\b/i;
const BOTH = { 'pt-BR': 'palavras', en: 'words' };
const FACTS = { sumPercentage: '90,5', retryAfterSeconds: 2, reason: BOTH, roles: [BOTH] };

test('every refusal speaks English without Portuguese words', () => {
  const codes = Object.keys(problems) as ProblemCode[];
  const faults = codes
    .flatMap((code) => [new Refusal(code), new Refusal(code, FACTS)])
    .filter((refusal) => PORTUGUESE.test(refusal.messageIn('en')))
    .map((refusal) => `${refusal.code}: ${refusal.messageIn('en')}`);
  assert.deepEqual(faults, []);
});

test('the facts of a refusal are in the language of its words', () => {
  const limit = new Refusal('payout_limit_exceeded', FACTS);
  assert.match(limit.messageIn('pt-BR'), /: palavras\.$/);
  assert.equal(limit.message, limit.messageIn('pt-BR'));
  assert.match(limit.messageIn('en'), /: words\.$/);
  assert.match(new Refusal('role_missing', FACTS).messageIn('en'), /words/);
  const bank = new Refusal('provider_refused', { reason: 'Conta encerrada.' });
  assert.match(bank.messageIn('en'), /: Conta encerrada\.$/);
});
