// Script of the reference: copies examples, fills in the reader's keys, sends requests.

const keyInputs = ['client-id', 'client-secret'].flatMap((id) => document.getElementById(id) ?? []);

// The first page was the only one: an anchor of then leads to the operation's own page.
const moved = location.pathname.replace(/\/$/, '') === '/docs' && location.hash.slice(1);
const place = moved && document.getElementById(decodeURIComponent(moved))?.querySelector('a');
if (place) location.replace(place.href);

for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    const code = button.parentElement.querySelector('code');
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = button.dataset.copy;
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

/** The paths whose parameter is the id of a charge, and of a dispute. */
const RESOURCES = {
  charge: ['/v1/pix/qrcode', '/v1/transactions', '/v1/test/charges'],
  dispute: ['/v1/disputes', '/v1/test/disputes'],
};

/** The resource whose id a path contains. Paths with the same resource take the same ids. */
function resourceOf(path) {
  const [before] = path.split('/{');
  const resource = Object.entries(RESOURCES).find(([, paths]) => paths.includes(before));
  return resource?.[0] ?? before;
}

const forms = [...document.querySelectorAll('.try form')];
const chargeId = document.getElementById('charge-id');
const examples = [...document.querySelectorAll('.sample code')].map((code) => ({
  code,
  text: code.textContent,
  inputs: [...code.closest('article').querySelectorAll('.try [data-in=path]')],
}));
const published = keyInputs.map((input) => input.value);

/** The examples show the keys and ids that the reader typed, or that an answer has brought. */
function showExamples() {
  for (const { code, text, inputs } of examples) {
    const withKeys = keyInputs.reduce(
      (result, key, index) => result.replaceAll(published[index], key.value),
      text,
    );
    code.textContent = inputs.reduce((result, { value, dataset }) => {
      const id = encodeURIComponent(value.trim());
      return id === '' ? result : result.replaceAll(`{${dataset.name}}`, id);
    }, withKeys);
  }
}

/** Writes an id into the forms of all operations on this resource. */
function fillIn(resource, id) {
  if (resource === 'charge') chargeId.value = id;
  for (const form of forms) {
    const input = form.querySelector('[data-in=path]');
    if (input && resourceOf(form.dataset.path) === resource) input.value = id;
  }
  showExamples();
}

for (const input of keyInputs) {
  input.addEventListener('input', () => {
    showExamples();
    remember();
  });
}
chargeId?.addEventListener('input', () => {
  fillIn('charge', chargeId.value);
  remember();
});

// The typed values stay in this tab, from page to page: never a key of production.
const KEPT = 'referencia';
const TEST_KEY = /^svc_[ps]k_test_\S+$/;
const languages = [...document.querySelectorAll('[name=language]')];

