import { type Centavos, centavosToDecimal } from '#src/money/centavos.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { isoTime } from '#src/platform/clock.ts';
import { type Html, html, NOTHING } from '#src/platform/http/html.ts';
import { pageAssets } from './page-assets.ts';
import { type Payable, statusAt } from './payable.ts';
import { texts } from './payment-page-texts.ts';

const REFRESH_SECONDS = 10;

export interface View {
  readonly now: number;
  /** Shown in a frame of the merchant's page: without the footer and background. */
  readonly isEmbedded: boolean;
}

/** The HTML of the payment page. Its script updates it; without scripts it reloads itself. */
export function paymentPage(payable: Payable, view: View): string {
  const status = statusAt(payable, view.now);
  const amount = brazilianMoney(payable.amount);
  const { merchantName: merchant } = payable;
  const titles = {
    pending: texts.title(amount, merchant),
    paid: texts.titlePaid(merchant),
    expired: texts.titleExpired(merchant),
    canceled: texts.titleCanceled(merchant),
    refunded: texts.titleRefunded(merchant),
  };
  // The script needs the titles of later states.
  const content = html`<main class="card" data-payment data-id="${payable.id}"
  data-status="${status}" data-expires-at="${isoTime(payable.expiresAt)}"
  data-now="${isoTime(view.now)}" data-title-paid="${titles.paid}"
  data-title-expired="${titles.expired}" data-title-canceled="${titles.canceled}">
${payable.environment === 'test' ? testMark : NOTHING}
<p class="quiet">${texts.payTo}</p>
<h1>${merchant}</h1>
<p class="amount">${amount}</p>
<p class="for-readers" role="status" data-announcement></p>
${status === 'pending' ? pendingSection(payable) : NOTHING}
${status === 'refunded' ? refundedSection(payable) : paidSection(payable)}
${status === 'pending' || status === 'expired' ? expiredSection(merchant) : NOTHING}
${status === 'pending' || status === 'canceled' ? canceledSection(merchant) : NOTHING}
</main>`;
  const head = [script, status === 'pending' ? refreshWithoutScript : NOTHING];
  return documentOf({ title: titles[status], head, content, view });
}

const script = html`<script type="module" src="${pageAssets.script.path}"></script>`;

const testMark = html`<p class="test"><strong>${texts.testCharge}</strong>
${texts.testExplained}</p>`;

const refreshWithoutScript = html`<noscript><meta http-equiv="refresh"
  content="${REFRESH_SECONDS}"></noscript>`;

function pendingSection({ id, qrcode, expiresAt }: Payable): Html {
  return html`<section data-when="pending">
<img class="code" src="/pagar/${id}/qr.png" width="232" height="232" alt="${texts.qrCode}">
<p class="time"><span data-countdown hidden>${texts.timeLeft}
<strong role="timer" data-time-left></strong></span>
<span data-until>${texts.validUntil} ${timeOf(expiresAt)} (${texts.brasilia})</span></p>
<p class="quiet">${texts.scan}</p>
<label for="code">${texts.code}</label>
<textarea id="code" rows="3" readonly spellcheck="false" autocomplete="off">${qrcode}</textarea>
<button type="button" data-copy="${texts.copy}" data-copied="${texts.copied}"
  data-by-hand="${texts.copyByHand}" hidden>${texts.copy}</button>
<p class="quiet" data-waiting="${texts.waiting}">${texts.waitingWithoutScript}</p>
</section>`;
}

function paidSection({ paidAt }: Payable): Html {
  return html`<section class="over paid" data-when="paid">
<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>
<path d="M14 25l7 7 14-15"/></svg>
<h2>${texts.paid}</h2>
<p>${texts.paidExplained}</p>
<p class="quiet">${texts.paidAt} <span data-paid-at>${paidAt === null ? '' : timeOf(paidAt)}</span>
(${texts.brasilia})</p>
</section>`;
}

function refundedSection({ amount, merchantName }: Payable): Html {
  return html`<section class="over refunded" data-when="refunded">
<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>
<path d="M21 16l-8 8 8 8M13 24h14a7 7 0 0 1 7 7"/></svg>
<h2>${texts.refunded}</h2>
<p>${texts.refundedExplained(brazilianMoney(amount), merchantName)}</p>
</section>`;
}

function expiredSection(merchant: string): Html {
  return html`<section class="over expired" data-when="expired">
<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>
<path d="M24 12v13l8 5"/></svg>
<h2>${texts.expired}</h2>
<p>${texts.expiredExplained(merchant)}</p>
</section>`;
}

function canceledSection(merchant: string): Html {
  return html`<section class="over canceled" data-when="canceled">
<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>
<path d="M17 17l14 14M31 17l-14 14"/></svg>
<h2>${texts.canceled}</h2>
<p>${texts.canceledExplained(merchant)}</p>
</section>`;
}

/** The HTML of a notice instead of a charge. With `triesAgain` it reloads itself. */
export function noticePage(
  notice: { title: string; explained: string; triesAgain?: boolean },
  view: Pick<View, 'isEmbedded'>,
): string {
  const content = html`<main class="card over"><h1>${notice.title}</h1>
<p>${notice.explained}</p></main>`;
  const refresh = html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`;
  const head = notice.triesAgain === true ? [refresh] : [];
  return documentOf({ title: notice.title, head, content, view });
}

function documentOf(parts: {
  title: string;
  head: readonly Html[];
  content: Html;
  view: Pick<View, 'isEmbedded'>;
}): string {
  const { title, head, content, view } = parts;
  const footer = view.isEmbedded ? NOTHING : html`<footer>${texts.footer}</footer>`;
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${pageAssets.style.path}">
${head}
</head>
<body class="${view.isEmbedded ? 'embedded' : 'alone'}">
${content}
${footer}
</body>
</html>
`.markup;
}

function timeOf(atMs: number): Html {
  // Without the seconds.
  const text = brazilianTime(atMs).slice(0, -3);
  return html`<time datetime="${isoTime(atMs)}">${text}</time>`;
}

const moneyFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** The amount in Brazilian notation. It is formatted from a decimal text, so without rounding. */
function brazilianMoney(amount: Centavos): string {
  return moneyFormat.format(centavosToDecimal(amount) as Intl.StringNumericLiteral);
}
