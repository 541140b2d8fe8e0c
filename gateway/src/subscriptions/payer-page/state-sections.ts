import { moneyText } from '#src/charges/payment-page/page-notation.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { type Html, html } from '#src/ground/http/html.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { hasNextCycle } from '../next-step.ts';
import { nextCycleView } from '../subscription-view.ts';
import { authorizeSection } from './authorize-section.ts';
import { dayText } from './day-text.ts';
import type { SubscriptionPageView } from './page-view.ts';
import { statusAt } from './shown-subscription.ts';

/** A failed debit is shown for so long; then the payer and the merchant have settled it. */
const FAILED_DAYS = 30;

const ICONS = {
  done: html`<path d="M14 25l7 7 14-15"/>`,
  paused: html`<path d="M19 16v16M29 16v16"/>`,
  ended: html`<path d="M17 17l14 14M31 17l-14 14"/>`,
  time: html`<path d="M24 12v13l8 5"/>`,
} as const;

/** The state of the subscription, and what the payer does or knows about it. */
export function stateSection(view: SubscriptionPageView): Html {
  const { shown, own, now } = view;
  const { merchantName: merchant, state } = shown;
  switch (statusAt(shown, now)) {
    case 'created':
      return authorizeSection(view);
    case 'authorized':
      return over('done', own.authorized, [...failedLine(view), ...nextLines(view)]);
    case 'paused':
      return over('paused', own.paused, [
        html`<p>${own.pausedExplained(merchant)}</p>`,
        ...failedLine(view),
        ...remainingLine(view),
      ]);
    case 'rejected':
      return over('ended', own.rejected, [html`<p>${own.rejectedExplained(merchant)}</p>`]);
    case 'canceled': {
      const by = own.canceledBy[state.subscription.endedBy ?? 'gateway'](merchant);
      return over('ended', own.canceled, [html`<p>${by}</p>`, ...remainingLine(view)]);
    }
    case 'expired': {
      const isAnswered = state.subscription.authorizedAt !== null;
      const [title, explained] = isAnswered
        ? [own.ended, own.endedExplained]
        : [own.expired, own.expiredExplained(merchant)];
      return over('time', title, [html`<p>${explained}</p>`]);
    }
  }
}

function over(icon: keyof typeof ICONS, title: string, lines: readonly Html[]): Html {
  return html`<section class="over ${icon === 'done' ? 'paid' : 'expired'}">
<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>${ICONS[icon]}</svg>
<h2 data-state>${title}</h2>
${lines}
</section>`;
}

/** The next debit of an authorized subscription. */
function nextLines(view: SubscriptionPageView): readonly Html[] {
  const { shown, own } = view;
  const next = nextCycleView(shown.state);
  if (next === null) {
    const { subscription } = shown.state;
    const isDone = subscription.cyclesBy === 'gateway' && !hasNextCycle(subscription);
    return [html`<p>${isDone ? own.lastDone : own.noNext}</p>`];
  }
  const say = next.status === 'retrying' ? own.nextRetry : own.next;
  const text = say(moneyText(centavos(next.amount)), dayText(next.due_on, view));
  return [html`<p class="next">${text}</p>`, html`<p class="quiet">${own.keepBalance}</p>`];
}

/** The debit that a paused or canceled subscription could not stop any more. */
function remainingLine(view: SubscriptionPageView): readonly Html[] {
  const next = nextCycleView(view.shown.state);
  if (next === null || next.status === 'planned') return [];
  const amount = moneyText(centavos(next.amount));
  return [html`<p class="next">${view.own.stillDebited(amount, dayText(next.due_on, view))}</p>`];
}

/** The newest debit that failed and is not tried again. Why it failed is for the payer's bank. */
function failedLine(view: SubscriptionPageView): readonly Html[] {
  const { shown, own, now } = view;
  const since = addDays(brazilianDayOf(now), -FAILED_DAYS);
  const failed = shown.state.cycles.findLast(
    ({ status, dueOn }) => status === 'failed' && dueOn >= since,
  );
  if (!failed) return [];
  const text = own.failed(moneyText(failed.amount), dayText(failed.dueOn, view));
  return [html`<p class="failed">${text}</p>`];
}
