import { moneyText, timeOf } from '#src/charges/payment-page/page-notation.ts';
import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import { perInterval } from '#src/ground/pix/automatic/rhythm-in-words.ts';
import { dueDayOf } from '../cycle-days.ts';
import { dayText } from './day-text.ts';
import { nameAtBank, type SubscriptionPageView } from './page-view.ts';
import { isFirstPaid } from './shown-subscription.ts';

/** How the payer of a waiting subscription authorizes it, in the order for a phone. */
export function authorizeSection(view: SubscriptionPageView): Html {
  const { shown, own } = view;
  const { code } = shown.state.subscription;
  const isPaid = isFirstPaid(shown);
  return html`<section>
${isPaid ? paidNote(view) : NOTHING}
${isPaid ? NOTHING : nowAndLater(view)}
${code === null || isPaid ? NOTHING : copyButton(view)}
${untilLine(view)}
${code === null || isPaid ? NOTHING : codeImage(view)}
${isPaid ? NOTHING : stepsOf(view)}
${code === null || isPaid ? NOTHING : codeByHand(code, view)}
<p class="quiet stack"><span class="needs-script">${own.waiting}</span>
<span class="no-script">${own.waitingWithoutScript}</span></p>
</section>`;
}

/** The first payment was made without the authorization, or before it is offered. */
function paidNote(view: SubscriptionPageView): Html {
  const { shown, own } = view;
  const { merchantName, firstCharge, state } = shown;
  const isOffer = state.subscription.journey === 'offer';
  const missing = isOffer
    ? own.offerPaid(nameAtBank(view))
    : own.authorizationMissing(merchantName);
  return html`<h2 data-state>${own.firstPaid(firstCharge ? moneyText(firstCharge.amount) : '')}</h2>
<p>${missing}</p>`;
}

/** What leaves the account with the authorization, and what later. */
function nowAndLater({ shown, own, language }: SubscriptionPageView): Html {
  const { firstCharge, state } = shown;
  const { amount, interval } = state.subscription;
  if (!firstCharge) return NOTHING;
  const later = amount === null ? own.laterVariable : moneyText(amount);
  const now = own.nowAmount(moneyText(firstCharge.amount));
  const then = own.laterAmount(later, perInterval(interval, language));
  return html`<p><strong>${now}</strong> ${then}</p>`;
}

function copyButton({ texts }: SubscriptionPageView): Html {
  return html`<button type="button" class="stack needs-script" data-copy><span>${texts.copy}</span>
<span>${texts.copied}</span><span>${texts.copyByHand}</span></button>`;
}

function untilLine({ shown, own, texts, language }: SubscriptionPageView): Html {
  // The last minute of the day, which payers understand better than the first one of the next.
  const last = shown.state.subscription.authorizableBefore - 1;
  return html`<p class="time">${own.authorizeUntil} <strong>${timeOf(last, language)}</strong>
(${texts.brasilia})</p>`;
}

function codeImage({ shown, own }: SubscriptionPageView): Html {
  return html`<img class="code" src="/assinar/${shown.id}/qr.png" width="232" height="232"
  alt="${own.qrCode}">`;
}

function codeByHand(code: string, { own }: SubscriptionPageView): Html {
  return html`<div class="by-hand"><label for="code">${own.code}</label>
<textarea id="code" rows="3" readonly spellcheck="false" autocomplete="off">${code}</textarea>
</div>`;
}

function stepsOf(view: SubscriptionPageView): Html {
  const steps = stepsInWords(view).map((step) => html`<li>${step}</li>`);
  return html`<h2>${view.own.howTo}</h2>
<ol class="steps">${steps}</ol>`;
}

/** The steps of the payer, one sentence for each. */
function stepsInWords(view: SubscriptionPageView): readonly string[] {
  const { shown, own } = view;
  const { firstCharge, state } = shown;
  const { journey, cyclesBy, firstDueOn } = state.subscription;
  const payment = firstCharge ? moneyText(firstCharge.amount) : '';
  const recipient = nameAtBank(view);
  const compare = own.compare(recipient);
  switch (journey) {
    case null:
      return [own.noWay];
    case 'bank_push':
      return [own.openApp(recipient), own.compareRequest, own.answerRequest];
    case 'code': {
      const day = dayText(dueDayOf(firstDueOn), view);
      return [
        own.readCode,
        compare,
        cyclesBy === 'merchant' ? own.confirmVariable : own.confirmCode(day),
      ];
    }
    case 'code_and_first_payment':
      return [own.readCode, compare, own.confirmWithPayment(payment)];
    case 'offer':
      return [own.readCode, own.payOffer(payment), own.acceptOffer(recipient)];
  }
}
