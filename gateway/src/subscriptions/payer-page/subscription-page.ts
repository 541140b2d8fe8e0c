import { moneyText } from '#src/charges/payment-page/page-notation.ts';
import {
  buttonTo,
  colorElement,
  logoImage,
  platformLine,
  supportLine,
} from '#src/charges/payment-page/page-sections.ts';
import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import { publicPage } from '#src/ground/http/public-page.ts';
import { perInterval, rhythmInWords } from '#src/ground/pix/automatic/rhythm-in-words.ts';
import { maskedTaxId } from '#src/ground/pix/masked-tax-id.ts';
import { dueDayOf } from '../cycle-days.ts';
import { isRunning } from '../subscription.ts';
import { dayText } from './day-text.ts';
import { pageAssets } from './page-assets.ts';
import { nameAtBank, type SubscriptionPageView } from './page-view.ts';
import type { PageWording } from './page-wording.ts';
import { isFirstPaid, stateAt, statusAt } from './shown-subscription.ts';
import { stateSection } from './state-sections.ts';

const REFRESH_SECONDS = 10;

/** The page of a subscription's payer. Its script updates it; without scripts it reloads itself. */
export function subscriptionPage(view: SubscriptionPageView): string {
  const { shown, look, own, platform, now } = view;
  const status = statusAt(shown, now);
  const { version } = stateAt(shown, now);
  const content = html`<main class="card" data-subscription data-id="${shown.id}"
  data-status="${status}" data-version="${version}">
<p class="for-readers" role="status" data-announcement></p>
<div data-shown>
${shown.state.subscription.environment === 'test' ? testMark(view) : NOTHING}
${header(view)}
${stateSection(view)}
${factsSection(view)}
${isRunning({ status }) ? cancelSection(view) : NOTHING}
${look.returnUrl === null ? NOTHING : html`<p class="back">${backLink(look.returnUrl, view)}</p>`}
</div>
${supportLine({ look }, view)}
</main>`;
  const script = html`<script type="module" src="${pageAssets.script.path}"></script>`;
  const refresh = html`<noscript><meta http-equiv="refresh"
  content="${REFRESH_SECONDS}"></noscript>`;
  const head = [colorElement(look), script, status === 'created' ? refresh : NOTHING];
  const title = own.titles[status](shown.merchantName);
  return documentOf({ title, head, content, footer: platformLine({ ...view, platform }) }, view);
}

/** The HTML of a notice instead of a subscription; `retry` opens the page again. */
export function subscriptionNotice(
  { title, explained, retry }: { title: string; explained: string; retry?: string },
  wording: PageWording,
): string {
  const button = html`<a class="button" href="${retry ?? ''}">${wording.texts.tryAgain}</a>`;
  const content = html`<main class="card over"><h1>${title}</h1>
<p>${explained}</p>
${retry === undefined ? NOTHING : button}</main>`;
  return documentOf({ title, head: [], content, footer: NOTHING }, wording);
}

function testMark({ shown, own, now }: SubscriptionPageView): Html {
  const status = statusAt(shown, now);
  const act = status === 'created' ? 'authorize' : isRunning({ status }) ? 'cancel' : undefined;
  const path = html`${own.testActs}
<code>POST /v1/test/subscriptions/${shown.id}/${act ?? ''}</code>`;
  return html`<p class="test"><strong>${own.test}</strong> ${own.testExplained}
${act === undefined ? NOTHING : path}</p>`;
}

/** The merchant, the amount and what it is for. */
function header({ shown, look, own, language }: SubscriptionPageView): Html {
  const { amount, minAmount, interval, description } = shown.state.subscription;
  const document = maskedTaxId(shown.merchantDocument);
  const per = perInterval(interval, language);
  const price =
    amount === null
      ? html`<p class="variable">${own.variable}</p>
<p>${minAmount === null ? '' : own.atLeast(moneyText(minAmount), per)} ${own.limitInApp}</p>`
      : html`<p class="amount">${moneyText(amount)}</p><p>${per}</p>`;
  return html`<header>
${look.logo ? logoImage(look.logo, `/assinar/${shown.id}/logo`) : NOTHING}
<p class="quiet">${own.subscriptionOf}</p>
<h1>${shown.merchantName}</h1>
${document === undefined ? NOTHING : html`<p class="quiet">${document}</p>`}
${look.description === null ? NOTHING : html`<p class="quiet">${look.description}</p>`}
${price}
<p class="for">${description}</p>
</header>`;
}

/**
 * The terms that are authorized: how often, from when until when, and what happens without balance.
 */
function factsSection(view: SubscriptionPageView): Html {
  const { shown, own } = view;
  const { subscription } = shown.state;
  const { firstDueOn, endsOn, cyclesBy, retries, payer } = subscription;
  const { firstCharge } = shown;
  const status = statusAt(shown, view.now);
  const isWaiting = status === 'created' && !isFirstPaid(shown);
  const document = maskedTaxId(payer.document);
  const facts: (readonly [string, string | Html])[] = [
    ...(isWaiting && firstCharge
      ? [[own.firstPayment, moneyText(firstCharge.amount)] as const]
      : []),
    ...(isFirstPaid(shown) ? [[own.firstPaymentMade, paidFirst(view)] as const] : []),
    [own.debits, `${rhythmInWords(subscription, view.language)}. ${own.businessDay}`],
    cyclesBy === 'merchant'
      ? [own.firstOfVariable, dayText(firstDueOn, view)]
      : [own.first, dayText(dueDayOf(firstDueOn), view)],
    [own.last, endsOn === null ? own.noEnd : dayText(endsOn, view)],
    [own.retries, own.retriesIn[retries]],
    ...(isWaiting && document !== undefined
      ? [[own.payer, own.payerExplained(document)] as const]
      : []),
  ];
  const rows = facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  const title = status === 'created' || isRunning({ status }) ? own.terms : own.endedTerms;
  return html`<section class="facts"><h2>${title}</h2>
<dl>${rows}</dl></section>`;
}

/** The first payment, which stays on the page with its receipt. */
function paidFirst({ shown, texts, language }: SubscriptionPageView): Html {
  const { firstCharge, state } = shown;
  const path = `/pagar/${state.subscription.firstChargeId}/comprovante.pdf?lang=${language}`;
  return html`${firstCharge ? moneyText(firstCharge.amount) : ''}
<a href="${path}" download>${texts.receipt}</a>`;
}

function cancelSection(view: SubscriptionPageView): Html {
  const { own } = view;
  return html`<section class="facts"><h2>${own.howToCancel}</h2>
<p>${own.cancelExplained(nameAtBank(view))} ${own.notHere}</p></section>`;
}

function backLink(address: string, { texts }: SubscriptionPageView): Html {
  return buttonTo(address, texts.goBack);
}

function documentOf(
  parts: { title: string; head: readonly Html[]; content: Html; footer: Html },
  { language, texts }: PageWording,
): string {
  return publicPage({
    ...parts,
    language,
    style: pageAssets.style.path,
    bodyClass: 'alone',
    footer: html`<footer>${parts.footer}<p>${texts.footer}</p></footer>`,
  });
}
