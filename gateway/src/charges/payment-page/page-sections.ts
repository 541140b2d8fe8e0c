import { isRenamed } from '#src/ground/brand/brand.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#src/ground/durations.ts';
import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import { maskedTaxId } from '#src/ground/pix/masked-tax-id.ts';
import { shownDue } from '../due/shown-due.ts';
import { RENEWALS_MAX } from '../renew-charge.ts';
import { dueLines, lastDayLine, shownAmount } from './due-lines.ts';
import type { Wording } from './page-language.ts';
import { colorStyle, type Logo, type PageLook, shownSize } from './page-look.ts';
import { moneyText, timeOf } from './page-notation.ts';
import type { View } from './page-view.ts';
import { mayRenew, type Payable } from './payable.ts';

/** The style of the merchant's colour. A colour has digits and letters only: nothing is escaped. */
export function colorElement({ color }: Pick<PageLook, 'color'>): Html {
  return color === null ? NOTHING : html`<style>${colorStyle(color).css}</style>`;
}

/** The merchant, the amount, how it came about, and the description. */
export function orderHeader(payable: Payable, view: View): Html {
  const { texts, accountHolder } = view;
  const { look } = payable;
  const document = maskedTaxId(payable.merchantDocument);
  return html`<header>
${look.logo ? logoImage(look.logo, view.preview?.logo ?? `/pagar/${payable.id}/logo`) : NOTHING}
<p class="quiet">${texts.payTo}</p>
<h1>${payable.merchantName}</h1>
${document === undefined ? NOTHING : html`<p class="quiet">${document}</p>`}
${look.description === null ? NOTHING : html`<p class="quiet">${look.description}</p>`}
<p class="amount">${moneyText(shownAmount(payable, view.now))}</p>
${dueLines(payable, view)}
${payable.description === null ? NOTHING : html`<p class="for">${payable.description}</p>`}
${accountHolder && payable.environment === 'live' ? bankLine(accountHolder, texts) : NOTHING}
</header>`;
}

/**
 * The merchant's logo, from the address `path` with the version of the image. The merchant's name
 * stands below it, so screen readers skip it.
 */
export function logoImage(logo: Logo, path: string): Html {
  const { width, height } = shownSize(logo);
  const source = `${path}?v=${logo.hash}`;
  return html`<img class="logo" src="${source}" width="${width}" height="${height}" alt="">`;
}

// The money goes to the account of the platform, so the bank's app names its holder.
function bankLine(
  holder: NonNullable<View['accountHolder']>,
  { atTheBank }: Wording['texts'],
): Html {
  return html`<p class="quiet at-bank">${atTheBank} <strong>${holder.name}</strong>,
${maskedTaxId(holder.document) ?? ''}</p>`;
}

/** The section of a pending charge, in the order for a phone: button, time left, QR code. */
export function pendingSection(payable: Payable, view: View): Html {
  const { texts, now, preview } = view;
  const { id, qrcode, expiresAt, due } = payable;
  const image = preview?.image ?? `/pagar/${id}/qr.png`;
  return html`<section data-when="pending">
<button type="button" class="stack needs-script" data-copy><span>${texts.copy}</span>
<span>${texts.copied}</span><span>${texts.copyByHand}</span></button>
${due ? lastDayLine(shownDue(due, now), view) : timeLeft(expiresAt, view)}
<img class="code" src="${image}" width="232" height="232" alt="${texts.qrCode}">
<p class="quiet">${texts.howToPay}</p>
<div class="by-hand"><label for="code">${texts.code}</label>
<textarea id="code" rows="3" readonly spellcheck="false" autocomplete="off">${qrcode}</textarea>
</div>
<p class="quiet stack"><span class="needs-script">${texts.waiting}</span>
<span class="no-script">${texts.waitingWithoutScript}</span></p>
</section>`;
}

function timeLeft(expiresAt: number, { texts, language, now }: View): Html {
  return html`<p class="time"><span class="needs-script" data-countdown>${texts.timeLeft}
<strong role="timer" data-time-left>${timeLeftText(expiresAt - now, language)}</strong></span>
<span>${texts.validUntil} ${timeOf(expiresAt, language)} (${texts.brasilia})</span></p>`;
}

export function paidSection(payable: Payable, { texts, language, preview }: View): Html {
  const { paidAt } = payable;
  const time = paidAt === null ? '' : timeOf(paidAt, language);
  return html`<section class="over paid" data-when="paid">
<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>
<path d="M14 25l7 7 14-15"/></svg>
<h2>${texts.paid}</h2>
<p>${texts.paidExplained}</p>
<p class="quiet">${texts.paidAt} <span data-paid-at>${time}</span>
(${texts.brasilia})</p>
${preview ? NOTHING : receiptLink(payable, { texts, language })}
${returnLink(payable, texts)}
</section>`;
}

export function refundedSection(payable: Payable, { texts }: View): Html {
  const { amount, merchantName } = payable;
  return html`<section class="over refunded" data-when="refunded">
<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>
<path d="M21 16l-8 8 8 8M13 24h14a7 7 0 0 1 7 7"/></svg>
<h2>${texts.refunded}</h2>
<p>${texts.refundedExplained(moneyText(amount), merchantName)}</p>
${returnLink(payable, texts)}
</section>`;
}

