import { act, ask, changed, element, post } from './ask.js';
import { button } from './draw.js';
import { drawPayer, drawProposal, drawRecurrence } from './draw-payer.js';

const REFRESH_MS = 2000;

const ZONE = { timeZone: 'America/Sao_Paulo' };
let drawn = '';

function show(id, made) {
  element(id).replaceChildren(...(made.length === 0 ? ['Nada ainda.'] : made));
}

async function refresh() {
  try {
    const { now, ...state } = await ask('/control/recurrences');
    element('now').textContent = new Date(now).toLocaleString('pt-BR', ZONE);
    // Drawing again moves the focus away, so the page is drawn only when the state has changed.
    const text = JSON.stringify(state);
    if (text === drawn) return;
    drawn = text;
    element('clock').hidden = !state.isClockMovable;
    const { recurrences, receiver } = state;
    const asked = recurrences.filter(({ isAsked, status }) => isAsked && status === 'CRIADA');
    show(
      'asked',
      asked.map(({ id, object, contract }) =>
        button(`Ver pedido: ${receiver}, ${object ?? contract}`, () => read(id)),
      ),
    );
    show(
      'recurrences',
      recurrences
        .filter(({ status }) => status !== 'CRIADA')
        .map((recurrence) => drawRecurrence(recurrence, receiver)),
    );
    show('payers', state.payers.map(drawPayer));
  } catch {
    drawn = '';
    element('now').textContent = 'o simulador não responde';
  }
}

function read(code) {
  return act(async () => {
    const proposal = await post('/control/recurrences/read', { code });
    const close = () => {
      element('proposal').replaceChildren();
      element('read-form').reset();
    };
    element('proposal').replaceChildren(drawProposal(proposal, code, close));
  }, 'Confira o que você autoriza.');
}

element('read-form').addEventListener('submit', (event) => {
  event.preventDefault();
  read(new FormData(event.target).get('code'));
});

for (const one of document.querySelectorAll('[data-hours]')) {
  const hours = Number(one.dataset.hours);
  one.addEventListener('click', () =>
    act(() => post('/control/clock', { hours }), 'O relógio andou.'),
  );
}

changed.addEventListener('change', refresh);
await refresh();
setInterval(refresh, REFRESH_MS);
