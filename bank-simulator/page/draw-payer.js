import { act, ask, post, readDecimal } from './ask.js';
import { button, makeTable, money } from './draw.js';

const STATES = {
  CRIADA: 'aguarda autorização',
  APROVADA: 'autorizada',
  REJEITADA: 'recusada',
  EXPIRADA: 'encerrada',
  CANCELADA: 'cancelada',
};
const INTERVALS = {
  SEMANAL: 'por semana',
  MENSAL: 'por mês',
  TRIMESTRAL: 'por trimestre',
  SEMESTRAL: 'por semestre',
  ANUAL: 'por ano',
};
const CHARGES = {
  CRIADA: 'a enviar',
  ATIVA: 'agendado',
  CONCLUIDA: 'pago',
  EXPIRADA: 'não pago',
  REJEITADA: 'recusado',
  CANCELADA: 'cancelado',
};
const ATTEMPTS = {
  SOLICITADA: 'pedida',
  AGENDADA: 'agendada',
  PAGA: 'paga',
  CANCELADA: 'cancelada',
  REJEITADA: 'recusada',
  EXPIRADA: 'sem saldo',
};
const KINDS = { AGND: 'no vencimento', NTAG: 'nova tentativa', RIFL: 'reenvio' };

const day = (text) => text.split('-').reverse().join('/');

function make(name, text = '', ...children) {
  const made = document.createElement(name);
  made.append(text, ...children);
  return made;
}

function field(label, options) {
  const input = Object.assign(document.createElement('input'), options);
  return make('label', label, input);
}

/** The facts of a recurrence, as a list of terms. */
function facts(recurrence) {
  const { amount, minimum, limit, lastDay, closing } = recurrence;
  const terms = [
    ['Pagador', `${recurrence.debtor.name} (${recurrence.debtor.document})`],
    ['Contrato', recurrence.contract],
    ['Valor', amount === undefined ? 'varia a cada cobrança' : money(amount)],
    ['Frequência', INTERVALS[recurrence.interval]],
    ['Período', `de ${day(recurrence.firstDay)} até ${lastDay ? day(lastDay) : 'o cancelamento'}`],
    ['Limite mínimo aceito', minimum && money(minimum)],
    ['Seu limite', limit && money(limit)],
    ['Encerramento', closing],
  ];
  const list = make('dl');
  for (const [term, words] of terms) {
    if (words) list.append(make('dt', term), make('dd', words));
  }
  return list;
}

/** A form whose button does something with its fields. */
function form(fields, words, handle) {
  const made = make('form', ...fields);
  const submit = make('button', words);
  submit.type = 'submit';
  made.append(submit);
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    handle(Object.fromEntries(new FormData(made)));
  });
  return made;
}

/** What a code or a request asks of the payer, with the answers that the payer can give. */
export function drawProposal(proposal, code, close) {
  const { object, receiver, payment, journey, amount } = proposal;
  const answer = (path, body, words) =>
    act(async () => {
      await post(`/control/recurrences/${path}`, { code, ...body });
      close();
    }, words);
  const fields = [];
  if (amount === undefined) {
    fields.push(field('Limite por cobrança (opcional)', { name: 'limit', inputMode: 'decimal' }));
  }
  if (payment !== undefined && journey === 'JORNADA_4') {
    const pays = field(`Pagar também ${money(payment)} agora`, { name: 'pays', type: 'checkbox' });
    pays.className = 'check';
    pays.querySelector('input').checked = true;
    fields.push(pays);
  }
  const paysNow = payment !== undefined && journey === 'JORNADA_3';
  const words = paysNow ? `Pagar ${money(payment)} e autorizar` : 'Autorizar';
  const confirm = form(fields, words, ({ limit = '', pays }) =>
    answer(
      'authorize',
      { limit: readDecimal(limit), ...(journey === 'JORNADA_4' && { paysToo: pays === 'on' }) },
      'Autorizado.',
    ),
  );
  confirm.append(button('Recusar', () => answer('refuse', {}, 'Recusado.')));
  const title = make('h3', `${receiver} pede sua autorização: ${object ?? proposal.contract}`);
  return make('article', title, facts(proposal), confirm);
}

