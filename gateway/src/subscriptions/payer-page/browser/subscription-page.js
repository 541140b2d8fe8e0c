/**
 * Updates the page of a subscription's payer, with the functions of `live-page.js`, which comes
 * first in its file. When the subscription changes, it reads the page again and replaces what is
 * shown, without a reload.
 */
const TICK_MS = 1_000;
/** How long a page that no longer waits for its payer keeps polling. */
const AFTER_ANSWER_MS = 10 * 60 * TICK_MS;

const page = /** @type {HTMLElement} */ (document.querySelector('[data-subscription]'));
const shown = /** @type {HTMLElement} */ (page.querySelector('[data-shown]'));
let isReading = false;
let answeredAt = Date.now();

const isWaiting = () => page.dataset.status === 'created';

/** @param {{ version: string }} state */
async function show({ version }) {
  if (version === page.dataset.version || isReading) return;
  isReading = true;
  try {
    const answer = await fetch(window.location.href, { headers: { accept: 'text/html' } });
    if (answer.ok) replace(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  } catch {
    // Errors of the network are ignored: the next poll tries again.
  } finally {
    isReading = false;
  }
}

/** @param {Document} next */
function replace(next) {
  const newPage = /** @type {HTMLElement | null} */ (next.querySelector('[data-subscription]'));
  const newShown = newPage?.querySelector('[data-shown]');
  if (!newPage || !newShown) return window.location.reload();
  const hadFocus = shown.contains(document.activeElement);
  // The new content may be shorter: without this the page would jump.
  page.style.minHeight = `${page.offsetHeight}px`;
  shown.replaceChildren(...newShown.childNodes);
  page.dataset.status = newPage.dataset.status;
  page.dataset.version = newPage.dataset.version;
  document.title = next.title;
  page.scrollIntoView({ block: 'nearest' });
  const heading = /** @type {HTMLElement | null} */ (shown.querySelector('[data-state]'));
  announce(heading?.textContent ?? '');
  if (heading && hadFocus) {
    heading.tabIndex = -1;
    heading.focus();
  }
  answeredAt = Date.now();
  readyToCopy(shown);
  if (!isWaiting()) following.stop();
}

function tick() {
  const isOver = !isWaiting() && Date.now() - answeredAt > AFTER_ANSWER_MS;
  if (isOver) return;
  following.pollAfter(isWaiting() && !following.isStreaming() ? POLL_MS : STREAMED_POLL_MS);
}

page.classList.add('live');
readyToCopy(shown);
const following = follow({
  ...{ address: `/assinar/${page.dataset.id}`, show, isWaiting },
  ...{ isFinal: () => false, polledAt: Date.now() },
});
setInterval(tick, TICK_MS);

export {};
