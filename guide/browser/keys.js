// Fills the examples with the gateway's address and, for a merchant who is logged in to the panel,
// with the merchant's own test key. The page itself has no keys: it is the same for every reader.
// A secret comes from the reader or from a new key pair, also of an account that the reader has opened
// by the command of the page. It stays in this tab (sessionStorage), and
// only if it is a test secret.

const DEFAULTS = {
  base_url: 'http://localhost:3000',
  client_id: 'svc_pk_test_sandbox_publico',
  client_secret: 'svc_sk_test_sandbox_publico',
  // In examples of what the public sandbox refuses.
  own_client_id: 'SEU_CLIENT_ID_DE_TESTE',
  own_client_secret: 'SEU_CLIENT_SECRET_DE_TESTE',
  webhook_secret: 'whsec_sandbox_publico',
};
const SECRET_KEY = 'guia.chave';
const MAY_CREATE = new Set(['owner', 'developer']);
const ID = /^svc_pk_test_\S+$/;
const SECRET = /^svc_sk_test_\S+$/;
/** Whose kept key it is, for a reader who is not logged in. */
const NOBODY = '';

const examples = [];
let values = DEFAULTS;

function collectExamples() {
  for (const code of document.querySelectorAll('.code code')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isFilled = Object.values(DEFAULTS).some((value) => node.data.includes(value));
      if (isFilled) examples.push({ node, text: node.data });
    }
  }
}

function fill(changes) {
  values = { ...values, ...changes };
  for (const { node, text } of examples) {
    node.data = Object.keys(DEFAULTS).reduce(
      (result, name) => result.replaceAll(DEFAULTS[name], values[name]),
      text,
    );
  }
}

async function readJson(path, options) {
  const answer = await fetch(path, { headers: { accept: 'application/json' }, ...options });
  const body = await answer.json().catch(() => ({}));
  return { status: answer.status, body };
}

/** Fills in what is known, and offers the reader's own keys in `place`, if the page has examples. */
export async function fillKeys(place) {
  if (!place) return;
  collectExamples();
  const { status, body } = await readJson('/guia/ambiente.json');
  if (status === 200) fill(body);
  const session = await readJson('/api/account/session');
  const isMerchant = session.status === 200 && session.body.role === 'merchant';
  if (isMerchant && !session.body.merchant.is_sandbox) {
    return offerOwnKeys(place, session.body);
  }
  const line = place.querySelector('p');
  if (isMerchant) {
    line.textContent = 'Exemplos com as chaves públicas do sandbox, a conta em que você está.';
  } else {
    const link = document.createElement('a');
    link.href = '/entrar';
    link.textContent = 'Entre no painel para usar as suas.';
    line.append(' ', link);
  }
  if (!readKept(NOBODY)) forgetSecret();
  takeKeys(place.querySelector('details'));
}

/** Takes a pair of test keys that the reader pastes; without both the examples stay as they are. */
function takeKeys(place) {
  const published = values;
  const form = document.createElement('form');
  form.innerHTML = `<label>client-id <input name="id" autocomplete="off" spellcheck="false"
 placeholder="svc_pk_test_…"></label>
<label>client-secret <input name="secret" type="password" autocomplete="off" spellcheck="false"
 placeholder="svc_sk_test_…"></label>`;
  place.append(form);
  const { id, secret } = form.elements;
  const update = () => {
    id.setCustomValidity(id.value === '' || ID.test(id.value) ? '' : 'Use uma chave de teste.');
    const isTest = checkSecret(secret);
    if (!isTest || !ID.test(id.value)) {
      forgetSecret();
      return fill(published);
    }
    keep({ username: NOBODY, id: id.value, secret: secret.value });
    fillOwn(id.value, secret.value);
  };
  const kept = readKept(NOBODY);
  if (kept) {
    id.value = kept.id;
    secret.value = kept.secret;
    place.open = true;
    update();
  }
  form.addEventListener('input', update);
  form.addEventListener('submit', (event) => event.preventDefault());
}

