import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  addDays,
  brazilianDate,
  brazilianDayOf,
} from '../../../gateway/src/ground/brazilian-days.ts';
import { type TestGateway, until } from '../../../gateway/test/support/gateway.ts';
import type { ShopKind } from './support/shop.ts';
import { loseWebhooks, openStore, payCharge, placeOrder, type Store } from './support/store.ts';

const DAY_MS = 86_400_000;
const DUE_IN_DAYS = 5;
const RULES = { fine_percent: '2', interest_percent: '1,5' };

interface Charge {
  readonly amount: number;
  readonly fine: number;
  readonly interest: number;
  readonly due: Readonly<Record<string, unknown>>;
}

/** Orders that are due in some days, with fine and interest. */
export async function testDueDates(
  context: TestContext,
  gateway: TestGateway,
  kind: ShopKind,
): Promise<void> {
  const settings = { due_in_days: String(DUE_IN_DAYS), days_after_due: '30', ...RULES };
  const store = await openStore(context, gateway, kind, settings);
  await testCreation(context, store);
  await testLatePayment(context, store);
  await context.test('days that are no whole number are refused when they are saved', async () => {
    const wrong = { ...settings, days_after_due: '3,5 dias' };
    await assert.rejects(openStore(context, gateway, kind, wrong), /número inteiro/);
  });
  const days = { due_in_days: '1', days_after_due: '0' };
  await testEnd(context, await openStore(context, gateway, kind, days));
}

async function chargeOf({ shop, gateway, keys }: Store, order: number): Promise<Charge> {
  const { charge } = await shop.facts(order);
  const path = `/v1/transactions/${charge?.id}`;
  return (await gateway.call<Charge & Record<string, unknown>>('GET', path, { keys })).body;
}

async function testCreation(context: TestContext, store: Store): Promise<void> {
  const { shop } = store;
  await context.test(
    'an order is due in the days of the settings, and its page says so',
    async () => {
      const day = addDays(brazilianDayOf(Date.now()), DUE_IN_DAYS);
      const order = await placeOrder(store);
      const { due } = await chargeOf(store, order);
      const { due_date: dueDate, days_after_due: after, fine, interest } = due;
      assert.deepEqual([dueDate, after], [day, 30]);
      assert.deepEqual(fine, { type: 'percent', value: 200 });
      assert.deepEqual(interest, { mode: 'percent_per_month', value: 150 });
      const last = brazilianDate(String(due.last_payable_day));
      const words =
        `Vence em ${brazilianDate(day)}. Pode ser pago até ${last}. ` +
        'Depois do vencimento: multa de 2% e juros de 1,5% ao mês.';
      const { notes, charge } = await shop.facts(order);
      assert.ok(
        notes.some((note) => note.includes(words)),
        notes.join('\n'),
      );
      const page = await shop.call<string>('page', order);
      assert.ok(page.includes(words), page);
      assert.match(page, new RegExp(`href="[^"]+/pagar/${charge?.id}"`));
      assert.doesNotMatch(page, /Válido até/);
    },
  );
}

async function testLatePayment(context: TestContext, store: Store): Promise<void> {
  const { shop, gateway } = store;
  await context.test(
    'a late payment with fine and interest pays its order, with a note',
    async () => {
      await loseWebhooks(store);
      const order = await placeOrder(store, '100.00');
      gateway.clock.advance(20 * DAY_MS);
      await payCharge(store, order);
      await shop.call('read_events');
      gateway.clock.set(Date.now());
      const { amount, fine, interest } = await chargeOf(store, order);
      assert.equal(fine, 200);
      assert.ok(interest > 0);
      const paid = await shop.facts(order);
      assert.equal(paid.status, 'processing');
      const text = (centavos: number) => (centavos / 100).toFixed(2).replace('.', ',');
      const words =
        `Pago depois do vencimento: R$ ${text(amount)}. Pedido R$ 100,00, multa R$ 2,00, ` +
        `juros R$ ${text(interest)}.`;
      assert.ok(paid.notes.includes(words), paid.notes.join('\n'));
    },
  );
}

async function testEnd(context: TestContext, store: Store): Promise<void> {
  const { shop, gateway } = store;
  await context.test('after the last payable day the order is cancelled', async () => {
    const order = await placeOrder(store);
    const { charge } = await shop.facts(order);
    assert.equal(charge?.due?.costs, '');
    gateway.clock.advance(10 * DAY_MS);
    await until('the order is cancelled', async () => {
      await shop.call('read_events');
      return (await shop.facts(order)).status === 'cancelled';
    });
    gateway.clock.set(Date.now());
  });
}