export function expiredSection(payable: Payable, view: View): Html {
  const { texts } = view;
  const isRenewable = mayRenew(payable, RENEWALS_MAX);
  const explained = isRenewable
    ? texts.expiredRenewable
    : texts.expiredExplained(payable.merchantName);
  return html`<section class="over expired" data-when="expired">
<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>
<path d="M24 12v13l8 5"/></svg>
<h2>${texts.expired}</h2>
<p>${explained}</p>
${isRenewable ? renewalForm(payable, view) : NOTHING}
${newCodeLink(payable, texts)}
${returnLink(payable, texts)}
</section>`;
}

export function canceledSection(payable: Payable, { texts }: View): Html {
  return html`<section class="over canceled" data-when="canceled">
<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>
<path d="M17 17l14 14M31 17l-14 14"/></svg>
<h2>${texts.canceled}</h2>
<p>${texts.canceledExplained(payable.merchantName)}</p>
${newCodeLink(payable, texts)}
${returnLink(payable, texts)}
</section>`;
}

/**
 * The way back to the shop: the address of the payment link, else that of the merchant, which gets
 * the id of the charge, so that the shop can ask for its state.
 */
function returnLink({ id, look, returnUrl }: Payable, { goBack }: Wording['texts']): Html {
  if (returnUrl !== null) return buttonTo(returnUrl, goBack);
  if (look.returnUrl === null) return NOTHING;
  const url = new URL(look.returnUrl);
  url.searchParams.set('internal_id', id);
  return buttonTo(url.href, goBack);
}

/** The PDF with the parties and the ids of the payment, which the payer keeps. */
function receiptLink({ id }: Payable, { texts, language }: Wording): Html {
  const path = `/pagar/${id}/comprovante.pdf?lang=${language}`;
  return html`<p><a href="${path}" download>${texts.receipt}</a></p>`;
}

/** One tap makes the new charge; a second one leads to the same. It needs no script. */
function renewalForm({ id }: Payable, { texts, language, isEmbedded }: View): Html {
  const query = `?lang=${language}${isEmbedded ? '&embed=1' : ''}`;
  return html`<form method="post" action="/pagar/${id}/renovar${query}">
<button type="submit">${texts.newCode}</button></form>`;
}

/** A payer makes another charge at the payment link that made this one. */
function newCodeLink({ linkId }: Payable, { newCode }: Wording['texts']): Html {
  return linkId === null ? NOTHING : buttonTo(`/link/${linkId}`, newCode);
}

/** A link that leaves the page, also from a frame. */
export function buttonTo(address: string, text: string): Html {
  return html`<a class="button" href="${address}" target="_top">${text}</a>`;
}

/** The merchant's contact for help: an e-mail address and an https address become links. */
export function supportLine({ look }: Pick<Payable, 'look'>, { texts }: Wording): Html {
  const { supportContact: contact } = look;
  if (contact === null) return NOTHING;
  const href = EMAIL.test(contact) ? `mailto:${contact}` : WEB.test(contact) ? contact : undefined;
  const shown = href === undefined ? html`${contact}` : linkTo(href, contact);
  return html`<p class="quiet support">${texts.support} ${shown}</p>`;
}

const EMAIL = /^[^\s@?&]+@[^\s@?&]+$/;
const WEB = /^https:\/\/\S+$/;

function linkTo(href: string, text: string): Html {
  return html`<a href="${href}" target="_top">${text}</a>`;
}

/** The platform's name, unless it is the default, with its support, terms and privacy notice. */
export function platformLine({ texts, platform }: Pick<View, 'texts' | 'platform'>): Html {
  const links = [
    [texts.platformSupport, platform.supportUrl],
    [texts.terms, platform.termsUrl],
    [texts.privacy, platform.privacyUrl],
  ] as const;
  const shown = links
    .flatMap(([name, url]) => (url === undefined ? [] : [html`<a href="${url}">${name}</a>`]))
    .map((link, index) => (index === 0 ? link : html` · ${link}`));
  const line = shown.length === 0 ? NOTHING : html`<p>${shown}</p>`;
  if (!isRenamed(platform)) return line;
  return html`<p class="platform"><img src="/icon.svg" alt="" width="20" height="20">
${texts.processedBy(platform.name)}</p>${line}`;
}

/**
 * The time that is left as the page's script shows it: `23:59:59`, or days and hours. The script
 * replaces it by a text of the same width, so that the layout stays stable.
 */
function timeLeftText(leftMs: number, language: string): string {
  const ms = Math.max(0, leftMs);
  if (ms >= DAY_MS) {
    const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
    return `${inUnit(Math.floor(ms / DAY_MS), 'day', language)} ${inUnit(hours, 'hour', language)}`;
  }
  const seconds = Math.ceil(ms / SECOND_MS);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (ms >= HOUR_MS) parts.unshift(Math.floor(ms / HOUR_MS));
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

function inUnit(count: number, unit: 'day' | 'hour', language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
}
