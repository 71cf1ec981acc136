import { mailKinds, type MailKind } from '@tradepost/contracts/notification';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string);

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Tradepost</title>
<style>
:root { color-scheme: light dark; --page: #f5f7f7; --card: #fff; --text: #14211f; --accent: #0f6b66; }
@media (prefers-color-scheme: dark) { :root { --page: #0b1110; --card: #141d1c; --text: #e9f0ef; --accent: #17827a; } }
body { margin: 0; padding: 12vh 16px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 460px; margin: 0 auto; padding: 32px; background: var(--card); border-radius: 14px; overflow-wrap: anywhere; }
h1 { margin: 0 0 12px; font-size: 24px; }
button { margin-top: 8px; padding: 12px 24px; border: 0; border-radius: 10px; background: var(--accent); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
</style></head><body><main><h1>${title}</h1>${body}</main></body></html>
`;

/** Asks a person who opened the link to confirm. The form posts to its own address. */
export function confirmationPage({ email, kind, wanted }: { email: string; kind: MailKind; wanted: boolean }): string {
  const what = `<strong>${mailKinds[kind]}</strong>`;
  if (!wanted) return page('Already stopped', `<p>${escaped(email)} gets no mails about this: ${what}.</p>`);
  return page(
    'Stop these mails?',
    `<p>${escaped(email)} will get no more mails about this: ${what}. You still find everything in Tradepost.</p><form method="post"><button>Stop these mails</button></form>`,
  );
}

export const donePage = (message: string) =>
  page('Done', `<p>${escaped(message)}. You can choose again at any time on your profile.</p>`);
