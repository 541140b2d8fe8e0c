import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { problems } from '#src/ground/errors/problems.ts';
import { CODE, continueSession, openBrowser, openLoaded, openPage } from '../support/browser.ts';
import { createMerchantWithKeys, startGateway, until } from '../support/gateway.ts';
import { type PanelSession, signIn, signInOperator } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const operator = await signInOperator(gateway);
const { createPaid } = createRefunder(gateway);

const EARLIER_ARRIVED = 'Um envio anterior, com outros valores, já foi registrado.';

type Answer = NonNullable<Parameters<Route['fulfill']>[0]>;

/** What happens to a request. */
type Fate = (route: Route) => Promise<void>;

const sent: Fate = (route) => route.continue();
const lost: Fate = async (route) => {
  await route.fetch();
  await route.abort();
};
const refused: Fate = (route) => route.fulfill(problemAnswer('rate_limited'));
/** The gateway does what is requested, and the panel gets another answer. */
const doneButAnswered =
  (answer: Answer): Fate =>
  async (route) => {
    await route.fetch();
    await route.fulfill(answer);
  };

function problemAnswer(code: keyof typeof problems): Answer {
  return { status: problems[code].status, json: { error: code, message: `${code}.`, code } };
}

/** Sends a form to a path; returns the idempotency key of its request, whose fate is given. */
async function keyOfSending(page: Page, path: string, fate: Fate, send: () => Promise<void>) {
  let key = '';
  const isIt = (url: URL) => url.pathname.endsWith(path);
  await page.route(isIt, async (route) => {
    key = route.request().headers()['idempotency-key'] ?? '';
    await fate(route);
  });
  const ended =
    fate === lost
      ? page.waitForEvent('requestfailed', (request) => isIt(new URL(request.url())))
      : page.waitForResponse((response) => isIt(new URL(response.url())));
  await send();
  await ended;
  await page.unroute(isIt);
  return key;
}

