import './app/trusted-types';
import '@fontsource-variable/inter';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { keepFocus } from './app/keep-focus';
import { Providers } from './app/providers';
import { router } from './app/router';
import { followSiteInfo } from './app/theme/branding';
import { direction, language } from './i18n/language';
import './app/first-font.css';
import './app/app.css';

document.documentElement.lang = language;
document.documentElement.dir = direction;
void followSiteInfo();
keepFocus();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// in slices, between which the browser can paint and answer
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  ),
);
