import { screen } from '@testing-library/react';
import { renderRoute } from '../../test/render';
import HelpPage from './help.page';
import StatusPage from './status.page';
import TermsPage from './terms.page';
import { targetOf } from './targets';

const answers = new Map<string, { status?: number; body: unknown }>();

beforeEach(() => {
  answers.clear();
  globalThis.fetch = (async (address: string) => {
    const { status = 200, body } = answers.get(address) ?? { status: 404, body: {} };
    return { ok: status < 400, status, json: async () => body };
  }) as typeof fetch;
});

const operatorText = (page: string, markdown: string | null) =>
  answers.set(`/api/site/pages/${page}`, { body: { markdown } });

test('a page shows the text of the operator', async () => {
  operatorText('terms', '# Our terms\n\nSee [our site](https://example.com) or [help](/help).');
  renderRoute(<TermsPage />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Our terms' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'our site' })).toHaveAttribute('href', 'https://example.com');
  expect(screen.getByRole('link', { name: 'help' })).toHaveAttribute('href', '/help');
});

test('a page that the operator has not written explains the main tasks', async () => {
  operatorText('help', null);
  renderRoute(<HelpPage />);
  expect(await screen.findByRole('heading', { name: 'I was sent a link' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Status' })).toHaveAttribute('href', '/status');
});

test.each([
  ['a script', '<script>window.ran = true</script>', 'script'],
  ['an event handler', '<img src=x onerror="window.ran = true">', 'img'],
  ['a frame', '<iframe src="https://evil.example"></iframe>', 'iframe'],
  ['a form', '<form action="https://evil.example"><input name="password"></form>', 'form'],
  ['a style', '<style>* { display: none }</style>', 'style'],
  ['a link that runs code', '[x](javascript:window.ran=true)', '[href^="javascript"]'],
  // cspell:disable-next-line
  ['a link that hides its code', '[x](javas&#99;ript:window.ran=true)', 'a[href]'],
  ['a link with data', '[x](data:text/html,<script>1</script>)', '[href^="data"]'],
  ['a picture of another site', '![x](https://evil.example/pixel.png)', 'img[src]'],
  ['a reference that runs code', '[x][1]\n\n[1]: javascript:window.ran=true', '[href^="javascript"]'],
  ['an address in brackets that runs code', '<javascript:window.ran=true>', '[href^="javascript"]'],
])('%s in a text has no effect', async (_what, hostile, selector) => {
  operatorText('terms', `# Terms\n\nbefore ${hostile} after`);
  const { container } = renderRoute(<TermsPage />);
  expect(await screen.findByRole('heading', { name: 'Terms' })).toBeVisible();
  expect(container.querySelector(`article ${selector}`)).toBeNull();
  expect((window as { ran?: boolean }).ran).toBeUndefined();
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'javascript:1',
  ' JaVaScRiPt:1',
  'vbscript:1',
  'file:///etc/passwd',
  'data:,1',
  'relative',
])('a link to %s is left out', (address) => expect(targetOf(address, 'a')).toBeNull());

test('the status names every part and says which one does not work', async () => {
  operatorText('status', 'Maintenance on **Sunday**.');
  answers.set('/api/health/ready', {
    status: 503,
    body: { status: 'down', dependencies: { identity: 'up', storage: 'down' } },
  });
  renderRoute(<StatusPage />);
  expect(await screen.findByText('Some systems do not work at the moment')).toBeVisible();
  expect(screen.getByText('Folders and files').parentElement).toHaveTextContent('Does not work');
  expect(screen.getByText('Accounts and sign-in').parentElement).toHaveTextContent('Works');
  expect(await screen.findByText('Sunday')).toBeVisible();
});

test('the status says when the server cannot be reached', async () => {
  operatorText('status', null);
  answers.set('/api/health/ready', { status: 502, body: {} });
  renderRoute(<StatusPage />);
  expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
});
