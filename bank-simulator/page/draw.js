import { act, ask, element, post, readDecimal } from './ask.js';

/** The Portuguese labels of states. */
const STATES = {
  waiting: 'a caminho',
  delivered: 'entregue',
  exhausted: 'tentativas esgotadas',
  lost: 'perdido',
};

export function button(words, onClick) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = words;
  made.addEventListener('click', onClick);
  return made;
}

/** A table of rows; a cell is text or an element. */
export function makeTable(heads, rows) {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const text of heads) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = text;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    for (const cell of cells) row.insertCell().append(cell ?? '');
  }
  return table;
}

function draw(id, heads, rows) {
  element(id).replaceChildren(rows.length === 0 ? 'Nada ainda.' : makeTable(heads, rows));
}

const time = (instant) => new Date(instant).toLocaleString('pt-BR');
export const money = (decimal) => `R$ ${decimal.replace('.', ',')}`;

export function drawCharges(charges) {
  const heads = ['Quando', 'txid', 'Valor', 'Vencimento', 'Estado', 'Ação'];
  draw(
    'charges',
    heads,
    charges.map(({ txid, amount, status, isExpired, createdAt, dueDate }) => [
      time(createdAt),
      txid,
      money(amount),
      dueDate?.split('-').reverse().join('/') ?? '',
      status === 'ATIVA' && isExpired ? 'ATIVA (vencida)' : status,
      status === 'ATIVA' && !isExpired
        ? button('Pagar', () => act(() => post('/control/pay', { code: txid }), 'Cobrança paga.'))
        : '',
    ]),
  );
}

export function drawPayments(payments) {
  const heads = ['Quando', 'endToEndId', 'txid', 'Valor', 'Devoluções', 'Ação'];
  draw(
    'payments',
    heads,
    payments.map(({ endToEndId, txid, amount, receivedAt, refunds }) => [
      time(receivedAt),
      endToEndId,
      txid,
      money(amount),
      refunds.map((one) => `${money(one.amount)} ${one.status}`).join(', '),
      refunds.length > 0 ? '' : paymentActions({ endToEndId, amount }),
    ]),
  );
}

function paymentActions({ endToEndId, amount }) {
  const actions = document.createElement('span');
  const takeBack = () => post(`/control/payments/${endToEndId}/take-back`, { amount });
  actions.append(
    button('Contestar (MED)', () =>
      act(() => post(`/control/payments/${endToEndId}/dispute`, {}), 'Contestação aberta.'),
    ),
    ' ',
    button('Tomar sem avisar', () => act(takeBack, 'O valor foi tomado de volta.')),
  );
  return actions;
}

export function drawDisputes(disputes) {
  const heads = ['Aberta em', 'endToEndId', 'Motivo', 'Valor', 'Estado', 'Defesa', 'Ação'];
  draw(
    'disputes',
    heads,
    disputes.map(({ id, endToEndId, nature, amount, status, openedAt, isOpen, defense }) => [
      time(openedAt),
      endToEndId,
      nature,
      money(amount),
      status,
      defense,
      isOpen ? disputeActions({ id, amount }) : '',
    ]),
  );
}

function disputeActions({ id, amount }) {
  const actions = document.createElement('form');
  const field = document.createElement('input');
  field.value = amount.replace('.', ',');
  field.size = 8;
  field.setAttribute('aria-label', 'Valor a devolver, se aceita');
  const decide = (outcome, words) => () =>
    act(async () => {
      const part = outcome === 'ACEITA' ? { amount: readDecimal(field.value) } : {};
      await post(`/control/disputes/${id}/decide`, { outcome, ...part });
    }, words);
  actions.append(
    field,
    button('Aceitar', decide('ACEITA', 'Contestação aceita; o valor sai da conta.')),
    button('Rejeitar', decide('REJEITADA', 'Contestação rejeitada.')),
    button('Cancelar', decide('CANCELADA_EFI', 'Contestação cancelada.')),
  );
  return actions;
}

function actionsOf({ id, status, amount, returned }) {
  const actions = document.createElement('span');
  const settle = (isPaid) => () =>
    act(() => post(`/control/payouts/${id}/settle`, { isPaid }), 'Envio terminado.');
  if (status === 'EM_PROCESSAMENTO') {
    actions.append(button('Realizar', settle(true)), ' ', button('Falhar', settle(false)));
  }
  if (status === 'REALIZADO' && returned === '0.00') {
    const giveBack = () => post(`/control/payouts/${id}/return`, { amount });
    actions.append(button('Devolver', () => act(giveBack, 'Envio devolvido.')));
  }
  return actions;
}

export function drawPayouts(payouts) {
  const heads = ['Quando', 'idEnvio', 'Favorecido', 'Valor', 'Estado', 'Devolvido', 'Ação'];
  draw(
    'payouts',
    heads,
    payouts.map((payout) => [
      time(payout.requestedAt),
      payout.id,
      payout.key,
      money(payout.amount),
      payout.status,
      money(payout.returned),
      actionsOf(payout),
    ]),
  );
}

export function drawCallbacks(callbacks) {
  const heads = ['Quando', 'Estado', 'Tentativas', 'Última resposta', 'Conteúdo'];
  draw(
    'callbacks',
    heads,
    callbacks.map(({ createdAt, status, attempts, lastAnswer, body }) => [
      time(createdAt),
      STATES[status],
      String(attempts),
      lastAnswer,
      body,
    ]),
  );
}

export function drawFaults(faults) {
  const words = ({ kind, operation, times, probability, happened }) => {
    const name = document.querySelector(`option[value="${kind}"]`)?.textContent ?? kind;
    const left = times === undefined ? 'sempre' : `mais ${times - happened} vez(es)`;
    const dice = probability === undefined ? '' : `, probabilidade ${probability}`;
    return `${name} em ${operation}: ${left}${dice} `;
  };
  element('faults').replaceChildren(
    ...faults.map((fault) => {
      const item = document.createElement('li');
      const remove = () => ask(`/control/faults/${fault.id}`, 'DELETE');
      item.append(
        words(fault),
        button('Desligar', () => act(remove, 'Falha desligada.')),
      );
      return item;
    }),
  );
}
