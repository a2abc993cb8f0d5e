import '@mantine/core/styles.css';
import '@fontsource-variable/inter/wght.css';
import './app/theme/theme.css';
import { registerSW } from 'virtual:pwa-register';
import { createRoot } from 'react-dom/client';
import { openHost } from './app/api.ts';
import { App } from './app/app.tsx';
import { createAppParts } from './app/create-app.ts';
import { createI18n, detectLanguage } from './lib/i18n/i18n.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  // Started before the texts load: in the demo the host takes longest.
  const opening = openHost();
  const i18n = await createI18n(detectLanguage(localStorage, navigator.languages));
  createRoot(root).render(<App parts={createAppParts(await opening, i18n, localStorage)} />);
}

void start();
if (import.meta.env.PROD) registerSW({ immediate: true });
