import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './panel.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { EnvironmentProvider } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { queryClient } from './api/query-client.ts';
import { ConnectionBar } from './layout/connection-bar.tsx';
import { router } from './routing/router.tsx';
import { themeOf } from './theme.ts';

const colorSchemes = localStorageColorSchemeManager({ key: 'pix-gateway-color-scheme' });
const NOTICE_MS = 4_000;
/** Notices are shown above dialogs. */
const NOTICE_LAYER = 1_000;
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <EnvironmentProvider>
        {({ environment, isShown }) => (
          <MantineProvider
            theme={themeOf(isShown ? environment : 'live')}
            defaultColorScheme="auto"
            colorSchemeManager={colorSchemes}
          >
            <ModalsProvider labels={{ confirm: common.confirm, cancel: common.cancel }}>
              <Notifications position="top-right" autoClose={NOTICE_MS} zIndex={NOTICE_LAYER} />
              <RouterProvider router={router} />
              <ConnectionBar />
            </ModalsProvider>
          </MantineProvider>
        )}
      </EnvironmentProvider>
    </QueryClientProvider>
  </StrictMode>,
);
