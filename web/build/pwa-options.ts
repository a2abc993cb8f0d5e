import type { VitePWAOptions } from 'vite-plugin-pwa';

/** Path and search of the prerendered pages. */
const VISITOR_PAGES = /^\/(faq|login)?(\?.*)?$/;

type RuntimeCaching = NonNullable<NonNullable<VitePWAOptions['workbox']>['runtimeCaching']>[number];

/**
 * Prerendered pages are not cached: one of another version would ask for scripts that are gone. Without a network
 * the app starts from its own files.
 */
const visitorPages: RuntimeCaching = {
  urlPattern: ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && /^\/(faq|login)?$/.test(url.pathname),
  handler: 'NetworkOnly',
  options: { precacheFallback: { fallbackURL: '/index.html' } },
};

/** What a kiosk keeps of the face guidance (web/src/lib/camera/guidance.worker.ts); other devices load it on demand. */
const guidanceFiles: RuntimeCaching = {
  urlPattern: ({ url, sameOrigin }) => sameOrigin && /^\/(models\/|assets\/ort-wasm)/.test(url.pathname),
  handler: 'CacheFirst',
  options: {
    cacheName: 'face-guidance',
    matchOptions: { ignoreVary: true },
    plugins: [{ cacheWillUpdate: async () => null }],
  },
};

/** Options of the service worker. It caches the app's files, never API responses: they hold personal data. */
export const pwaOptions = (mode: string): Partial<VitePWAOptions> => ({
  // The page asks before a new version takes over (web/src/lib/updates.ts).
  registerType: 'prompt',
  injectRegister: null,
  includeAssets: ['favicon.svg', 'apple-touch-icon.png'],
  manifest: {
    name: 'Rollcall',
    short_name: 'Rollcall',
    description: 'Attendance by face for schools and workplaces, on your own machine.',
    // The demo may be served from any folder and uses hash routing.
    start_url: mode === 'demo' ? './#/dashboard' : '/dashboard',
    scope: mode === 'demo' ? './' : '/',
    display: 'standalone',
    background_color: '#FBFAF8',
    theme_color: '#0F766E',
    icons: [
      { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  },
  workbox: {
    globPatterns: [
      'index.html',
      'assets/*.{js,css}',
      'assets/inter-latin-wght-*.woff2',
      '*.svg',
      'color-scheme.js',
    ],
    // Large and rarely needed: loaded on demand.
    globIgnores: [
      // A kiosk needs the guidance without a network; the demo's workers are its whole server.
      ...(mode === 'demo' ? ['**/*worker*'] : []),
      '**/*pdf*',
      '**/{visual-order,report-fonts,font-slices,unicode,decompress}*',
      '**/echarts*',
      '**/*.br',
      '**/*.gz',
    ],
    navigateFallback: mode === 'demo' ? 'index.html' : '/index.html',
    // The pages before the sign-in come from the server, in the visitor's language; see below.
    // The certificate is a file of the server that browsers open like a page.
    navigateFallbackDenylist: [/^\/api\//, /^\/setup\/rollcall/, ...(mode === 'demo' ? [] : [VISITOR_PAGES])],
    runtimeCaching: mode === 'demo' ? [] : [visitorPages, guidanceFiles],
    cleanupOutdatedCaches: true,
  },
});
