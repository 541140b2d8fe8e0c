export const element = (id) => document.getElementById(id);

export async function ask(path, method = 'GET', body = undefined) {
  const response = await fetch(path, {
    method,
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const answer = response.status === 204 ? {} : await response.json();
  if (!response.ok) throw new Error(answer.mensagem ?? answer.message ?? 'Falhou');
  return answer;
}

/** POST with a body in JSON. */
export const post = (path, body) => ask(path, 'POST', body);

/** Fires `change` after each action, so that the page reads the state again. */
export const changed = new EventTarget();

export async function act(what, words) {
  try {
    await what();
    element('message').textContent = words;
  } catch (error) {
    element('message').textContent = error.message;
  }
  changed.dispatchEvent(new Event('change'));
}

/**
 * Converts "10", "10,5" and "1.234,56" to "10.00", "10.50" and "1234.56"; undefined for an empty
 * text. Throws for any other text.
 */
export function readDecimal(text) {
  const plain = text.trim();
  if (plain === '') return undefined;
  const [, reais, cents = ''] = /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(plain) ?? [];
  if (reais === undefined) throw new Error('Escreva o valor como 10,00');
  return `${reais.replaceAll('.', '')}.${cents.padEnd(2, '0')}`;
}
