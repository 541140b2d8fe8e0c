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
