import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addDays,
  brazilianDate,
  brazilianDayOf,
} from '../../../gateway/src/ground/brazilian-days.ts';
import { businessDayFrom } from '../../../gateway/src/ground/business-days.ts';
import { newDeveloper } from '../world.ts';

/** Business days, so that no weekend moves them. */
const SOON = businessDayFrom(addDays(brazilianDayOf(Date.now()), 10));
const DUE = businessDayFrom(addDays(SOON, 20));

test('charge with a due date sends its rules, and shows the amount of today', async (context) => {
  const developer = await newDeveloper(context);
  const words = [
    ...['charge', '900', '--no-wait', '--due', DUE, '--days-after', '0', '--fine', '2%'],
    ...['--interest', '1%/mês', '--rebate', 'R$50', '--discount', `R$ 20,50:${SOON}`],
    ...['--discount', `1,5%:${DUE}`],
  ];
  const wrong = await developer.pix([...words, '--json']);
  assert.deepEqual([wrong.exitCode, JSON.parse(wrong.stderr).error.code], [5, 'invalid_discounts']);
  const { due, amount } = await developer.json(words.slice(0, -2));
  const { last_payable_day: last, payable_today: today, ...rules } = Object(due);
  assert.deepEqual([amount, today, last], [90_000, 90_000 - 5_000 - 2_050, DUE]);
  assert.deepEqual(rules, {
    ...{ due_date: DUE, days_after_due: 0, fine: { type: 'percent', value: 200 } },
    interest: { mode: 'percent_per_month', value: 100 },
    rebate: { type: 'fixed', value: 5_000 },
    discounts: [{ mode: 'fixed_until', value: 2_050, until: SOON }],
    revision: 0,
  });
  const { stdout } = await developer.pix(words.slice(0, -2));
  assert.match(stdout, /R\$ 829,50 hoje \(original R\$ 900,00, tarifa R\$ \d+,\d\d\)/);
  const day = brazilianDate(DUE);
  assert.ok(stdout.includes(`Vence em ${day}, pode ser paga até ${day}`), stdout);
});

test('charge reads interest and discounts for days and business days', async (context) => {
  const developer = await newDeveloper(context);
  const words = ['charge', '900', '--no-wait', '--due', DUE];
  const perDay = await developer.json([
    ...[...words, '--interest', 'R$0,33/dia-útil', '--discount', '0,1%/business-day'],
  ]);
  const { interest, discounts } = Object(perDay.due);
  assert.deepEqual(interest, { mode: 'fixed_per_business_day', value: 33 });
  assert.deepEqual(discounts, [{ mode: 'percent_per_business_day', value: 10 }]);
  const perYear = await developer.json([...words, '--interest', '12%/business-year']);
  const { interest: yearly } = Object(perYear.due);
  assert.deepEqual(yearly, { mode: 'percent_per_business_year', value: 1_200 });
});

test('charge refuses a due date that it can’t read, and says how to write it', async (context) => {
  const developer = await newDeveloper(context);
  const cases: [string[], RegExp][] = [
    [['--due', '15/01/2027'], /escreva ano-mês-dia, como 2027-01-15/],
    [['--due', '2027-02-30'], /"2027-02-30" não é um dia/],
    [['--due', DUE, '--days-after', '-1'], /não é um número de dias/],
    [['--due', DUE, '--fine', '101%'], /não é um percentual de até 100%/],
    [['--due', DUE, '--fine', 'dois'], /"dois" não é um percentual.+, nem um valor, como R\$5$/m],
    [['--due', DUE, '--interest', '1%'], /escreva 1%\/mês/],
    [['--due', DUE, '--interest', 'R$5/mês'], /não são juros/],
    [['--due', DUE, '--interest', '1%/constructor'], /não são juros/],
    [['--due', DUE, '--discount', '5%'], /escreva 5%:2027-01-10/],
    [['--due', DUE, '--discount', '5%:amanhã'], /"amanhã" não é um dia/],
    [['--due', DUE, '--discount', '5%/mês'], /não é um desconto/],
    [['--fine', '2%'], /informe o vencimento: --due 2027-01-15/],
    [['--due', DUE, '--expires-in', '1h'], /--due ou --expires-in, não os dois/],
  ];
  for (const [words, reason] of cases) {
    const { exitCode, stderr } = await developer.pix(['charge', '900', '--no-wait', ...words]);
    assert.equal(exitCode, 2, `${words.join(' ')}: ${stderr}`);
    assert.match(stderr, reason);
  }
});
