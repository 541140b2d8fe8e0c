import { currentEnvironment } from './kept-choices.ts';
import { overviewAddress } from './overview-address.ts';
import { SESSION_ADDRESS } from './session-address.ts';

// Runs in the head of the page, before the panel's code has loaded: it requests the data of the
// first page, so that data and code are loaded at the same time.
const read = (address: string): void => {
  const answer = fetch(address, { credentials: 'same-origin' });
  // The caller of `fetchOrTakeEarly` handles a failure.
  answer.catch(() => {});
  window.earlyAnswers ??= new Map();
  window.earlyAnswers.set(address, answer);
};

if (/^\/(?:$|(?:painel|operador)(?:\/|$))/.test(location.pathname)) read(SESSION_ADDRESS);
if (location.pathname === '/painel') read(overviewAddress(currentEnvironment()));
