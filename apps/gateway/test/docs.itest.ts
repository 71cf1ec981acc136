import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

describe('the documentation', () => {
  let gateway: GatewayUnderTest;
  const get = (path: string) => request(gateway.origin).get(path).set('accept', 'text/html,*/*');

  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  it('is an OpenAPI document, readable without signing in', async () => {
    const { body } = await get('/docs-json')
      .expect(200)
      .expect('content-type', /application\/json/);
    expect(body).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      servers: [{ url: '/api' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
    const upload = body.paths['/file-sharing/folders/{folderId}/files'].post;
    expect(upload.parameters.map(({ name }: { name: string }) => name)).toEqual(['folderId', 'Idempotency-Key']);
    expect(upload.requestBody.content['multipart/form-data']).toMatchObject({
      schema: { required: ['file'] },
      example: { name: 'prices.csv' },
    });
    expect(body.paths['/auth/login'].post.security).toEqual([]);
  });

  it('is a page without external resources, under a content security policy', async () => {
    const page = await get('/docs')
      .expect(200)
      .expect('content-type', /text\/html/);
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    const needed = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(needed.length).toBe(4);
    for (const address of needed)
      await get(address)
        .expect(200)
        .expect('content-type', address.endsWith('.css') ? /text\/css/ : /text\/javascript/);
    expect(page.text).not.toMatch(/<script>|<style>|onload=/);
  });

  it('serves no other file of the package', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/index.html',
      '/docs/..%2fpackage.json',
      '/docs/swagger-ui-bundle.js.map',
    ])
      await get(path).expect(404);
  });
});

it('the documentation can be turned off', async () => {
  const gateway = await startGateway({ API_DOCS: 'false' });
  try {
    for (const path of ['/docs', '/docs-json', '/docs/start.js', '/docs/page.css', '/docs/swagger-ui.css'])
      await request(gateway.origin).get(path).expect(404);
  } finally {
    await gateway.stop();
    delete process.env.API_DOCS;
  }
});
