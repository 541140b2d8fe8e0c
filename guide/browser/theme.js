// Applies the theme that the reader chose, here or in the panel, before the page is drawn.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing follows the system.
}
