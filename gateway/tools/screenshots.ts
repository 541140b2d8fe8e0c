import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openBrowser } from '../test/support/browser.ts';
import { fillDemo } from '../test/support/demo.ts';
import { startLiveGateway } from '../test/support/live.ts';
import { signInOperator } from '../test/support/panel.ts';
import { drawBrand } from './page-pictures/brand-pictures.ts';
import { drawAll, type Look } from './page-pictures/draw.ts';
import { visitTooOften, whileBroken } from './page-pictures/error-visits.ts';
import { fillMerchant, signInOwner } from './page-pictures/merchant-content.ts';
import { fillOperator } from './page-pictures/operator-content.ts';
import { fillLongNames, fillPayerCharges } from './page-pictures/payer-charges.ts';
import { fillPayerSubscriptions } from './page-pictures/payer-subscriptions.ts';
import { drawPictures } from './page-pictures/pictures.ts';
import { receiptAddress } from './page-pictures/receipt-address.ts';
import {
  emptyVisits,
  kycVisits,
  merchantVisits,
  operatorVisits,
  payerVisits,
  publicVisits,
  subscriptionVisits,
  type Visit,
} from './page-pictures/visits.ts';

/**
 * Draws every page of the panel and every page of payers, with a month of content, in light, in
 * dark, on a small phone and in English: `npm run screenshots -- folder [part of names]`.
 */
const folder = resolve(process.argv[2] ?? 'screenshots');
const part = process.argv[3] ?? '';
const cleanups: (() => unknown)[] = [];
const context = { after: (cleanup: () => unknown) => cleanups.unshift(cleanup) };
const live = await startLiveGateway(context);
const { gateway } = live;
const browser = await openBrowser(context);
const pictures = await drawPictures(browser);
const demo = await fillDemo(gateway, context);
const session = await signInOwner(gateway, demo);
const operator = await signInOperator(gateway);
const merchantContent = await fillMerchant(gateway, demo, { session, pictures });
const operatorContent = await fillOperator(live, operator, pictures);
const charges = {
  ...(await fillPayerCharges(gateway, demo)),
  'nome-longo': await fillLongNames(gateway, pictures),
};
const subscriptions = await fillPayerSubscriptions(gateway, demo);
const receiptPath = await receiptAddress(gateway, demo, charges.paga);
await mkdir(folder, { recursive: true });

const ALL: readonly Look[] = ['claro', 'escuro', 'celular', 'english'];
const PORTUGUESE: readonly Look[] = ['claro', 'escuro', 'celular'];
const groups = [
  { looks: ALL, visits: publicVisits },
  { looks: ALL, visits: payerVisits(merchantContent, charges, receiptPath) },
  { looks: ALL, visits: subscriptionVisits(subscriptions) },
  { looks: PORTUGUESE, visits: merchantVisits(demo, merchantContent), session },
  { looks: ['claro', 'celular'], visits: emptyVisits(), session: operatorContent.newcomer },
  { looks: PORTUGUESE, visits: kycVisits, session: operatorContent.applicant },
  { looks: PORTUGUESE, visits: operatorVisits(operatorContent), session: operator },
] as const;
const wanted = (visits: readonly Visit[]) => visits.filter(({ name }) => name.includes(part));
for (const { looks, visits, ...group } of groups) {
  const target = { url: gateway.url, folder, looks };
  await drawAll(browser, target, { ...group, visits: wanted(visits) });
}
const errors = { url: gateway.url, folder, looks: ALL };
const [link = ''] = merchantContent.linkPaths;
const failing = { pagar: `/pagar/${charges.paga}`, link, comprovante: receiptPath };
await whileBroken(gateway, failing, (visits) =>
  drawAll(browser, errors, { visits: wanted(visits) }),
);
await drawAll(browser, errors, { visits: wanted(await visitTooOften(gateway)) });
if ('marca'.includes(part)) await drawBrand(context, { browser, folder, pictures });
for (const cleanup of cleanups) await cleanup();
