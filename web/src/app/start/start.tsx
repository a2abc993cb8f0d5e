import '@mantine/core/styles.css';
import '@fontsource-variable/inter/wght.css';
import '../theme/theme.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Host } from '../../lib/api/host.ts';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { detectLanguage } from '../../lib/i18n/languages.ts';
import { whenIdle } from '../../lib/idle.ts';
import { Started } from '../../lib/started.tsx';
import { createUpdates } from '../../lib/updates.ts';
import { openHost } from '../api.ts';
import { App } from '../app.tsx';
import { createAppParts } from '../create-app.ts';

/** The settings that a prerendered document was made with: shown until the server has sent the real ones. */
function settingsOf(root: HTMLElement): Host['firstSettings'] {
  const { settings } = root.dataset;
  return settings === undefined ? null : JSON.parse(settings);
}

/** Starts the app: takes the prerendered page over if there is one, else renders into the empty root. */
export async function startApp(root: HTMLElement, storage: Storage, onStarted: () => void): Promise<void> {
  const updates = createUpdates(() => location.reload());
  // Started before the texts load: in the demo the host takes longest.
  const opening = openHost();
  const i18n = await createI18n(detectLanguage(storage, navigator.languages));
  const host = await opening;
  const firstSettings = settingsOf(root) ?? host.firstSettings;
  let takenOver: () => void = () => undefined;
  const taking = root.hasChildNodes() ? new Promise<void>((done) => (takenOver = done)) : null;
  // What the document was made with holds until React has taken the page over: other texts would not be the document's.
  const fetchAfterwards: Host['fetch'] = async (...call) => {
    await taking;
    return host.fetch(...call);
  };
  const parts = createAppParts({ ...host, fetch: fetchAfterwards, firstSettings }, i18n, storage, {
    updates,
  });
  let isStarted = false;
  // Every page before the sign-in calls it; what was typed and clicked early is done again with the first one only.
  const started = () => {
    if (isStarted) return;
    isStarted = true;
    onStarted();
    takenOver();
  };
  const app = (
    <Started onStarted={started}>
      <App parts={parts} />
    </Started>
  );
  if (root.hasChildNodes()) {
    // The page's code and texts: without them there is nothing to compare the document with.
    await parts.router.load();
    // Another page than the document's, such as a redirect, says nothing when it is taken over.
    if (parts.router.state.location.pathname !== document.documentElement.dataset.page) takenOver();
    // In a transition React works in small steps, between which the page answers.
    startTransition(() => void hydrateRoot(root, app));
  } else startTransition(() => createRoot(root).render(app));
  if (import.meta.env.PROD)
    whenIdle(() => {
      const following = import('./follow-versions.ts').then(({ followVersions }) => followVersions(updates));
      // Without it the page works all the same.
      following.catch(() => undefined);
    });
}