/** A form of a refund of R$ 100,00, and how its amount is sent. */
async function openRefund() {
  const { merchant, id } = await createPaid();
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/transacoes/${id}`);
  await page.getByRole('button', { name: 'Devolver' }).click();
  const review = async (amount: string) => {
    await page.getByLabel('Valor a devolver').fill(amount);
    await page.getByRole('button', { name: 'Revisar' }).click();
    const code = await session.code();
    await page.getByLabel(CODE).fill(code);
    return code;
  };
  const send = (fate: Fate) =>
    keyOfSending(page, '/refund', fate, () =>
      page.getByRole('button', { name: 'Devolver agora' }).click(),
    );
  const correct = () => page.getByRole('button', { name: 'Corrigir' }).click();
  const amounts = async () =>
    (await gateway.sql('select amount_centavos from refunds where charge_id = $1', [id])).map(
      (row) => Number(row.amount_centavos),
    );
  return { page, review, send, correct, amounts };
}

test('a refund whose answer was lost and whose amount is changed is made once', async () => {
  const { page, review, send, correct, amounts } = await openRefund();
  await review('1500');
  const first = await send(lost);
  await page.getByText('Pode tentar de novo aqui, sem mudar nada').waitFor();
  await correct();
  await review('1600');
  assert.equal(await send(sent), first);
  await page.getByText(EARLIER_ARRIVED).waitFor();
  assert.deepEqual(await amounts(), [1_500]);
  await page.close();
});

test('a refused repetition of a lost refund leaves its key to a changed amount', async () => {
  const { page, review, send, correct, amounts } = await openRefund();
  const code = await review('1500');
  const first = await send(lost);
  await page.getByText('Pode tentar de novo aqui, sem mudar nada').waitFor();
  // A code works once, and is checked before the key.
  await page.getByLabel(CODE).fill(code);
  assert.equal(await send(sent), first);
  await page.getByText(String(problems.second_factor_invalid.pt)).waitFor();
  await correct();
  await review('1600');
  assert.equal(await send(sent), first);
  await page.getByText(EARLIER_ARRIVED).waitFor();
  assert.deepEqual(await amounts(), [1_500]);
  await page.close();
});

test('a lost refund that is sent again after a refused other amount is made once', async () => {
  const { page, review, send, correct, amounts } = await openRefund();
  await review('1500');
  const first = await send(lost);
  await page.getByText('Pode tentar de novo aqui, sem mudar nada').waitFor();
  await correct();
  await review('1600');
  assert.equal(await send(refused), first);
  await page.getByText('rate_limited.').waitFor();
  await correct();
  await review('1500');
  assert.equal(await send(sent), first);
  await page.getByText('Devolução solicitada').waitFor();
  assert.deepEqual(await amounts(), [1_500]);
  await page.close();
});

test('a refused refund keeps its key with the same amount and has a new one with another', async () => {
  const { page, review, send, correct } = await openRefund();
  await review('1500');
  const first = await send(refused);
  await page.getByText('rate_limited.').waitFor();
  await correct();
  await review('1500');
  assert.equal(await send(refused), first);
  await page.getByText('rate_limited.').waitFor();
  await correct();
  await review('1600');
  assert.notEqual(await send(sent), first);
  await page.getByText('Devolução solicitada').waitFor();
  await page.close();
});

test('a proxy’s refusal without a body is no success, and a changed refund is made once', async () => {
  const { page, review, send, correct, amounts } = await openRefund();
  await review('1500');
  const first = await send(doneButAnswered({ status: 502, body: '' }));
  await page.getByText('Pode tentar de novo aqui, sem mudar nada').waitFor();
  await correct();
  await review('1600');
  assert.equal(await send(sent), first);
  await page.getByText(EARLIER_ARRIVED).waitFor();
  assert.deepEqual(await amounts(), [1_500]);
  await page.close();
});

/** The form with a reason of an adjustment, and how it is filled and sent. */
async function openAdjustment(session: PanelSession) {
  const { username, merchant } = await createMerchantWithKeys(gateway, 'live');
  const page = await openPage(browser);
  await continueSession(page, gateway.url, session);
  await openLoaded(page, `${gateway.url}/operador/lojistas/${username}`);
  await page.getByRole('button', { name: 'Ajustar saldo' }).click();
  const dialog = page.getByRole('dialog');
  const fill = async (amount: string) => {
    await dialog.getByLabel('Valor').fill(amount);
    await dialog.getByLabel('Motivo').fill('Acordo com o lojista');
    await dialog.getByLabel(CODE).fill(await session.code());
  };
  const send = (fate: Fate) =>
    keyOfSending(page, '/adjustments', fate, () =>
      dialog.getByRole('button', { name: 'Ajustar saldo' }).click(),
    );
  const amounts = async () =>
    (
      await gateway.sql('select amount_centavos from balance_adjustments where merchant_id = $1', [
        merchant.merchantId,
      ])
    ).map((row) => Number(row.amount_centavos));
  /** Waits for the answer: the next attempt needs another code. */
  const answered = () =>
    until('the code is gone', async () => (await dialog.getByLabel(CODE).inputValue()) === '');
  return { page, fill, send, answered, amounts };
}

test('an adjustment whose answer was lost and whose amount is changed is made once', async () => {
  const { page, fill, send, amounts } = await openAdjustment(operator);
  await fill('1500');
  const first = await send(lost);
  await page.getByText('Pode tentar de novo aqui, sem mudar nada').waitFor();
  await fill('1600');
  assert.equal(await send(sent), first);
  await page.getByText(EARLIER_ARRIVED).waitFor();
  assert.deepEqual(await amounts(), [1_500]);
  await page.close();
});

test('a refused adjustment has a new key with another amount, and else its own', async () => {
  const { page, fill, send, answered, amounts } = await openAdjustment(operator);
  await fill('1500');
  const first = await send(refused);
  await page.getByText('rate_limited.').waitFor();
  await fill('1500');
  assert.equal(await send(refused), first);
  // The refusal of the first attempt is still shown.
  await answered();
  await page.getByText('rate_limited.').waitFor();
  await fill('1600');
  assert.notEqual(await send(sent), first);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(await amounts(), [1_600]);
  await page.close();
});

const unknownCodes = (Object.keys(problems) as (keyof typeof problems)[]).filter(
  (code) => problems[code].retry === 'unknown',
);
/** Answers that leave open whether the request had an effect. */
const unknownAnswers: Readonly<Record<string, Answer>> = {
  ...Object.fromEntries(
    [...unknownCodes, 'idempotency_in_progress' as const].map((code) => [
      code,
      problemAnswer(code),
    ]),
  ),
  'an HTML page of a proxy': { status: 502, contentType: 'text/html', body: '<h1>502</h1>' },
};

for (const [name, answer] of Object.entries(unknownAnswers)) {
  test(`an adjustment answered by ${name} and changed is made once`, async () => {
    const { page, fill, send, amounts } = await openAdjustment(operator);
    await fill('1500');
    const first = await send(doneButAnswered(answer));
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await fill('1600');
    assert.equal(await send(sent), first);
    await page.getByText(EARLIER_ARRIVED).waitFor();
    assert.deepEqual(await amounts(), [1_500]);
    await page.close();
  });
}
