import { createServer, type AddressInfo, type Server } from 'node:net';
import { openMailServer, tlsOf } from './mail-server';

test.each([
  ['smtps://user:pass@mail.example.com', undefined, 'implicit'],
  ['smtp://user:pass@mail.example.com:587', undefined, 'required'],
  ['smtp://mail.example.com:587', undefined, 'required'],
  ['smtp://user:pass@mail.example.com', undefined, 'required'],
  ['smtp://localhost:1025', undefined, 'opportunistic'],
  ['smtp://relay:25', 'required', 'required'],
  ['smtp://user:pass@relay:587', 'opportunistic', 'opportunistic'],
] as const)('%s with SMTP_TLS %s: %s', (SMTP_URL, SMTP_TLS, tls) => expect(tlsOf({ SMTP_URL, SMTP_TLS })).toBe(tls));

describe('a mail server that offers no TLS, or hides it', () => {
  let server: Server;
  const said: string[] = [];
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.write('220 mail.example.com ESMTP\r\n');
      socket.on('data', (chunk) => {
        const line = chunk.toString();
        said.push(line);
        if (line.startsWith('EHLO')) socket.write('250-mail.example.com\r\n250 AUTH PLAIN\r\n');
        else if (line.startsWith('STARTTLS')) socket.write('454 TLS not available\r\n');
        else socket.end('250 ok\r\n');
      });
      socket.on('error', () => socket.destroy());
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => new Promise((done) => server.close(done)));

  test('gets neither the password nor the mail', async () => {
    const { port } = server.address() as AddressInfo;
    const mails = openMailServer(
      { SMTP_URL: `smtp://user:hunter2@127.0.0.1:${port}`, SMTP_TLS: undefined },
      { pool: false },
    );
    await expect(mails.sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'secret' })).rejects.toThrow(/TLS/);
    expect(said.join('')).not.toMatch(/AUTH|MAIL FROM|secret/);
    expect(said.join('')).toContain('STARTTLS');
  });
});
