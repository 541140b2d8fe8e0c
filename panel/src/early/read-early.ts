import {
  FIRST_STEPS_ADDRESS,
  INCIDENTS_ADDRESS,
  SESSION_ADDRESS,
  transactionsAddress,
} from './addresses.ts';
import { currentEnvironment } from './kept-choices.ts';
import { overviewAddress } from './overview-address.ts';

// Runs in the head of the page, before the panel's code has loaded: it requests the data of the
// first page, so that data and code are loaded at the same time.
const read = (...addresses: readonly string[]): void => {
  for (const address of addresses) {
    const answer = fetch(address, { credentials: 'same-origin' });
    // The caller of `fetchOrTakeEarly` handles a failure.
    answer.catch(() => {});
    window.earlyAnswers ??= new Map();
    window.earlyAnswers.set(address, answer);
  }
};

const { pathname, search } = location;
const isFiltered = [...new URLSearchParams(search).keys()].some((name) => name !== 'ambiente');

if (/^\/(?:$|(?:painel|operador)(?:\/|$))/.test(pathname)) read(SESSION_ADDRESS);
// The person at a till, who sees this page only, may not read incidents.
const isOfTill = pathname === '/painel/cobrar';
if (/^\/painel(?:\/|$)/.test(pathname) && !isOfTill) read(INCIDENTS_ADDRESS);
if (pathname === '/painel') read(overviewAddress(currentEnvironment()), FIRST_STEPS_ADDRESS);
if (pathname === '/painel/transacoes' && !isFiltered)
  read(transactionsAddress(currentEnvironment()));

// The first formatters load data of the browser, for which there is time now. Each is a task of its
// own.
setTimeout(() => new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }));
setTimeout(() => new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }));
