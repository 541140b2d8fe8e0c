import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { amountDue } from '#src/charges/due/amount-due.ts';
import { discountModes, interestModes, partTypes } from '#src/charges/due/due-rules.ts';
import { parseDueRules } from '#src/charges/due/parse-due-rules.ts';
import { parseAmount } from '../../developer-cli/src/amounts.ts';
import { parseDiscount, parseInterest, parsePart } from '../../developer-cli/src/due-options.ts';
import { tablesOf } from './markdown.ts';

const PAGE = join(import.meta.dirname, '../../docs/guia/cobranca-com-vencimento.md');
const HEAD = ['valor', 'vencimento', 'regras', 'paga em', 'custa'];
const CREATED_ON = '2026-01-01';

type Field = readonly [name: string, value: unknown];

/** How the page writes each rule, and the field of the API that it is. */
const RULES: readonly (readonly [RegExp, (text: string, day: string) => Field])[] = [
  [/^multa (.+)$/, (text) => ['fine', parsePart(text)]],
  [/^abatimento (.+)$/, (text) => ['rebate', parsePart(text)]],
  [/^juros (.+)$/, (text) => ['interest', parseInterest(text)]],
  [
    /^desconto (.+) até (\S+)$/,
    (text, day) => ['discount', parseDiscount(`${text}:${isoDay(day)}`)],
  ],
  [/^desconto (.+)$/, (text) => ['discount', parseDiscount(text)]],
  [/^por (\d+) dias$/, (text) => ['days_after_due', Number(text)]],
  [/^feriado (\S+)$/, (text) => ['holiday', isoDay(text)]],
];

/** `25/12/2026` as `2026-12-25`. */
function isoDay(text: string): string {
  assert.match(text, /^\d{2}\/\d{2}\/\d{4}$/);
  return text.split('/').reverse().join('-');
}

function fieldsOf(words: string): readonly Field[] {
  return words.split('; ').map((rule) => {
    for (const [form, read] of RULES) {
      const [, text = '', day = ''] = form.exec(rule) ?? [];
      if (text !== '') return read(text, day);
    }
    return assert.fail(`no rule is written as "${rule}"`);
  });
}

const cases = tablesOf(readFileSync(PAGE, 'utf8'))
  .filter(({ head }) => head.join() === HEAD.join())
  .flatMap(({ rows }) => rows)
  .map(([amount = '', due = '', words = '', paid = '', costs = '']) => {
    const fields = fieldsOf(words);
    const all = (name: string) => fields.filter(([one]) => one === name).map(([, value]) => value);
    const day = isoDay(paid);
    const local = new Set(all('holiday').map(String));
    const body = {
      ...Object.fromEntries(fields.filter(([name]) => !['discount', 'holiday'].includes(name))),
      amount: parseAmount(amount),
      due_date: isoDay(due),
      discounts: all('discount'),
    };
    const today = day < isoDay(due) ? day : isoDay(due);
    const rules = parseDueRules(body, { createdOn: CREATED_ON, today, local });
    return { name: `${amount} ${due} ${words} ${paid}`, rules, day, local, costs };
  });

test('each amount of the guide on due dates is what the charge costs on that day', () => {
  assert.ok(cases.length >= 35, `${cases.length} cases`);
  for (const { name, rules, day, local, costs } of cases) {
    const due = amountDue(rules, day, local);
    const expected = costs === 'não pode' ? undefined : parseAmount(costs);
    assert.equal(due && Number(due.amount), expected, name);
  }
});

test('pix refuses a rule whose text it doesn’t read whole', () => {
  for (const text of ['1%', '1%%/mês', '12% ao ano ou mês', 'R$1/mês']) {
    assert.throws(() => parseInterest(text), { name: 'Failure' }, text);
  }
  for (const text of ['2%%', '2%/mês', '101%', '1.500']) {
    assert.throws(() => parsePart(text), { name: 'Failure' }, text);
  }
  assert.deepEqual(parseInterest('12% a.a.'), { mode: 'percent_per_year', value: 1_200 });
  assert.deepEqual(parsePart('0%'), { type: 'percent', value: 0 });
  assert.deepEqual(parseInterest('0,03% ao dia'), { mode: 'percent_per_day', value: 3 });
});

test('the guide shows a case of each mode of fine, rebate, interest and discount', () => {
  const shown = new Set(
    cases.flatMap(({ rules: { fine, rebate, interest, discounts } }) => [
      ...(fine ? [`fine ${fine.type}`] : []),
      ...(rebate ? [`rebate ${rebate.type}`] : []),
      ...(interest ? [`interest ${interest.mode}`] : []),
      ...discounts.map(({ mode }) => `discount ${mode}`),
    ]),
  );
  const all = [
    ...Object.keys(partTypes).flatMap((type) => [`fine ${type}`, `rebate ${type}`]),
    ...Object.keys(interestModes).map((mode) => `interest ${mode}`),
    ...Object.keys(discountModes).map((mode) => `discount ${mode}`),
  ];
  assert.deepEqual([...shown].sort(), all.sort());
});
