// @ts-check
/**
 * Updates the page of a subscription's payer. Served without a build or a library. When the
 * subscription changes, it reads the page again and replaces what is shown, without a reload.
 */
const STREAMED_POLL_MS = 15_000;
const POLL_MS = 3_000;
const FEEDBACK_MS = 3_000;
const TICK_MS = 1_000;
/** How long a page that no longer waits for its payer keeps polling. */
const AFTER_ANSWER_MS = 10 * 60 * TICK_MS;

const page = /** @type {HTMLElement} */ (document.querySelector('[data-subscription]'));
const shown = /** @type {HTMLElement} */ (page.querySelector('[data-shown]'));
const address = `/assinar/${page.dataset.id}`;
/** @type {EventSource | undefined} */
let source;
let isStreaming = false;
let isReading = false;
let lastPollAt = Date.now();
let answeredAt = Date.now();

const isWaiting = () => page.dataset.status === 'created';

/** @param {string} text */
function announce(text) {
  const element = page.querySelector('[data-announcement]');
  if (element) element.textContent = text;
}

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
  readyToCopy();
  if (!isWaiting()) source?.close();
}

async function poll() {
  lastPollAt = Date.now();
  try {
    const answer = await fetch(`${address}/state`, { headers: { accept: 'application/json' } });
    if (answer.ok) await show(await answer.json());
  } catch {
    // Errors of the network are ignored: the next poll tries again.
  }
}

function listen() {
  if (!('EventSource' in window)) return;
  source = new EventSource(`${address}/events`);
  source.addEventListener('message', (event) => {
    isStreaming = true;
    void show(JSON.parse(event.data));
  });
  source.addEventListener('error', () => {
    isStreaming = false;
  });
}

function tick() {
  const isOver = !isWaiting() && Date.now() - answeredAt > AFTER_ANSWER_MS;
  if (isOver || document.hidden) return;
  const pauseMs = isWaiting() && !isStreaming ? POLL_MS : STREAMED_POLL_MS;
  if (Date.now() - lastPollAt >= pauseMs) void poll();
}

function readyToCopy() {
  const field = /** @type {HTMLTextAreaElement | null} */ (shown.querySelector('textarea'));
  const button = /** @type {HTMLElement | null} */ (shown.querySelector('[data-copy]'));
  if (!field || !button) return;
  let feedback = 0;
  field.addEventListener('focus', () => field.select());
  button.addEventListener('click', async () => {
    const isCopied = await copyFrom(field);
    button.dataset.copy = isCopied ? 'copied' : 'by-hand';
    announce(button.children[isCopied ? 1 : 2]?.textContent ?? '');
    clearTimeout(feedback);
    feedback = window.setTimeout(() => {
      button.dataset.copy = '';
    }, FEEDBACK_MS);
  });
}

/**
 * Copies the code; with `execCommand` where the clipboard API is missing or forbidden. If both
 * fail, the code stays selected.
 * @param {HTMLTextAreaElement} field
 */
async function copyFrom(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.setSelectionRange(0, field.value.length);
    return document.execCommand('copy');
  }
}

page.classList.add('live');
readyToCopy();
if (isWaiting()) listen();
setInterval(tick, TICK_MS);
// Polls at once when the payer returns from the bank's app.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void poll();
});
window.addEventListener('pagehide', () => source?.close());
window.addEventListener('pageshow', (event) => {
  if (event.persisted && isWaiting()) listen();
});

export {};
