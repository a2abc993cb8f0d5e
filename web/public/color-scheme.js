/**
 * A prerendered page (data-page) is a signed-out visitor's, in the language that the server chose. Whoever must see
 * something else sees nothing of it until the app has started (web/src/main.tsx).
 */
function hideOtherPage(language) {
  const page = document.documentElement;
  if (!page.hasAttribute('data-page')) return;
  let isSignedIn = false;
  try {
    isSignedIn = localStorage.getItem('token') !== null;
    if (localStorage.getItem('backend-notification-dismissed') === 'true')
      page.setAttribute('data-no-banner', '');
  } catch {
    // Storage may be blocked; then nobody is signed in.
  }
  // In the static demo the address of a page is a hash.
  const isOtherRoute = location.hash.startsWith('#/') && location.hash !== '#/';
  const isFiltered = page.getAttribute('data-page') !== '/' && location.search !== '';
  if (isSignedIn || isOtherRoute || isFiltered || page.lang !== language) page.setAttribute('data-wait', '');
}

const system = matchMedia('(prefers-color-scheme: dark)');

/** The person's choice of light or dark, else what their system says. */
function showColorScheme() {
  let choice = null;
  try {
    choice = localStorage.getItem('rollcall-color-scheme');
  } catch {
    // Storage may be blocked; then the system decides.
  }
  const dark = choice === 'dark' || (choice !== 'light' && system.matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}

// Before the first paint. A prerendered page may stand for long before the app starts and follows the system itself.
(() => {
  showColorScheme();
  system.addEventListener('change', showColorScheme);

  // The language and its direction, as the app will choose them (web/src/lib/i18n/i18n.ts).
  const known = ['en', 'de', 'ar'];
  let language = null;
  try {
    language = localStorage.getItem('rollcall-language');
  } catch {
    // As above.
  }
  if (!known.includes(language)) {
    const preferred = (navigator.languages || []).map((tag) => tag.slice(0, 2).toLowerCase());
    language = preferred.find((tag) => known.includes(tag)) || 'en';
  }
  hideOtherPage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
})();
