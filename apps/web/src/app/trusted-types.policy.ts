const ownScript = /^\/(assets\/[\w.-]+\.m?js|download-stream\.js)$/;

/**
 * Lets text without markup pass: antd writes its stylesheets through `innerHTML`. Without `<`, a text creates no element.
 * @throws TypeError for anything else
 */
export function plainText(text: string): string {
  if (text.includes('<')) throw new TypeError('This page writes no HTML from text');
  return text;
}

/**
 * Lets scripts of the site manifest run, and workers that one of them made itself (the unzipper of `read-excel-file`).
 * @throws TypeError for anything else
 */
export function ownScriptUrl(url: string, page: URL): string {
  const { protocol, origin, pathname, search } = new URL(url, page);
  const own = protocol === 'blob:' || (ownScript.test(pathname) && search === '');
  if (origin !== page.origin || !own) throw new TypeError(`This page runs no script from ${url}`);
  return url;
}
