import { passwordMinimum } from '@tradepost/contracts/identity';

interface Page {
  /** Shows the form, for the person with the token. */
  token?: string;
  values?: URLSearchParams;
  notice?: string;
  /** The product's address, once the admin exists. */
  done?: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;display:grid;place-items:center;min-height:100vh;background:light-dark(#f5f6f8,#101418);color:light-dark(#1b2430,#e6eaf0)}
main{box-sizing:border-box;width:min(28rem,100%);padding:2rem;border-radius:12px;background:light-dark(#fff,#1a2028)}
h1{margin:0 0 .5rem;font-size:1.5rem}
label{display:block;margin-top:1rem;font-weight:600}
input{box-sizing:border-box;width:100%;margin-top:.25rem;padding:.6rem .75rem;font:inherit;border:1px solid light-dark(#76808d,#8d97a5);border-radius:8px;background:transparent;color:inherit}
button{width:100%;margin-top:1.5rem;padding:.7rem;font:inherit;font-weight:600;border:0;border-radius:8px;background:#1554b5;color:#fff;cursor:pointer}
:focus-visible{outline:3px solid light-dark(#1554b5,#7fb0ff);outline-offset:2px}
a{color:light-dark(#1554b5,#7fb0ff)}
.notice{padding:.75rem;border-radius:8px;background:light-dark(#fdecea,#4a1d1a)}
.hint{font-weight:400;font-size:.875rem;display:block}`;

const field = (name: string, label: string, rest: string, values?: URLSearchParams, hint = '') =>
  `<label for="${name}">${label}${hint && `<span class="hint" id="${name}-hint">${hint}</span>`}</label>
<input id="${name}" name="${name}" ${rest}${hint && ` aria-describedby="${name}-hint"`} value="${escaped(values?.get(name) ?? '')}" required>`;

const form = ({
  token = '',
  values,
}: Page) => `<p>Create the first admin. Two-step sign-in is set up when you first sign in.</p>
<form method="post" action="/setup">
<input type="hidden" name="token" value="${escaped(token)}">
${field('email', 'Email', 'type="email" autocomplete="username" autofocus', values)}
${field('firstName', 'First name', 'autocomplete="given-name" maxlength="100"', values)}
${field('lastName', 'Last name', 'autocomplete="family-name" maxlength="100"', values)}
${field(
  'password',
  'Password',
  `type="password" autocomplete="new-password" minlength="${passwordMinimum}"`,
  undefined,
  `At least ${passwordMinimum} characters, with a special character`,
)}
<button>Create admin</button>
</form>`;

const finished = (origin: string) =>
  `<p>The admin was created. Tradepost starts now, which takes a few seconds. Then <a href="${escaped(origin)}/auth/login">sign in</a>.</p>`;

/** A page without scripts: the product does not run yet. */
export const page = (content: Page): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Set up Tradepost</title><style>${style}</style></head>
<body><main><h1>Set up Tradepost</h1>
${content.notice === undefined ? '' : `<p class="notice" role="alert">${escaped(content.notice)}</p>`}
${content.done !== undefined ? finished(content.done) : content.token !== undefined ? form(content) : ''}
</main></body></html>
`;
