export const docsPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>API · Tradepost</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"><script src="/docs/swagger-ui-bundle.js" defer></script><script src="/docs/start.js" defer></script>
</head><body><main id="docs"></main></body></html>
`;

/** Whoever is signed in in this browser need not paste the token. */
export const docsScript = `const token = /(?:^|; )auth-token=([^;]+)/.exec(document.cookie)?.[1];
const docs = SwaggerUIBundle({
  url: '/docs-json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  onComplete: () => token && docs.preauthorizeApiKey('bearer', decodeURIComponent(token)),
});
`;
