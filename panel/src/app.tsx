import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from '#panel/components/keep-focus.ts';
import { optionalPart } from '#panel/components/lazy-part.ts';
import { RenderWhenIdle } from '#panel/components/render-when-idle.tsx';
import { EnvironmentProvider } from '#panel/session/environment.tsx';
import { brand } from '#panel/texts/brand.ts';
import { queryClient } from './api/query-client.ts';
import { ConnectionBar } from './layout/connection-bar.tsx';
import { router } from './routing/router.tsx';
import { shadesOf, themeOf } from './theme.ts';

const colorSchemes = localStorageColorSchemeManager({ key: 'panel-color-scheme' });
const THEME = themeOf(shadesOf(brand.color));
const Overlays = optionalPart(async () => (await import('./layout/idle-parts.ts')).Overlays);

/** Shows the panel. The data and the code of the page are read first, so that it is shown whole. */
export async function show(root: HTMLElement): Promise<void> {
  keepFocus();
  await router.load();
  // A transition is rendered in slices, between which the browser answers the person.
  startTransition(() => createRoot(root).render(<Panel />));
}

function Panel() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <EnvironmentProvider>
          <MantineProvider
            theme={THEME}
            defaultColorScheme="auto"
            colorSchemeManager={colorSchemes}
          >
            <RouterProvider router={router} />
            <ConnectionBar />
            <RenderWhenIdle>
              <Suspense>
                <Overlays />
              </Suspense>
            </RenderWhenIdle>
          </MantineProvider>
        </EnvironmentProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