/** A recurrence with its payments, and what the payer can still change. */
export function drawRecurrence(recurrence, receiver) {
  const { id, object, contract, status, amount } = recurrence;
  const title = make('h3', `${receiver}: ${object ?? contract} (${STATES[status]})`);
  const card = make('article', title, facts(recurrence));
  if (status === 'APROVADA') {
    if (amount === undefined) card.append(limitForm(recurrence));
    const cancel = () => post(`/control/recurrences/${id}/cancel`, {});
    card.append(button('Cancelar autorização', () => act(cancel, 'Autorização cancelada.')));
  }
  if (recurrence.charges.length > 0) card.append(drawPayments(recurrence.charges));
  return card;
}

function limitForm({ id, limit }) {
  const value = limit?.replace('.', ',') ?? '';
  const input = field('Limite por cobrança', { name: 'limit', inputMode: 'decimal', value });
  return form([input], 'Mudar limite', (fields) =>
    act(
      () => ask(`/control/recurrences/${id}/limit`, 'PUT', { limit: readDecimal(fields.limit) }),
      'Limite mudado.',
    ),
  );
}

function stateOf({ status, closing, attempts }) {
  const last = attempts.at(-1)?.status;
  const isWaiting = status === 'ATIVA' && last !== 'SOLICITADA' && last !== 'AGENDADA';
  const words = isWaiting ? 'aguarda nova tentativa' : CHARGES[status];
  return closing ? `${words} (${closing})` : words;
}

function drawPayments(charges) {
  const heads = ['Vencimento', 'Valor', 'Estado', 'Tentativas', 'Ação'];
  const rows = charges.map((charge) => {
    const { txid, dueDate, amount, attempts, isCancelable } = charge;
    const cancel = () => ask(`/control/recurring-charges/${txid}/cancel`, 'POST');
    const tries = attempts.map(
      (one) =>
        `${day(one.day)} ${KINDS[one.kind]}: ${ATTEMPTS[one.status]}` +
        (one.rejection ? ` (${one.rejection})` : ''),
    );
    return [
      day(dueDate),
      money(amount),
      stateOf(charge),
      tries.join('; '),
      isCancelable
        ? button('Cancelar este pagamento', () => act(cancel, 'Pagamento cancelado.'))
        : '',
    ];
  });
  const frame = make('div', makeTable(heads, rows));
  frame.className = 'table';
  // A wide table scrolls, so that the keyboard must reach it.
  frame.tabIndex = 0;
  frame.setAttribute('role', 'region');
  frame.setAttribute('aria-label', 'Pagamentos');
  return frame;
}

/** The account of a payer: its balance, and whether it can be debited. */
export function drawPayer({ document: id, name, balance, isClosed, isBlocked }) {
  const value = balance?.replace('.', ',') ?? '';
  const check = (label, options) => {
    const made = field(label, { type: 'checkbox', ...options });
    made.className = 'check';
    return made;
  };
  const fields = [
    field('Saldo', { name: 'balance', inputMode: 'decimal', value }),
    check('Conta encerrada', { name: 'isClosed', checked: isClosed }),
    check('Conta bloqueada', { name: 'isBlocked', checked: isBlocked }),
  ];
  const save = form(fields, 'Guardar conta', (given) =>
    act(
      () =>
        ask(`/control/payers/${id}`, 'PUT', {
          balance: readDecimal(given.balance),
          isClosed: given.isClosed === 'on',
          isBlocked: given.isBlocked === 'on',
        }),
      'Conta guardada.',
    ),
  );
  return make('article', make('h3', `${name} (${id})`), save);
}
