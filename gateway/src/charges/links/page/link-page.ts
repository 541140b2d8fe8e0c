import type { Brand } from '#src/ground/brand/brand.ts';
import { brazilianDate, englishDate } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import type { Language } from '#src/ground/http/language.ts';
import { publicPage } from '#src/ground/http/public-page.ts';
import { ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { perInterval, rhythmInWords } from '#src/ground/pix/automatic/rhythm-in-words.ts';
import { maskedTaxId } from '#src/ground/pix/masked-tax-id.ts';
import { rulesInWords } from '../../due/rules-in-words.ts';
import type { PageLook } from '../../payment-page/page-look.ts';
import { moneyText } from '../../payment-page/page-notation.ts';
import {
  buttonTo,
  colorElement,
  logoImage,
  platformLine,
  supportLine,
} from '../../payment-page/page-sections.ts';
import { textsIn } from '../../payment-page/page-texts.ts';
import { type LinkDue, shownRulesOn } from '../link-due.ts';
import { firstDueOn, type LinkSubscription } from '../link-subscription.ts';
import { availableOf, type PaymentLink, priceOf } from '../payment-link.ts';
import { pathOfImage } from '../products/product.ts';
import {
  type Faults,
  type FaultText,
  FIELDS,
  type Field,
  NAME_LENGTH_MAX,
  SUBSCRIBER_NAME_LENGTH_MAX,
  type TypedForm,
} from './link-form.ts';
import { pageScript, pageStyle } from './link-page-assets.ts';
import { TEXTS } from './link-page-texts.ts';

/** The page says how many pieces are left when there are this many or fewer. */
const FEW = 10;

/** Whether a link takes payments, and why it doesn't. */
export type LinkState = 'open' | 'closed' | 'soldOut' | 'full' | 'unavailable';

export interface LinkView {
  readonly language: Language;
  readonly link: PaymentLink;
  readonly merchantName: string;
  readonly merchantDocument: string;
  /** How the merchant's payment pages look; this one is the same. */
  readonly look: PageLook;
  /** The platform; its name is shown below the form unless it is the default. */
  readonly platform: Brand;
  readonly state: LinkState;
  readonly form: TypedForm;
  readonly faults: Faults;
  /** The day in Brasília. */
  readonly today: string;
  /** For how long the code of a charge without a due date is valid. */
  readonly minutes: number;
}

/** The page of a payment link: what is paid, and the form. It works without its script. */
export function linkPage(view: LinkView): string {
  const { link, merchantName, language, state, look, platform } = view;
  const texts = TEXTS[language];
  const price = priceOf(link);
  const description = link.description ?? link.product?.description ?? null;
  const wording = { language, texts: textsIn[language] };
  const content = html`<main class="card">
${link.environment === 'test' ? testMark(language) : NOTHING}
${recipient(view)}
<h1>${link.title}</h1>
${imageOf(link)}
${price === null ? NOTHING : html`<p class="amount">${moneyText(price)}</p>`}
${link.subscription && state === 'open' ? subscriptionLines(link.subscription, view) : NOTHING}
${link.due === null || state !== 'open' ? NOTHING : dueLines(link.due, view)}
${description === null ? NOTHING : html`<p class="description">${description}</p>`}
${state === 'open' ? formOf(view) : endOf(view, state)}
${supportLine({ look }, wording)}
</main>`;
  const title = texts.title(link.title, merchantName);
  const script = html`<script type="module" src="${pageScript.path}"></script>`;
  const footer = platformLine({ ...wording, platform });
  return documentOf({ title, head: [colorElement(look), script], content, footer }, language);
}

/** The merchant with its logo, as on the payment page that follows. */
function recipient({ link, merchantName, merchantDocument, look, language }: LinkView): Html {
  const document = maskedTaxId(merchantDocument);
  return html`<header>
${look.logo ? logoImage(look.logo, `/link/${link.id}/logo`) : NOTHING}
<p class="quiet">${TEXTS[language].payTo} <strong>${merchantName}</strong></p>
${document === undefined ? NOTHING : html`<p class="quiet">${document}</p>`}
${look.description === null ? NOTHING : html`<p class="quiet">${look.description}</p>`}
</header>`;
}

/** The HTML of a notice instead of a link. */
export function linkNotice(notice: 'notFound' | 'tooOften' | 'away', language: Language): string {
  const texts = TEXTS[language];
  const content = html`<main class="card over"><h1>${texts[notice]}</h1>
<p>${texts[`${notice}Explained`]}</p></main>`;
  return documentOf({ title: texts[notice], content }, language);
}

function imageOf({ product }: PaymentLink): Html {
  const path = pathOfImage(product?.imageId ?? null);
  return path === null
    ? NOTHING
    : html`<img class="product" src="${path}" alt="${product?.name ?? ''}">`;
}

function testMark(language: Language): Html {
  const { testLink, testExplained } = TEXTS[language];
  return html`<p class="test"><strong>${testLink}</strong> ${testExplained}</p>`;
}

function formOf(view: LinkView): Html {
  const { link, form, faults, language, minutes } = view;
  const texts = TEXTS[language];
  const available = availableOf(link);
  const left = available !== null && available <= FEW ? [texts.left(available)] : [];
  const held = link.due || link.subscription ? [] : [texts.held(minutes)];
  const agreed = link.subscription ? [texts.nothingNow[link.subscription.journey]] : [];
  const notes = [...left, ...held, ...agreed];
  const nameMax = link.subscription ? SUBSCRIBER_NAME_LENGTH_MAX : NAME_LENGTH_MAX;
  const email = html`type="email" autocomplete="email" maxlength="254"`;
  const hasFaults = Object.keys(faults).length > 0;
  // The browser would show one fault only, in its own language; the answer shows all in ours.
  return html`<form method="post" action="/link/${link.id}" novalidate>
${hasFaults ? html`<p class="fault" role="alert">${texts.correct}</p>` : NOTHING}
<input type="hidden" name="token" value="${form.token}">
${priceOf(link) === null ? amountField(view) : NOTHING}
${fieldOf(view, 'name', html`autocomplete="name" maxlength="${nameMax}" required`)}
${fieldOf(view, 'document', html`autocomplete="off" maxlength="18" required`, {
  button: html`<button type="button" class="letters" data-letters="document" hidden
 title="${texts.withLettersExplained}">${texts.withLetters}</button>`,
})}
${fieldOf(view, 'email', email)}
<button type="submit">${link.subscription ? texts.subscribe : texts.pay}</button>
${notes.length === 0 ? NOTHING : html`<p class="quiet">${notes.join(' ')}</p>`}
</form>`;
}

/** When a charge that is made today is due, and what is paid on other days. */
function dueLines(due: LinkDue, { language, today }: LinkView): Html {
  const { rules, lastDay } = shownRulesOn(due, today);
  const day = language === 'en' ? englishDate(rules.dueDate) : brazilianDate(rules.dueDate);
  const words = rulesInWords(rules, { lastDay, language });
  return html`<section class="due"><p><strong>${TEXTS[language].dueOn(day)}</strong></p>
<ul>${words.map((sentence) => html`<li>${sentence}</li>`)}</ul></section>`;
}

/** How often, from when and until when a payer who subscribes today is debited. */
function subscriptionLines(subscription: LinkSubscription, { language, today }: LinkView): Html {
  const texts = TEXTS[language];
  const { interval, cycles, retries } = subscription;
  const first = firstDueOn(subscription, today);
  const due = businessDayFrom(first);
  const day = language === 'en' ? englishDate(due) : brazilianDate(due);
  const lines = [
    `${rhythmInWords({ interval, firstDueOn: first }, language)}. ${texts.firstDebit(day)}`,
    cycles === null ? texts.untilCanceled : texts.debits(cycles),
    texts.retries[retries],
  ];
  return html`<p>${perInterval(interval, language)}</p>
<section class="due"><p><strong>${texts.subscription}</strong></p>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`;
}

function amountField(view: LinkView): Html {
  const { link, language } = view;
  const texts = TEXTS[language];
  const hint = [texts.amountHint, limitsInWords(link, texts)].join(' ').trim();
  return fieldOf(view, 'amount', html`inputmode="decimal" autocomplete="off" required`, { hint });
}

function limitsInWords({ min, max }: PaymentLink, texts: (typeof TEXTS)[Language]): string {
  if (min !== null && max !== null) return texts.between(moneyText(min), moneyText(max));
  if (min !== null) return texts.atLeast(moneyText(min));
  return max === null ? '' : texts.atMost(moneyText(max));
}

/** A field with its hint and fault, and a button in it. The first fault has the focus. */
function fieldOf(
  view: LinkView,
  field: Field,
  attributes: Html,
  { hint = '', button = NOTHING }: { hint?: string; button?: Html } = {},
): Html {
  const { form, faults, language } = view;
  const texts = TEXTS[language];
  const fault = faults[field];
  const described = [
    ...(hint === '' ? [] : [`${field}-hint`]),
    ...(fault ? [`${field}-fault`] : []),
  ];
  const isFirst = field === FIELDS.find((name) => faults[name]);
  const state = html`${fault ? html`aria-invalid="true"` : NOTHING}
  ${isFirst ? html`autofocus` : NOTHING}`;
  return html`<div class="field"><label for="${field}">${texts[field]}</label>
<div class="input"><input id="${field}" name="${field}" value="${form[field]}" ${attributes}
  aria-describedby="${described.join(' ')}" ${state}>${button}</div>
${hint === '' ? NOTHING : html`<p class="quiet" id="${field}-hint">${hint}</p>`}
${faultLine(view, field)}</div>`;
}

function faultLine(view: LinkView, field: Field): Html {
  const fault = view.faults[field];
  if (!fault) return NOTHING;
  return html`<p class="fault" id="${field}-fault">${faultText(view, fault)}</p>`;
}

function faultText({ link, language }: LinkView, fault: FaultText): string {
  const texts = TEXTS[language];
  if (fault === 'amountBelowLimit') return texts[fault](moneyText(link.min ?? ZERO_CENTAVOS));
  if (fault === 'amountAboveLimit') return texts[fault](moneyText(link.max ?? ZERO_CENTAVOS));
  return texts[fault];
}

function endOf(view: LinkView, state: Exclude<LinkState, 'open'>): Html {
  const { link, look, language, merchantName } = view;
  const texts = TEXTS[language];
  const back = link.returnUrl ?? look.returnUrl;
  const explained = {
    closed: texts.closedExplained(merchantName),
    soldOut: texts.soldOutExplained,
    full: texts.fullExplained(merchantName),
    unavailable: texts.unavailableExplained(merchantName),
  };
  const isSubscription = link.subscription !== null && state === 'unavailable';
  const [title, reason] = isSubscription
    ? [texts.noSubscriptions, texts.noSubscriptionsExplained(merchantName)]
    : [texts[state], explained[state]];
  return html`<section class="over"><h2>${title}</h2><p>${reason}</p>
${back === null ? NOTHING : buttonTo(back, textsIn[language].goBack)}</section>`;
}

function documentOf(
  {
    footer = NOTHING,
    ...parts
  }: {
    title: string;
    head?: readonly Html[];
    content: Html;
    footer?: Html;
  },
  language: Language,
): string {
  const own = html`<footer>${footer}<p>${TEXTS[language].footer}</p></footer>`;
  return publicPage({ ...parts, language, style: pageStyle.path, footer: own });
}
