import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './font.css';
import './panel.css';
import './print.css';

/**
 * Starts the panel in steps, each a task of its own, so that a slow phone answers in between. The
 * page preloads the code of all steps (build/preloads.ts).
 */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  await import('./boot/framework.ts');
  // The font comes after the code: until it is there, text is shown in one of the same size.
  void document.fonts.load('1em Inter').catch(() => {});
  await pause();
  await import('./boot/interface.ts');
  await pause();
  const { show } = await import('./app.tsx');
  await show(root);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

void start();
