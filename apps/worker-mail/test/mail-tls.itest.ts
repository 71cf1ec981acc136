import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { openMailServer } from '../src/mail-server';

it('sends neither password nor mail to a mail server with an untrusted certificate', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-mail-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  );
  let received = '';
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
    socket.on('data', (data) => (received += data.toString())).on('error', () => undefined);
    socket.write('220 localhost ESMTP\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `smtps://user:pass-word@localhost:${(server.address() as AddressInfo).port}`;
  const mailServer = openMailServer({ SMTP_URL: url, SMTP_TLS: undefined }, { pool: false });
  await expect(mailServer.sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'secret' })).rejects.toThrow(
    'self-signed certificate',
  );
  expect(received).toBe('');
  mailServer.close();
  server.close();
  rmSync(directory, { recursive: true });
});
