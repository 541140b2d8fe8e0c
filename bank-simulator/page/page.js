import { act, ask, changed, element, post, readDecimal } from './ask.js';
import {
  drawCallbacks,
  drawCharges,
  drawDisputes,
  drawFaults,
  drawPayments,
  drawPayouts,
  money,
} from './draw.js';

const REFRESH_MS = 2000;

function onSubmit(id, handle) {
  element(id).addEventListener('submit', (event) => {
    event.preventDefault();
    handle(Object.fromEntries(new FormData(event.target)), event.target);
  });
}

let drawn = '';

async function refresh() {
  try {
    const state = await ask('/control/state');
    // Drawing again moves the focus away, so the page is drawn only when the state has changed.
    const text = JSON.stringify(state);
    if (text === drawn) return;
    drawn = text;
    element('balance').textContent = money(state.balance);
    element('blocked').textContent = money(state.blocked);
    element('pix-key').textContent = state.pixKey;
    element('dialect').textContent = state.dialect;
    drawCharges(state.charges);
    drawPayments(state.payments);
    drawDisputes(state.disputes);
    drawPayouts(state.payouts);
    drawCallbacks(state.callbacks);
    drawFaults(state.faults);
  } catch {
    drawn = '';
    element('balance').textContent = 'o simulador não responde';
  }
}

onSubmit('pay-form', ({ code, amount, isForced }, form) =>
  act(async () => {
    await post('/control/pay', {
      code,
      amount: readDecimal(amount),
      isForced: isForced === 'on',
    });
    form.reset();
  }, 'Pago.'),
);

onSubmit('receive-form', ({ amount, txid }, form) =>
  act(async () => {
    const order = { amount: readDecimal(amount), txid: txid || undefined };
    await post('/control/receive', order);
    form.reset();
  }, 'Recebido.'),
);

onSubmit('fault-form', ({ kind, operation, code, ...numbers }) => {
  const given = Object.entries(numbers).filter(([, text]) => text !== '');
  const options = Object.fromEntries(given.map(([name, text]) => [name, Number(text)]));
  if (code !== '') options.code = code.toUpperCase();
  return act(() => post('/control/faults', { kind, operation, ...options }), 'Falha ligada.');
});

element('clear-faults').addEventListener('click', () =>
  act(() => ask('/control/faults', 'DELETE'), 'Nenhuma falha ligada.'),
);
element('revoke-tokens').addEventListener('click', () =>
  act(() => ask('/control/revoke-tokens', 'POST'), 'Tokens revogados.'),
);

const { operations, payoutMenu } = await ask('/control/faults');
element('operations').replaceChildren(
  ...operations.map((name) => new Option(name === '*' ? 'qualquer uma' : name, name)),
);
element('menu').replaceChildren(
  ...payoutMenu.map(({ key, words }) => {
    const item = document.createElement('li');
    item.textContent = `${key}: ${words}`;
    return item;
  }),
);
changed.addEventListener('change', refresh);
await refresh();
setInterval(refresh, REFRESH_MS);
