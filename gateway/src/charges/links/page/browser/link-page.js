// Writes the punctuation of a CPF or CNPJ while a payer types it, and opens the keyboard of digits.
// A CNPJ may have letters since July 2026: a button on phones changes the keyboard.
// A fault goes when its field is corrected; the server looks at the new text.

const input = document.getElementById('document');
const letters = document.querySelector('[data-letters]');

/** `529.982.247-25` or `12.ABC.345/01DE-35`; other texts are unchanged. */
function masked(text) {
  const bare = text.replaceAll(/[\s./-]/g, '').toUpperCase();
  if (/^\d{1,11}$/.test(bare)) return grouped(bare, [3, 3, 3, 2], '..-');
  return /^[0-9A-Z]{1,14}$/.test(bare) ? grouped(bare, [2, 3, 3, 4, 2], '../-') : text;
}

/** Writes a separator only when a character follows it, so that deleting is never undone. */
function grouped(text, lengths, separators) {
  let shown = '';
  let at = 0;
  for (const [index, length] of lengths.entries()) {
    const part = text.slice(at, at + length);
    if (part === '') break;
    shown += (index === 0 ? '' : separators[index - 1]) + part;
    at += length;
  }
  return shown;
}

const charactersIn = (text) => text.replaceAll(/[^0-9a-z]/gi, '').length;

/** The cursor stays behind the same character. */
function mask() {
  const shown = masked(input.value);
  if (shown === input.value) return;
  const before = charactersIn(input.value.slice(0, input.selectionStart ?? input.value.length));
  input.value = shown;
  let at = 0;
  while (at < shown.length && charactersIn(shown.slice(0, at)) < before) at += 1;
  input.setSelectionRange(at, at);
}

if (input && letters) {
  const hasLetters = /[a-z]/i.test(input.value);
  input.inputMode = hasLetters ? 'text' : 'numeric';
  letters.hidden = hasLetters;
  // Keyboards of phones compose letters; a change of the text meanwhile would double them.
  input.addEventListener('input', (event) => {
    if (!event.isComposing) mask();
  });
  input.addEventListener('change', mask);
  mask();
  letters.addEventListener('click', () => {
    input.inputMode = 'text';
    input.autocapitalize = 'characters';
    letters.hidden = true;
    input.focus();
  });
}

for (const field of document.querySelectorAll('[aria-invalid]')) {
  const correct = () => {
    field.removeAttribute('aria-invalid');
    document.getElementById(`${field.id}-fault`)?.remove();
  };
  field.addEventListener('input', correct, { once: true });
}
