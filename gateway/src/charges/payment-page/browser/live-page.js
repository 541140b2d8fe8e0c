// @ts-check
/**
 * The common code of the pages of payers: they copy a code, and follow a state without a reload.
 * This text comes before the script of each page, in one file. Served without a build or a library.
 */
export const STREAMED_POLL_MS = 15_000;
export const POLL_MS = 3_000;
const FEEDBACK_MS = 3_000;

/**
 * Has a screen reader say a text.
 * @param {string} text
 */
export function announce(text) {
  const element = document.querySelector('[data-announcement]');
  if (element) element.textContent = text;
}

/**
 * Follows the state at an address: by its stream while the page waits for the payer, and by polls,
 * also at once when the payer returns from the bank's app.
 * @template State
 * @param {{
 *   address: string,
 *   show: (state: State) => unknown,
 *   isWaiting: () => boolean,
 *   isFinal: () => boolean,
 *   polledAt: number,
 * }} page `isFinal`: the state never changes again; `polledAt`: when the shown state was read.
 */
export function follow({ address, show, isWaiting, isFinal, polledAt }) {
  /** @type {EventSource | undefined} */
  let source;
  let isStreaming = false;
  let lastPollAt = polledAt;

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
    if (!isWaiting() || !('EventSource' in window)) return;
    source = new EventSource(`${address}/events`);
    source.addEventListener('message', (event) => {
      isStreaming = true;
      void show(JSON.parse(event.data));
    });
    source.addEventListener('error', () => {
      isStreaming = false;
    });
  }

  const stop = () => source?.close();
  /** @param {number} pauseMs */
  const pollAfter = (pauseMs) => {
    if (!document.hidden && Date.now() - lastPollAt >= pauseMs) void poll();
  };
  listen();
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && !isFinal()) void poll();
  });
  window.addEventListener('pagehide', stop);
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) listen();
  });
  return { stop, pollAfter, isStreaming: () => isStreaming };
}

/**
 * Makes the button beside a code copy it.
 * @param {Element} root
 */
export function readyToCopy(root) {
  const field = /** @type {HTMLTextAreaElement | null} */ (root.querySelector('textarea'));
  const button = /** @type {HTMLElement | null} */ (root.querySelector('[data-copy]'));
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
 * Copies the code; with `execCommand` where the clipboard API is missing or forbidden (plain http,
 * some frames). If both fail, the code stays selected.
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
