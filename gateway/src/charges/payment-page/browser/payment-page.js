/**
 * Updates the payment page, with the functions of `live-page.js`, which comes first in its file.
 * Its texts are in the page. Without this script the page refreshes itself.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long the page keeps polling an expired or canceled charge, which may still be paid. */
const AFTER_END_MS = 10 * MINUTE;
/** The remaining minutes at which a screen reader announces the time. */
const SPOKEN_MINUTES = [30, 10, 5, 1];

/** @typedef {{ status: string, expires_at: string, paid_at: string | null, version?: string }} State */

const page = /** @type {HTMLElement} */ (document.querySelector('[data-payment]'));
const address = `/pagar/${page.dataset.id}`;
const expiresAt = Date.parse(page.dataset.expiresAt ?? '');
// The remaining time is computed by the server's clock, because the payer's may be wrong.
const clockOffset = Date.parse(page.dataset.now ?? '') - Date.now();
/** @type {ReturnType<typeof follow> | undefined} */
let following;
let spokenMinutes = Number.POSITIVE_INFINITY;

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement | null} */ (page.querySelector(selector));
const language = document.documentElement.lang;
const now = () => Date.now() + clockOffset;
const status = () => page.dataset.status ?? '';
/** The instant from which the page shows its status. */
let shownSince = now();

/** @param {State} state */
function show(state) {
  // A charge that was paid and refunded since the last poll has another page, without polling.
  if (state.status === 'refunded') return window.location.reload();
  // The payment decides the amount of a due date, and may be of another day than this page.
  const isDuePaid = state.status === 'paid' && status() !== 'paid' && page.dataset.version !== '';
  if (isDuePaid) return window.location.reload();
  // At midnight in Brasília, and when the shop changes it, a due date has another amount.
  const isOld = state.version !== undefined && state.version !== page.dataset.version;
  if (isOld && status() === 'pending' && state.status === 'pending')
    return window.location.reload();
  // A late answer of a poll must not replace a newer state of the stream.
  const isOver = state.status === 'expired' || state.status === 'canceled';
  const isNewer = state.status === 'paid' || (isOver && status() === 'pending');
  if (!isNewer || state.status === status()) return;
  // The section of the new state is shorter: without this the page would jump.
  page.style.minHeight = `${page.offsetHeight}px`;
  page.dataset.status = state.status;
  page.scrollIntoView({ block: 'nearest' });
  shownSince = now();
  if (state.status === 'paid') {
    document.title = page.dataset.titlePaid ?? '';
    showPaidAt(state.paid_at);
  } else if (state.status === 'expired') document.title = page.dataset.titleExpired ?? '';
  else if (state.status === 'canceled') document.title = page.dataset.titleCanceled ?? '';
  following?.stop();
  sendToParent({ type: `pix-gateway.${state.status}` });
  announce(find(`[data-when="${state.status}"] h2`)?.textContent ?? '');
}

/** @param {string | null} paidAt */
function showPaidAt(paidAt) {
  const element = find('[data-paid-at]');
  if (!element || paidAt === null) return;
  // In Brasília's time, as the page shows it after a reload.
  const timeZone = 'America/Sao_Paulo';
  const isEnglish = language === 'en';
  const format = new Intl.DateTimeFormat(isEnglish ? 'en-GB' : language, {
    dateStyle: isEnglish ? 'medium' : 'short',
    timeStyle: 'short',
    timeZone,
  });
  const time = format.format(new Date(paidAt));
  element.textContent = isEnglish ? time : time.replace(',', '');
}

/**
 * Sends a new state, or the height that the frame needs, to the page that embeds this one. That
 * page has the charge's id already, so the messages may go to any origin.
 * @param {{ type: string, height?: number }} message
 */
function sendToParent(message) {
  if (window.parent === window) return;
  window.parent.postMessage({ ...message, internal_id: page.dataset.id }, '*');
}

function tellHeights() {
  if (window.parent === window || !('ResizeObserver' in window)) return;
  let sentHeight = 0;
  const observer = new ResizeObserver(() => {
    const height = page.offsetHeight;
    if (height !== sentHeight) sendToParent({ type: 'pix-gateway.height', height });
    sentHeight = height;
  });
  observer.observe(page);
}

/** Runs once a second: updates the remaining time, and polls, less often with an open stream. */
function tick() {
  const leftMs = expiresAt - now();
  if (status() === 'pending') showTimeLeft(Math.max(0, leftMs));
  const endedMs = status() === 'canceled' ? now() - shownSince : -leftMs;
  const isOver = status() === 'paid' || endedMs > AFTER_END_MS;
  if (isOver || !following) return;
  const isDueToExpire = status() === 'pending' && leftMs <= 0;
  following.pollAfter(following.isStreaming() && !isDueToExpire ? STREAMED_POLL_MS : POLL_MS);
}

/** @param {number} leftMs */
function showTimeLeft(leftMs) {
  const text = durationText(leftMs);
  const element = find('[data-time-left]');
  if (element && element.textContent !== text) element.textContent = text;
  if (!element) return;
  const minutes = Math.ceil(leftMs / MINUTE);
  const reached = SPOKEN_MINUTES.filter((one) => minutes <= one).at(-1);
  if (reached === undefined || reached >= spokenMinutes) return;
  spokenMinutes = reached;
  const words = find('[data-countdown]')?.firstChild?.textContent?.trim() ?? '';
  announce(`${words} ${inUnit(minutes, 'minute')}`);
}

/** @param {number} ms */
function durationText(ms) {
  if (ms >= DAY) {
    const hours = Math.floor((ms % DAY) / HOUR);
    return `${inUnit(Math.floor(ms / DAY), 'day')} ${inUnit(hours, 'hour')}`;
  }
  const seconds = Math.ceil(ms / SECOND);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (ms >= HOUR) parts.unshift(Math.floor(seconds / 3_600));
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * @param {number} count
 * @param {string} unit
 */
function inUnit(count, unit) {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
}

function start() {
  page.classList.add('live');
  readyToCopy(page);
  following = follow({
    ...{ address, show, polledAt: 0 },
    isWaiting: () => status() === 'pending',
    isFinal: () => status() === 'paid',
  });
  tick();
  setInterval(tick, SECOND);
}

tellHeights();
if (status() !== 'pending') sendToParent({ type: `pix-gateway.${status()}` });
if (status() !== 'paid' && status() !== 'refunded') start();

export {};
