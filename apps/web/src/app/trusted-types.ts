import { ownScriptUrl, plainText } from './trusted-types.policy';

/** The only policy that the page's CSP allows. There is none for code from text: the browser refuses all of it. */
window.trustedTypes?.createPolicy('default', {
  createHTML: plainText,
  createScriptURL: (url) => ownScriptUrl(url, new URL(location.href)),
});