/** Whether a field has a secret of a test key; another text is marked as wrong. */
function checkSecret(secret) {
  const isTest = SECRET.test(secret.value);
  secret.setCustomValidity(secret.value === '' || isTest ? '' : 'Use um segredo de teste.');
  secret.reportValidity();
  return isTest;
}

function fillOwn(id, secret) {
  fill({ client_id: id, client_secret: secret, own_client_id: id, own_client_secret: secret });
}

async function offerOwnKeys(place, session) {
  const { status, body } = await readJson('/api/panel/test/credentials');
  const keys = status === 200 ? body.data.filter((one) => one.revoked_at === null) : [];
  const kept = readKept(session.merchant.username);
  const form = keyForm(keys, session);
  place.replaceChildren(form);
  const { id, secret } = form.elements;
  const update = () => {
    const isTest = checkSecret(secret);
    if (isTest) keep({ username: session.merchant.username, id: id.value, secret: secret.value });
    const ownSecret = isTest ? secret.value : DEFAULTS.own_client_secret;
    fill({
      client_id: id.value || DEFAULTS.client_id,
      client_secret: ownSecret,
      own_client_id: id.value || DEFAULTS.own_client_id,
      own_client_secret: ownSecret,
    });
  };
  if (kept && keys.some((one) => one.client_id === kept.id)) {
    id.value = kept.id;
    secret.value = kept.secret;
  }
  id.addEventListener('change', () => {
    secret.value = '';
    update();
  });
  secret.addEventListener('input', update);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await createKey(form, session);
    update();
  });
  if (keys.length > 0) update();
}

function keyForm(keys, { member_role: role, user }) {
  const form = document.createElement('form');
  form.innerHTML = `<label>Chave de teste <select name="id"></select></label>
<label>client-secret <input name="secret" type="password" autocomplete="off" spellcheck="false"
 placeholder="svc_sk_test_…"></label>
<label hidden>Código do aplicativo autenticador <input name="code" inputmode="numeric"
 autocomplete="one-time-code" size="8"></label>
<button type="submit" hidden>Criar chave de teste</button>
<output></output>`;
  const { id, code } = form.elements;
  id.append(...keys.map((one) => new Option(`${one.name} (${one.client_id})`, one.client_id)));
  const mayCreate = MAY_CREATE.has(role);
  form.querySelector('button').hidden = !mayCreate;
  code.parentElement.hidden = !mayCreate || !user.has_second_factor;
  form.querySelector('output').textContent =
    'O segredo de uma chave só aparece quando ela é criada. Informe o seu, ou crie outra chave.';
  return form;
}

/** Creates a test key pair of the merchant by the panel's own route, which checks the rights. */
async function createKey(form, { merchant, user }) {
  const { id, secret, code } = form.elements;
  const output = form.querySelector('output');
  const day = new Date().toISOString().slice(0, 10);
  const { status, body } = await readJson('/api/panel/test/credentials', {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `Guia ${day}`,
      ...(user.has_second_factor && { code: code.value }),
    }),
  });
  if (status !== 201) {
    output.textContent = body.message ?? 'O gateway não respondeu. Tente novamente.';
    return;
  }
  id.append(new Option(`Guia ${day} (${body.client_id})`, body.client_id));
  id.value = body.client_id;
  secret.value = body.client_secret;
  code.value = '';
  keep({ username: merchant.username, id: body.client_id, secret: body.client_secret });
  output.textContent =
    'Chave criada. O segredo fica só nesta aba do navegador: copie-o agora se for usá-lo.';
}

function readKept(username) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(SECRET_KEY) ?? 'null');
    return kept?.username === username ? kept : undefined;
  } catch {
    return undefined;
  }
}

function keep(key) {
  try {
    sessionStorage.setItem(SECRET_KEY, JSON.stringify(key));
  } catch {
    // The key then holds for this page only.
  }
}

function forgetSecret() {
  try {
    sessionStorage.removeItem(SECRET_KEY);
  } catch {
    // Nothing was kept.
  }
}
