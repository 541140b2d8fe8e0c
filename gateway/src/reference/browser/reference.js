// Script of the reference: copies examples, fills in the reader's keys, sends requests.

const keyInputs = ['client-id', 'client-secret'].map((id) => document.getElementById(id));

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

/** The examples show the keys that the reader typed. */
const examples = [...document.querySelectorAll('.sample code')].map((code) => ({
  code,
  text: code.textContent,
}));
const published = keyInputs.map((input) => input.value);
for (const input of keyInputs) {
  input.addEventListener('input', () => {
    for (const { code, text } of examples) {
      code.textContent = keyInputs.reduce(
        (result, key, index) => result.replaceAll(published[index], key.value),
        text,
      );
    }
  });
}

for (const details of document.querySelectorAll('.try')) {
  details.hidden = false;
  const form = details.querySelector('form');
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
    output.replaceChildren(...(await describe(await fetch(...requestOf(form)))));
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
