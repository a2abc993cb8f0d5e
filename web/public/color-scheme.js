// Before the first paint: the person's choice of light or dark, else what their system says.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('rollcall-color-scheme');
  } catch {
    // Storage may be blocked; then the system decides.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
