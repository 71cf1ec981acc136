import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

describe('the pages, name and colour of an installation', () => {
  let gateway: GatewayUnderTest;
  let folder: string;
  const get = (path: string) => request(gateway.origin).get(`/api/site${path}`);
  const settings = () => ({ PAGES_ROOT: join(folder, 'pages'), PRODUCT_NAME: 'Harbour', ACCENT_COLOUR: '#7A1F5C' });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tradepost-pages-'));
    await mkdir(join(folder, 'pages'));
    await writeFile(join(folder, 'secret.md'), 'a secret');
    await writeFile(join(folder, 'pages', 'terms.md'), '# Our terms');
    await writeFile(join(folder, 'pages', 'status.md'), ' \n');
    gateway = await startGateway(settings());
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
    for (const name of Object.keys(settings())) delete process.env[name];
  });

  it('can be read without signing in', async () => {
    const { body } = await get('').expect(200);
    expect(body).toMatchObject({ name: 'Harbour', accent: { light: { primary: '#7a1f5c' } } });
    expect((await get('/pages/terms').expect(200)).body).toEqual({ markdown: '# Our terms' });
  });

  it.each(['help', 'status'])('the page %s, which is missing or empty, shows the default text', async (page) => {
    expect((await get(`/pages/${page}`).expect(200)).body).toEqual({ markdown: null });
  });

  it('a changed page needs no restart', async () => {
    await writeFile(join(folder, 'pages', 'privacy.md'), 'one');
    await get('/pages/privacy').expect({ markdown: 'one' });
    await writeFile(join(folder, 'pages', 'privacy.md'), 'two');
    await get('/pages/privacy').expect({ markdown: 'two' });
  });

  // cspell:disable-next-line

  it.each(['..%2F..%2Fpages', '%2e%2e%2fterms', 'secret', 'terms.md', 'constructor'])(
    'no other file is read: %s',
    async (page) => {
      const { status, text } = await get(`/pages/${page}`);
      expect(status).toBe(404);
      expect(text).not.toContain('a secret');
    },
  );
});

describe('a gateway with wrong settings of pages and colour', () => {
  const env = { PAGES_ROOT: '', ACCENT_COLOUR: '' };
  afterEach(() => void Object.assign(process.env, env));
  afterAll(() => Object.keys(env).forEach((name) => delete process.env[name]));

  it.each([
    [{ PAGES_ROOT: '/nowhere/at/all' }, 'PAGES_ROOT is not a folder'],
    [{ ACCENT_COLOUR: '#ffcc00' }, 'ACCENT_COLOUR is too light'],
  ])('does not start with %j', async (wrong, fault) => {
    await expect(startGateway(wrong)).rejects.toThrow(fault);
  });
});