function remember() {
  if (keyInputs.length === 0) return;
  const keys = keyInputs.map(({ value }) => value);
  const kept = {
    ...(keys.every((key) => TEST_KEY.test(key)) && { keys }),
    chargeId: chargeId.value,
    language: languages.find(({ checked }) => checked)?.id,
  };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

function recall() {
  if (keyInputs.length === 0) return;
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
  for (const [index, key] of (kept.keys ?? []).entries()) keyInputs[index].value = key;
  for (const input of languages) if (input.id === kept.language) input.checked = true;
  if (kept.chargeId) fillIn('charge', kept.chargeId);
  else showExamples();
}

for (const input of languages) input.addEventListener('change', remember);
recall();

/** Fills in the id of the created resource of an answer, or of the first listed one. */
function fillInFrom(path, answer) {
  const isDispute = path.endsWith('/dispute');
  if (path.includes('{') && !isDispute) return;
  const found = answer.data?.find?.(({ type }) => type !== 'payout') ?? answer;
  const id = found.internal_id ?? found.id;
  if (id) fillIn(isDispute ? 'dispute' : resourceOf(path), id);
  remember();
}

for (const details of document.querySelectorAll('.try')) {
  details.hidden = false;
  const form = details.querySelector('form');
  form.querySelector('[data-in=path]')?.addEventListener('input', showExamples);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

async function send(form) {
  const output = form.querySelector('output');
  const button = form.querySelector('button');
  button.disabled = true;
  output.textContent = form.dataset.sending;
  try {
    const response = await fetch(...requestOf(form));
    const isJson = response.headers.get('content-type')?.includes('json');
    if (response.ok && isJson) fillInFrom(form.dataset.path, await response.clone().json());
    output.replaceChildren(...(await describe(response)));
  } catch {
    output.textContent = form.dataset.noAnswer;
  }
  button.disabled = false;
}

function requestOf(form) {
  const headers = Object.fromEntries(keyInputs.map((input) => [input.id, input.value]));
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const input of form.querySelectorAll('[data-in]')) {
    const { in: place, name } = input.dataset;
    const value = input.value.trim();
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '' && place === 'query') query.set(name, value);
    else if (value !== '') headers[name] = value;
  }
  const body = form.querySelector('[data-body]')?.value;
  if (body) headers['content-type'] = 'application/json';
  const search = query.size > 0 ? `?${query}` : '';
  return [path + search, { method: form.dataset.method, headers, ...(body && { body }) }];
}

async function describe(response) {
  const line = document.createElement('p');
  line.textContent = `${response.status} ${response.statusText}`;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) {
    const image = new Image();
    image.alt = 'QR code';
    image.src = await dataUrl(await response.blob());
    return [line, image];
  }
  const text = await response.text();
  const pre = document.createElement('pre');
  pre.textContent = type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return [line, pre];
}

function dataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
}

// The search: all words must be in an entry; those of its title come first.
const SYNONYMS = {
  boleto: 'cobranca',
  chargeback: 'contestacao',
  estorno: 'devolucao',
  reembolso: 'devolucao',
};
const RESULTS_MAX = 12;
const search = document.querySelector('.search');
const field = search.querySelector('input');
const results = search.querySelector('.results');
let entries;
search.hidden = false;

const fold = (text) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
/** Without plural and ending: "devolução" finds "devoluções". */
const stem = (word) => word.replace(/c(ao|oes)$/, 'c').replace(/(?<=\w{3})s$/, '');

async function readEntries() {
  entries ??= fetch('/docs/busca.json')
    .then((answer) => answer.json())
    .then((all) =>
      all.map((entry) => {
        const title = fold(`${entry.title} ${entry.group}`);
        return { ...entry, foldedTitle: title, text: `${title} ${fold(entry.words)}` };
      }),
    );
  return entries;
}

async function showResults() {
  const words = fold(field.value).split(/\s+/).filter(Boolean);
  results.hidden = words.length === 0;
  if (results.hidden) return;
  const wanted = words.map((word) => stem(SYNONYMS[word] ?? word));
  const rank = ({ foldedTitle }) => wanted.filter((word) => foldedTitle.includes(word)).length;
  const found = (await readEntries())
    .filter(({ text }) => wanted.every((word) => text.includes(word)))
    .toSorted((left, right) => rank(right) - rank(left))
    .slice(0, RESULTS_MAX);
  const status = results.querySelector('p');
  const { none, some } = status.dataset;
  status.textContent = found.length === 0 ? none : `${found.length} ${some}`;
  results.querySelector('ul').replaceChildren(...found.map(resultOf));
}

function resultOf({ href, title, group }) {
  const link = document.createElement('a');
  link.href = href;
  const name = document.createElement('strong');
  name.textContent = title;
  link.append(name, ` ${group}`);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

field.addEventListener('input', () => void showResults());
field.addEventListener('focus', () => void readEntries());
search.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')];
  if (event.key === 'Enter' && event.target === field) links[0]?.click();
  if (event.key === 'Escape') {
    field.value = '';
    results.hidden = true;
    field.focus();
  }
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  field.focus();
});
