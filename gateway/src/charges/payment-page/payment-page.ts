import { isoTime } from '#src/ground/clock.ts';
import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import { publicPage } from '#src/ground/http/public-page.ts';
import { versionOfDue } from '../due/shown-due.ts';
import { shownAmount } from './due-lines.ts';
import { pageAssets } from './page-assets.ts';
import type { Wording } from './page-language.ts';
import { moneyText } from './page-notation.ts';
import {
  canceledSection,
  colorElement,
  expiredSection,
  orderHeader,
  paidSection,
  pendingSection,
  platformLine,
  refundedSection,
  supportLine,
} from './page-sections.ts';
import type { PageView, View } from './page-view.ts';
import { type Payable, statusAt } from './payable.ts';

const REFRESH_SECONDS = 10;

/** The HTML of the payment page. Its script updates it; without scripts it reloads itself. */
export function paymentPage(payable: Payable, view: View): string {
  const status = statusAt(payable, view.now);
  const { texts } = view;
  const { merchantName: merchant } = payable;
  const titles = {
    pending: texts.title(moneyText(shownAmount(payable, view.now)), merchant),
    paid: texts.titlePaid(merchant),
    expired: texts.titleExpired(merchant),
    canceled: texts.titleCanceled(merchant),
    refunded: texts.titleRefunded(merchant),
  };
  // The page around the frame has its own main element.
  const name = `${texts.payTo} ${merchant}`;
  const label = view.isEmbedded ? html`aria-label="${name}"` : NOTHING;
  // The script needs the titles of later states.
  const content = html`<main class="${view.preview ? 'card live' : 'card'}" data-payment
  ${label} data-id="${payable.id}" data-status="${status}"
  data-expires-at="${isoTime(payable.expiresAt)}" data-now="${isoTime(view.now)}"
  data-title-paid="${titles.paid}" data-title-expired="${titles.expired}"
  data-title-canceled="${titles.canceled}"
  data-version="${payable.due ? versionOfDue(payable.due, view.now) : ''}">
${payable.environment === 'test' ? testMark(view) : NOTHING}
${orderHeader(payable, view)}
<p class="for-readers" role="status" data-announcement></p>
${status === 'pending' ? pendingSection(payable, view) : NOTHING}
${status === 'refunded' ? refundedSection(payable, view) : paidSection(payable, view)}
${status === 'pending' || status === 'expired' ? expiredSection(payable, view) : NOTHING}
${status === 'pending' || status === 'canceled' ? canceledSection(payable, view) : NOTHING}
${supportLine(payable, view)}
</main>`;
  const head = [
    colorElement(payable.look),
    view.preview ? NOTHING : script,
    status === 'pending' && !view.preview ? refreshWithoutScript : NOTHING,
  ];
  return documentOf({ title: titles[status], head, content, view, footer: platformLine(view) });
}

const script = html`<script type="module" src="${pageAssets.script.path}"></script>`;

const refreshWithoutScript = html`<noscript><meta http-equiv="refresh"
  content="${REFRESH_SECONDS}"></noscript>`;

function testMark({ texts }: Wording): Html {
  return html`<p class="test"><strong>${texts.testCharge}</strong>
${texts.testExplained}</p>`;
}

/** The HTML of a notice instead of a charge; `retry` is the address that opens the page again. */
export function noticePage(
  { title, explained, retry }: { title: string; explained: string; retry?: string },
  view: PageView,
): string {
  const button = html`<a class="button" href="${retry ?? ''}">${view.texts.tryAgain}</a>`;
  const content = html`<main class="card over"><h1>${title}</h1>
<p>${explained}</p>
${retry === undefined ? NOTHING : button}</main>`;
  return documentOf({ title, head: [], content, view });
}

function documentOf({
  view,
  footer: more = NOTHING,
  ...parts
}: {
  title: string;
  head: readonly Html[];
  content: Html;
  view: PageView;
  footer?: Html;
}): string {
  const { language, isEmbedded, texts } = view;
  return publicPage({
    ...parts,
    language,
    style: pageAssets.style.path,
    bodyClass: isEmbedded ? 'embedded' : 'alone',
    footer: isEmbedded ? NOTHING : html`<footer>${more}<p>${texts.footer}</p></footer>`,
  });
}
