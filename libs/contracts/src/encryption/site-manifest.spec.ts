import { headersWithStore } from './site-manifest';

const headers = {
  'content-security-policy': "default-src 'self'; connect-src 'self'; worker-src 'self' blob:",
  'referrer-policy': 'no-referrer',
};

it('lets pages reach one more origin, and changes nothing else', () => {
  expect(headersWithStore(headers, 'https://s3.example.com')).toEqual({
    ...headers,
    'content-security-policy': "default-src 'self'; connect-src 'self' https://s3.example.com; worker-src 'self' blob:",
  });
});

it('refuses a policy that says nothing about calls', () => {
  for (const policy of ["default-src 'self'", ''])
    expect(() => headersWithStore({ 'content-security-policy': policy }, 'https://s3.example.com')).toThrow();
});
