// @ts-check
/**
 * Shows payment pages inside a shop. Served without a build or dependencies. It sets styles by
 * properties, so a shop's content security policy needs only script-src and frame-src.
 */
(() => {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  if (!script) return;
  const gateway = new URL('.', script.src);
  const MESSAGE = /^pix-gateway\.(height|paid|expired|canceled|refunded)$/;

  /**
   * Shows the page of a charge at the end of an element. Each change is an event of the frame, such
   * as `pix:paid`, and calls the function of its name, such as `onPaid`.
   * @param {Element | string} place
   * @param {{ charge: string, lang?: string, title?: string,
   *   [on: string]: string | ((charge: string) => void) | undefined }} options
   */
  function mount(place, { charge, lang, title = 'Pix', ...options }) {
    const parent = typeof place === 'string' ? document.querySelector(place) : place;
    if (!parent) throw new Error(`embed.js: no element ${place} in the page`);
    const frame = document.createElement('iframe');
    const url = new URL(`pagar/${encodeURIComponent(charge)}?embed=1`, gateway);
    if (lang) url.searchParams.set('lang', lang);
    frame.src = url.href;
    frame.title = title;
    frame.allow = 'clipboard-write';
    frame.style.cssText = 'display:block;width:100%;max-width:420px;height:640px;border:0';

    /** @param {MessageEvent} message */
    function onMessage({ origin, source, data }) {
      // Other pages can send messages, too.
      if (origin !== gateway.origin || source !== frame.contentWindow) return;
      const kind = MESSAGE.exec(data?.type)?.[1];
      if (kind === 'height') frame.style.height = `${Math.min(Math.max(data.height, 160), 2000)}px`;
      else if (kind) {
        const detail = { charge: data.internal_id };
        frame.dispatchEvent(new CustomEvent(`pix:${kind}`, { bubbles: true, detail }));
        const call = options[`on${kind[0]?.toUpperCase()}${kind.slice(1)}`];
        if (typeof call === 'function') call(data.internal_id);
      }
    }

    window.addEventListener('message', onMessage);
    parent.append(frame);
    return {
      frame,
      remove() {
        window.removeEventListener('message', onMessage);
        frame.remove();
      },
    };
  }

  Object.assign(window, { PixEmbed: { mount } });
  const { charge, target, lang, title } = script.dataset;
  const place = target ?? script.parentElement;
  if (charge && place) mount(place, { charge, lang, title });
})();
