// Script of the guide: tabs, copying, theme, search, and the reader's own keys in examples.
import { fillKeys } from './keys.js';

const TEXTS = {
  copy: 'Copiar',
  copied: 'Copiado',
  languages: 'Linguagem do exemplo',
  themes: { auto: 'Tema: automático', light: 'Tema: claro', dark: 'Tema: escuro' },
};
const COPIED_MS = 2_000;
const THEME_KEY = 'mantine-color-scheme-value';
const LANGUAGE_KEY = 'guia.linguagem';

/** Reads a choice that the browser keeps; undefined when it keeps nothing. */
function readChoice(key) {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepChoice(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice then holds for this page only.
  }
}

function addCopyButtons() {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = TEXTS.copy;
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      button.textContent = TEXTS.copied;
      setTimeout(() => {
        button.textContent = TEXTS.copy;
      }, COPIED_MS);
    });
    block.querySelector('.bar').append(button);
  }
}

const groups = [];

/** Makes tabs of blocks that show the same in several languages. */
function makeTabs() {
  for (const [index, element] of document.querySelectorAll('.tabs').entries()) {
    const panels = [...element.querySelectorAll(':scope > .code')];
    const list = document.createElement('div');
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', TEXTS.languages);
    const tabs = panels.map((panel, place) => tabOf(panel, `${index}-${place}`));
    list.append(...tabs);
    element.prepend(list);
    element.classList.add('ready');
    groups.push({ panels, tabs });
    list.addEventListener('keydown', (event) => moveFocus(event, tabs));
  }
  show(readChoice(LANGUAGE_KEY));
}

function tabOf(panel, id) {
  const tab = document.createElement('button');
  tab.type = 'button';
  tab.textContent = panel.querySelector('.bar').firstChild.textContent;
  tab.id = `tab-${id}`;
  tab.setAttribute('role', 'tab');
  tab.setAttribute('aria-controls', `panel-${id}`);
  panel.id = `panel-${id}`;
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', tab.id);
  tab.addEventListener('click', () => choose(tab, panel.dataset.language));
  return tab;
}

/** Shows a language in all groups; the clicked tab stays where it is on the screen. */
function choose(tab, language) {
  const before = tab.getBoundingClientRect().top;
  keepChoice(LANGUAGE_KEY, language);
  show(language);
  window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

function show(language) {
  for (const { panels, tabs } of groups) {
    const found = panels.findIndex((panel) => panel.dataset.language === language);
    for (const [index, panel] of panels.entries()) {
      const isShown = index === Math.max(0, found);
      panel.hidden = !isShown;
      tabs[index].setAttribute('aria-selected', String(isShown));
      tabs[index].tabIndex = isShown ? 0 : -1;
    }
  }
}

function moveFocus(event, tabs) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const next = tabs.at((tabs.indexOf(document.activeElement) + step) % tabs.length);
  next.focus();
  next.click();
}

function readyTheme() {
  const button = document.querySelector('.theme');
  const order = ['auto', 'light', 'dark'];
  const chosen = () => document.documentElement.dataset.theme ?? 'auto';
  button.textContent = TEXTS.themes[chosen()];
  button.addEventListener('click', () => {
    const next = order[(order.indexOf(chosen()) + 1) % order.length];
    if (next === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    keepChoice(THEME_KEY, next);
    button.textContent = TEXTS.themes[next];
  });
}

/** Loads the search when the reader first goes to its field. */
function readySearch() {
  const place = document.querySelector('.search');
  const input = place.querySelector('input');
  input.addEventListener(
    'focus',
    async () => {
      const { startSearch } = await import('./search.js');
      await startSearch(place);
    },
    { once: true },
  );
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(input|textarea|select)$/i.test(document.activeElement?.tagName ?? '');
    const isCommand = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isCommand && (event.key !== '/' || isTyping)) return;
    event.preventDefault();
    input.focus();
  });
}

addCopyButtons();
makeTabs();
readyTheme();
readySearch();
await fillKeys(document.querySelector('.reader'));
