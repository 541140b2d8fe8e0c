/** The Pix of an order in the customer's browser: copies the code and follows the payment. */
(() => {
  const FIRST_PAUSE_MS = 3_000;
  const LATER_PAUSE_MS = 10_000;
  const FAST_POLLS = 100;

  function follow(panel) {
    const texts = JSON.parse(panel.dataset.texts);
    const status = panel.querySelector('.pix-gateway__status');
    let polls = 0;

    function show(state) {
      panel.dataset.state = state;
      status.textContent = texts[state];
      panel.querySelector('.pix-gateway__payment')?.remove();
    }

    async function ask() {
      try {
        const answer = await fetch(panel.dataset.stateUrl, { cache: 'no-store' });
        if (answer.ok) return (await answer.json()).state;
      } catch {
        // The connection comes back; the next question is in a few seconds.
      }
      return 'pending';
    }

    async function poll() {
      // A hidden page asks again when it is shown.
      if (document.hidden) {
        document.addEventListener('visibilitychange', poll, { once: true });
        return;
      }
      const state = await ask();
      if (state !== 'pending') {
        show(state);
        return;
      }
      polls += 1;
      setTimeout(poll, polls < FAST_POLLS ? FIRST_PAUSE_MS : LATER_PAUSE_MS);
    }

    setTimeout(poll, FIRST_PAUSE_MS);
  }

  async function copy(panel) {
    const code = panel.querySelector('#pix-gateway-code');
    try {
      await navigator.clipboard.writeText(code.value);
    } catch {
      // Without permission or without https.
      code.select();
      document.execCommand('copy');
    }
    panel.querySelector('.pix-gateway__copied').textContent = JSON.parse(
      panel.dataset.texts,
    ).copied;
  }

  for (const panel of document.querySelectorAll('.pix-gateway[data-state="pending"]')) {
    panel.querySelector('.pix-gateway__copy').addEventListener('click', () => copy(panel));
    follow(panel);
  }
})();
