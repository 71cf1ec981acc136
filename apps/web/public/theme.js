// Runs before the first paint, to avoid a white flash in the dark theme. The app reads the same key.
// Asks for the installation's name and colours, which app/theme/branding.ts reads.
// Then starts to load the first screen together with the app: a guest's, or the page behind a mailed link.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // No storage: use the system's scheme.
  }
  var dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';

  window.siteInfo = fetch('/api/site').then(
    function (answer) {
      return answer.ok ? answer.json() : null;
    },
    function () {
      return null;
    },
  );

  var isGuest = !/(^|; )auth-token=./.test(document.cookie);
  // the build replaces these names by addresses
  var screen = isGuest ? '%guest%' : location.pathname === '/dashboard' ? '%delivery%' : '';
  if (screen[0] !== '/') return;
  var link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = screen;
  document.head.append(link);
})();
