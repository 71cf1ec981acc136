// Runs before the first paint, to avoid a white flash in the dark theme. The app reads the same key.
// Asks for the installation's name and colours, which app/theme/branding.ts reads, and for what the first screen waits for, which
// api/early.ts passes on. Starts to load the scripts of that screen together with the app, the app after the first paint, and the fonts after
// the first text.
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

  // as session/token.ts names the cookie
  var cookie = location.protocol === 'https:' ? '__Host-auth-token' : 'auth-token';
  var token = (RegExp('(?:^|; )' + cookie + '=([^;]+)').exec(document.cookie) || [])[1];
  var answers = (window.earlyAnswers = new Map());
  function ask(method, path, body) {
    var headers = { accept: 'application/json', 'x-client': 'web', authorization: 'Bearer ' + token };
    if (body) headers['content-type'] = 'application/json';
    var answer = fetch(path, { method: method, headers: headers, body: body, credentials: 'include' });
    // the failure is for the caller that takes the answer over
    answer.catch(function () {});
    answers.set([method, path, body, token].join(' '), answer);
  }
  var transfer = new URLSearchParams(location.search).get('id');
  // addresses as libs/client makes them
  var partners = '/api/partners/verified';
  var firstOf = {
    '/dashboard': [partners],
    '/workspace': ['/api/file-sharing/folders', '/api/file-sharing/stats'],
    '/share-folders': ['/api/file-sharing/received?page=1&pageSize=200', partners],
  };
  if (token) {
    ask('GET', '/api/auth/me');
    if (location.pathname === '/dashboard') {
      if (transfer) ask('POST', '/api/file-requests/Id-files', JSON.stringify({ id: transfer }));
    } else {
      ask('GET', '/api/auth/vault');
      ask('GET', '/api/notifications?page=1&pageSize=20');
    }
    (firstOf[location.pathname] || []).forEach(function (path) {
      ask('GET', path);
    });
  }

  function load(rel, href, integrity) {
    var link = document.createElement('link');
    link.rel = rel;
    link.href = href;
    // without one, the import map has it
    if (integrity) link.integrity = integrity;
    document.head.append(link);
    return link;
  }
  function preload(scripts) {
    new Set(scripts).forEach(function (name) {
      load('modulepreload', '/assets/' + name);
    });
  }
  // the build puts the scripts of each screen, by its address, and the other style sheets here
  var screens = '%screens%';
  var styles = '%styles%';
  var loading = [];
  function loadSheet(sheet, n) {
    loading[n] =
      loading[n] ||
      new Promise(function (loaded, failed) {
        var link = load('stylesheet', sheet.path, sheet.integrity);
        link.onload = loaded;
        link.onerror = function () {
          // the next screen tries again
          loading[n] = undefined;
          link.remove();
          failed(new TypeError('Failed to load ' + sheet.path));
        };
      });
    return loading[n];
  }
  window.loadStyles = function (sheets) {
    return Promise.all(styles[0] === '%' ? [] : styles.slice(0, sheets).map(loadSheet));
  };
  var isFirstScreen = !token || location.pathname === '/dashboard';
  var isWide = matchMedia('(min-width: 768px)').matches;
  // the first screens load them with the first part that needs them, which also tries again what failed here
  if (!isFirstScreen) window.loadStyles(isWide ? 2 : 1).catch(function () {});
  var names = screens[token ? location.pathname : '/login'] || screens['/'] || [];
  if (isWide) names = names.concat((!isFirstScreen && screens.wide) || []);
  // the first text is painted in a font of the device, which app/first-font.css makes as wide: the text would wait for the bytes of the other. Not
  // where the browser has them from an earlier visit, nothing is painted, or it does not say what it paints
  var fonts = '%fonts%';
  function loadFonts() {
    var style = document.createElement('style');
    style.textContent = fonts;
    document.head.append(style);
    try {
      localStorage.setItem('fonts', fonts);
    } catch {
      // No storage: they are loaded late at the next visit too.
    }
  }
  var hasFonts = false;
  try {
    hasFonts = localStorage.getItem('fonts') === fonts;
  } catch {
    // No storage: nothing is known of an earlier visit.
  }
  // not before the picture that is shown while the app is loading, which has an address
  function isText(entry) {
    return !entry.url;
  }
  function whenTextIsPainted(then) {
    new PerformanceObserver(function (list, observer) {
      if (!list.getEntries().some(isText)) return;
      observer.disconnect();
      then();
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  }
  var paints = (window.PerformanceObserver && PerformanceObserver.supportedEntryTypes) || [];
  if (fonts[0] !== '%') {
    if (hasFonts || document.hidden || paints.indexOf('largest-contentful-paint') < 0) loadFonts();
    else whenTextIsPainted(loadFonts);
  }

  // the app starts after the first paint, which would wait for it otherwise; nothing is painted in a tab in the background
  var app = '%app%';
  function start() {
    if (app[0] === '/') import(app);
  }
  if (document.hidden) start();
  else
    requestAnimationFrame(function () {
      setTimeout(start);
    });
  preload(names);
})();
